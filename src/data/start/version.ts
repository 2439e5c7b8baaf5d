declare const __APP_VERSION__: string | undefined
declare const __BUILD_DATE__: string | undefined

/** Displayed version; «0.1.0» when the build sets none (MSG-137). */
export const APP_VERSION: string = typeof __APP_VERSION__ === 'string' ? __APP_VERSION__ : '0.1.0'
/** ISO date of this build: the hub compares it with /version.json. */
export const BUILD_DATE: string =
  typeof __BUILD_DATE__ === 'string' ? __BUILD_DATE__ : '1970-01-01T00:00:00.000Z'

const PATIENCE_MS = 5_000
/** ISO date of the newest build on the server. Rejects without network or a usable reply. */
export const latestBuild = async (): Promise<string> => {
  const response = await fetch('/version.json', {
    cache: 'no-store',
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  if (!response.ok) throw new Error(`version.json: ${response.status}`)
  return ((await response.json()) as { buildDate: string }).buildDate
}

/** Whether the server has a newer build; false where it does not answer. */
export const isOutdated = (): Promise<boolean> =>
  latestBuild().then(
    (build) => build !== BUILD_DATE,
    () => false,
  )
