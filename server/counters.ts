/**
 * Why a queued push was not sent: too old; its device may no longer receive any; read, deleted,
 * muted, blocked or switched off meanwhile; unknown to its push service; refused by it; not accepted
 * in any try.
 */
export type DropReason = 'expired' | 'unreachable' | 'unwanted' | 'gone' | 'refused' | 'exhausted'

/** Counters of the server, exposed by the Prometheus endpoint. Labels name kinds, never members. */
export interface Counters {
  /** Failures by unavailable dependency; «other»: ours. */
  readonly failures: Map<string, number>
  readonly fail: (kind: string) => void
  readonly query: (ms: number, slow: boolean) => void
  /** Set by the Prometheus endpoint when it is enabled. */
  onQuery: ((ms: number, slow: boolean) => void) | null
  readonly dropPush: (reason: DropReason) => void
  /** Set by the Prometheus endpoint when it is enabled. */
  onDropPush: ((reason: DropReason) => void) | null
}

export const createCounters = (): Counters => {
  const failures = new Map<string, number>(
    ['database', 'storage', 'disk', 'other'].map((k) => [k, 0]),
  )
  const self: Counters = {
    failures,
    onQuery: null,
    onDropPush: null,
    fail: (kind) => void failures.set(kind, (failures.get(kind) ?? 0) + 1),
    query: (ms, slow) => self.onQuery?.(ms, slow),
    dropPush: (reason) => self.onDropPush?.(reason),
  }
  return self
}
