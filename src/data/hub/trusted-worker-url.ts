/**
 * Trusted Types: the page's policy `connivence` lets worker scripts of the app's own origin pass
 * and nothing else (no HTML, no inline script). It is created once; the Content-Security-Policy
 * names it and forbids any other.
 */
interface ScriptPolicy {
  createScriptURL(url: string): unknown
}
interface Factory {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): ScriptPolicy
}

const ownScript = (value: string): string => {
  const url = new URL(value, location.href)
  if (url.origin !== location.origin) throw new TypeError('Only scripts of this origin may run')
  return url.href
}

let policy: ScriptPolicy | undefined

/**
 * The address of a worker script of this origin, as the `Worker`, `SharedWorker` and service worker
 * constructors accept it. Throws TypeError for another origin. The static type is URL: TypeScript's
 * DOM does not know TrustedScriptURL there.
 */
export const trustedWorkerUrl = (url: string | URL): URL => {
  const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes
  if (!factory) return new URL(ownScript(String(url)))
  policy ??= factory.createPolicy('connivence', { createScriptURL: ownScript })
  return policy.createScriptURL(String(url)) as URL
}
