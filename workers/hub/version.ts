import { VERSION_POLL_MS } from '#contract/limits'

interface VersionRecord {
  readonly version: string
  readonly buildDate: string
}
const isRecord = (value: unknown): value is VersionRecord =>
  typeof value === 'object' &&
  value !== null &&
  'version' in value &&
  'buildDate' in value &&
  typeof value.version === 'string' &&
  typeof value.buildDate === 'string'

/**
 * Fetches /version.json every 5 minutes without any cache (MSG-135); a build date later than our
 * own is a newer version. Failures are ignored until the next poll. Returns the function that stops
 * it.
 */
export const startVersionPoll = (
  fetcher: typeof fetch,
  buildDate: string,
  onNewer: (version: string) => void,
): (() => void) => {
  const poll = async (): Promise<void> => {
    try {
      const response = await fetcher('/version.json', { cache: 'no-store' })
      const record: unknown = response.ok ? await response.json() : null
      if (isRecord(record) && Date.parse(record.buildDate) > Date.parse(buildDate))
        onNewer(record.version)
    } catch {
      // offline, or the server is restarting
    }
  }
  const timer = setInterval(() => void poll(), VERSION_POLL_MS)
  return () => clearInterval(timer)
}
