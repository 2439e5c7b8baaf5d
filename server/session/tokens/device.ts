import type { OpenSession } from '#contract/session/security'

type Named = readonly [pattern: RegExp, name: string]

/** The first that fits: browsers carry the names of those they descend from. */
const BROWSERS: readonly Named[] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/FxiOS\/|Firefox\//, 'Firefox'],
  [/CriOS\/|Chrom(?:e|ium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: readonly Named[] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/Linux|X11/, 'Linux'],
]
const first = (list: readonly Named[], text: string): string | null =>
  list.find(([pattern]) => pattern.test(text))?.[1] ?? null

/** What a browser says of itself, as much as helps to recognise one's own device and no more: kind, browser, system; no version. */
export const deviceOf = (userAgent: string): Pick<OpenSession, 'kind' | 'device'> => {
  const browser = first(BROWSERS, userAgent)
  const system = first(SYSTEMS, userAgent)
  const tablet = system === 'iPad' || (system === 'Android' && !/Mobile/.test(userAgent))
  const kind = tablet
    ? 'tablet'
    : system === 'iPhone' || system === 'Android'
      ? 'phone'
      : system
        ? 'computer'
        : 'other'
  const device =
    browser && system ? `${browser} sur ${system}` : (browser ?? system ?? 'Appareil inconnu')
  return { kind, device }
}
