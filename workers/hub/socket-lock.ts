import { SOCKET_LOCK } from '#contract/workers/hub'

interface ClaimDeps {
  readonly locks: Pick<LockManager, 'request' | 'query'> | undefined
  /** Milliseconds since epoch of this build. */
  readonly build: number
  onGranted(): void
  onLost(): void
  /** A newer build has the connection: tabs of this one offer a reload. */
  onOlder(): void
}

const HOLDER = 'hub-holder:'
const CHECK_MS = 5_000

/**
 * The hub's script address has a hash, so after a deployment an old and a new hub run side by side.
 * Only the holder of the lock `hub-socket` connects. A newer build steals it from an older one,
 * whose tabs offer a reload and which queues again; an older one waits until the newer is closed.
 * Without Web Locks each connects.
 */
export const claimSocket = ({ locks, build, onGranted, onLost, onOlder }: ClaimDeps): void => {
  if (!locks) return onGranted()
  let held = false
  let unmark = (): void => undefined
  const wait = new AbortController()
  const take = (): Promise<void> => {
    held = true
    // a second lock, whose name is the build that holds the first
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
  const check = async (): Promise<void> => {
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
    } else setTimeout(() => void check(), CHECK_MS)
  }
  // rejected when a newer build steals the lock, or when this request is aborted to steal it
  locks.request(SOCKET_LOCK, { signal: wait.signal }, take).catch(lost)
  void check()
}
