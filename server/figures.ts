/** What the server counts about itself, read by the Prometheus page. Labels name kinds, never members. */
export interface Figures {
  /** Failures by what was away, or «other»: ours. */
  readonly failures: Map<string, number>
  readonly fail: (kind: string) => void
  readonly query: (ms: number, slow: boolean) => void
  /** Set by the Prometheus page when there is one. */
  onQuery: ((ms: number, slow: boolean) => void) | null
}

export const createFigures = (): Figures => {
  const failures = new Map<string, number>(
    ['database', 'storage', 'disk', 'other'].map((k) => [k, 0]),
  )
  const self: Figures = {
    failures,
    onQuery: null,
    fail: (kind) => void failures.set(kind, (failures.get(kind) ?? 0) + 1),
    query: (ms, slow) => self.onQuery?.(ms, slow),
  }
  return self
}
