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
 * Fetches /version.json every 5 minutes without any cache while enabled (MSG-135), at once when the
 * last poll is older; a build date later than our own is a newer version. Failures are ignored until
 * the next poll.
 */
export const createVersionPoll = (
  fetcher: typeof fetch,
  buildDate: string,
  onNewer: (version: string) => void,
): { enable(on: boolean): void } => {
  let timer: ReturnType<typeof setInterval> | undefined
  let polledAt = Date.now()
  const poll = async (): Promise<void> => {
    polledAt = Date.now()
    try {
      const response = await fetcher('/version.json', { cache: 'no-store' })
      const record: unknown = response.ok ? await response.json() : null
      if (isRecord(record) && Date.parse(record.buildDate) > Date.parse(buildDate))
        onNewer(record.version)
    } catch {
      // offline, or the server is restarting
    }
  }
  return {
    enable: (on) => {
      if (on === (timer !== undefined)) return
      clearInterval(timer)
      timer = on ? setInterval(() => void poll(), VERSION_POLL_MS) : undefined
      if (on && Date.now() - polledAt >= VERSION_POLL_MS) void poll()
    },
  }
}
