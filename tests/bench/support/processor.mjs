// How much slower than this machine a mid-range phone is. Lighthouse's page on throttling gives 4 ×
// on a machine whose BenchmarkIndex is 1,500 to 2,000, and 2 × on one of 1,000 to 1,500.

/** Rate of `Emulation.setCPUThrottlingRate`; `SLOWDOWN=2 npm run bench -- phone/journeys`. */
export const SLOWDOWN = Number(process.env.SLOWDOWN ?? 4)

/** Lighthouse's BenchmarkIndex of the unthrottled `page`: strings made and arrays copied. */
export const benchmarkIndex = (page) =>
  page.evaluate(() => {
    /** Tens of rounds of `work` a second, over half a second. */
    const speed = (work) => {
      const startedAt = performance.now()
      let rounds = 0
      for (; performance.now() - startedAt < 500; rounds += 1) work(rounds)
      return rounds / 10 / ((performance.now() - startedAt) / 1000)
    }
    const strings = speed(() => {
      let text = ''
      for (let i = 0; i < 10_000; i += 1) text += 'a'
      if (text.length === 1) throw new Error('never: keeps the text from being optimized away')
    })
    const arrays = [0, 1].map(() => Array.from({ length: 100_000 }, (_, i) => i))
    const copies = speed((round) => {
      const [from, to] = [arrays[round % 2], arrays[(round + 1) % 2]]
      for (let i = 0; i < from.length; i += 1) to[i] = from[i]
    })
    return Math.round((strings + copies) / 2)
  })
