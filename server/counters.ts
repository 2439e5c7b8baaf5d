/** Counters of the server, exposed by the Prometheus endpoint. Labels name kinds, never members. */
export interface Counters {
  /** Failures by unavailable dependency; «other»: ours. */
  readonly failures: Map<string, number>
  readonly fail: (kind: string) => void
  readonly query: (ms: number, slow: boolean) => void
  /** Set by the Prometheus endpoint when it is enabled. */
  onQuery: ((ms: number, slow: boolean) => void) | null
}

export const createCounters = (): Counters => {
  const failures = new Map<string, number>(
    ['database', 'storage', 'disk', 'other'].map((k) => [k, 0]),
  )
  const self: Counters = {
    failures,
    onQuery: null,
    fail: (kind) => void failures.set(kind, (failures.get(kind) ?? 0) + 1),
    query: (ms, slow) => self.onQuery?.(ms, slow),
  }
  return self
}
