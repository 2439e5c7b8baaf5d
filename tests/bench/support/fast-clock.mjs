// A clock that runs faster, for the server (`NODE_OPTIONS=--import`), the page and the hub worker:
// an idle hour in two minutes with every timer and every date of the product as it is.

/** Counts timers that fire in `scope.wakes`, by their delay. Serialised into pages and workers: no outer names. */
export const speedUp = (scope, rate) => {
  const RealDate = scope.Date
  const { setTimeout: later, setInterval: every } = scope
  const startedAt = RealDate.now()
  const now = () => startedAt + (RealDate.now() - startedAt) * rate
  scope.Date = class extends RealDate {
    constructor(...given) {
      if (given.length === 0) super(now())
      else super(...given)
    }
    static now() {
      return Math.round(now())
    }
  }
  scope.wakes = {}
  const counted =
    (work, ms) =>
    (...given) => {
      const kind = `${Math.round(ms / 100) / 10} s`
      scope.wakes[kind] = (scope.wakes[kind] ?? 0) + 1
      work(...given)
    }
  scope.setTimeout = (work, ms = 0, ...given) => later(counted(work, ms), ms / rate, ...given)
  scope.setInterval = (work, ms = 0, ...given) => every(counted(work, ms), ms / rate, ...given)
}

if (globalThis.process?.env.CLOCK_RATE) {
  const rate = Number(process.env.CLOCK_RATE)
  const scope = globalThis
  const { setTimeout: later, setInterval: every } = scope
  speedUp(scope, rate)
  // Node's own timers are objects with methods: they stay what they are
  scope.setTimeout = (work, ms = 0, ...given) => later(work, ms / rate, ...given)
  scope.setInterval = (work, ms = 0, ...given) => every(work, ms / rate, ...given)
}
