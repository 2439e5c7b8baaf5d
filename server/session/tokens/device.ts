import type { OpenSession } from '#contract/session/security'

type NamePattern = readonly [pattern: RegExp, name: string]

/** First match wins: user agents also contain the names of the browsers they descend from. */
const BROWSERS: readonly NamePattern[] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/FxiOS\/|Firefox\//, 'Firefox'],
  [/CriOS\/|Chrom(?:e|ium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: readonly NamePattern[] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/Linux|X11/, 'Linux'],
]
const first = (list: readonly NamePattern[], text: string): string | null =>
  list.find(([pattern]) => pattern.test(text))?.[1] ?? null

const kindOf = (system: string | null, isMobile: boolean): OpenSession['kind'] => {
  if (system === 'iPad' || (system === 'Android' && !isMobile)) return 'tablet'
  if (system === 'iPhone' || system === 'Android') return 'phone'
  return system ? 'computer' : 'other'
}

/**
 * As much of a user agent as helps to recognise one's own device: kind, browser, system; no
 * version.
 */
export const describeDevice = (userAgent: string): Pick<OpenSession, 'kind' | 'device'> => {
  const browser = first(BROWSERS, userAgent)
  const system = first(SYSTEMS, userAgent)
  const kind = kindOf(system, /Mobile/.test(userAgent))
  const device =
    browser && system ? `${browser} sur ${system}` : (browser ?? system ?? 'Appareil inconnu')
  return { kind, device }
}
