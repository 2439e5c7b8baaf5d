import { VERSION_POLL_MS } from '#contract/limits'

interface VersionRecord {
  readonly version: string
  readonly buildDate: string
}
/**
 * Fetches /version.json every 5 minutes without any cache (MSG-135) while the returned function has
 * switched it on, at once when the last poll is older; a build date later than our own is a newer
 * version. Failures are ignored until the next poll.
 */
export const createVersionPoll = (
  fetcher: typeof fetch,
  buildDate: string,
  onNewer: (version: string) => void,
): ((on: boolean) => void) => {
  let timer: ReturnType<typeof setInterval> | undefined
  let polledAt = Date.now()
  const poll = async (): Promise<void> => {
    polledAt = Date.now()
    try {
      const response = await fetcher('/version.json', { cache: 'no-store' })
      const record = (await response.json()) as VersionRecord
      if (Date.parse(record.buildDate) > Date.parse(buildDate)) onNewer(record.version)
    } catch {
      // offline, or the server is restarting: what it says is no record
    }
  }
  return (on) => {
    if (on === (timer !== undefined)) return
    clearInterval(timer)
    timer = on ? setInterval(() => void poll(), VERSION_POLL_MS) : undefined
    if (on && Date.now() - polledAt >= VERSION_POLL_MS) void poll()
  }
}
