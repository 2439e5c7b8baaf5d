import { SOCKET_LOCK } from '#contract/workers/hub'

export interface ClaimDeps {
  readonly locks: Pick<LockManager, 'request' | 'query'>
  /** Milliseconds since epoch of this build. */
  readonly build: number
  onGranted(): void
  onLost(): void
  /** Tabs of an older version are asked to reload. */
  onOlder(): void
}

const HOLDER = 'hub-holder:'
const LOOK_MS = 5_000

/**
 * The hub's address carries a hash, so after a deployment an old and a new hub run side by side. Only the holder of the
 * lock `hub-socket` connects. A newer build takes it from an older one, whose tabs are asked to reload and which waits in
 * line again; an older one waits for the newer to go.
 */
export const claimSocket = ({ locks, build, onGranted, onLost, onOlder }: ClaimDeps): void => {
  let held = false
  let unmark = (): void => undefined
  const wait = new AbortController()
  const take = (): Promise<void> => {
    held = true
    // beside the lock, a second one whose name says which build holds it
    void locks.request(
      `${HOLDER}${build}`,
      { mode: 'shared' },
      () =>
        new Promise<void>((done) => {
          unmark = done
        }),
    )
    onGranted()
    return new Promise(() => undefined)
  }
  const lost = (): void => {
    if (!held) return
    held = false
    unmark()
    onLost()
    onOlder()
    locks.request(SOCKET_LOCK, take).catch(lost)
  }
  const look = async (): Promise<void> => {
    const { held: all = [] } = await locks.query()
    if (held) return
    const builds = all.flatMap((l) =>
      l.name?.startsWith(HOLDER) ? Number(l.name.slice(HOLDER.length)) : [],
    )
    const holder = Math.max(...builds)
    if (holder > build) onOlder()
    else if (holder < build && builds.length > 0) {
      wait.abort()
      locks.request(SOCKET_LOCK, { steal: true }, take).catch(lost)
    } else setTimeout(() => void look(), LOOK_MS)
  }
  // rejected when a newer build takes the lock, or when this wait is given up to take it oneself
  locks.request(SOCKET_LOCK, { signal: wait.signal }, take).catch(lost)
  void look()
}
