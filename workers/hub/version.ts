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
 * Asks /version.json every 5 minutes, past every cache (MSG-135); a later build date than our own is a newer version.
 * Failures are silent: the next turn asks again. Answers the way to stop.
 */
export const startVersionPoll = (
  fetcher: typeof fetch,
  buildDate: string,
  onNewer: (version: string) => void,
): (() => void) => {
  const ask = async (): Promise<void> => {
    try {
      const answer = await fetcher('/version.json', { cache: 'no-store' })
      const record: unknown = answer.ok ? await answer.json() : null
      if (isRecord(record) && Date.parse(record.buildDate) > Date.parse(buildDate))
        onNewer(record.version)
    } catch {
      // offline, or a server that restarts
    }
  }
  const timer = setInterval(() => void ask(), VERSION_POLL_MS)
  return () => clearInterval(timer)
}
