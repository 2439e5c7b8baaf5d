// What both drivers have in common: a page that is asked by functions of its own.

const PATIENCE_MS = 60_000
const PAUSE_MS = 250

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** The script that calls a function in the page and hands its answer, or its failure, to the driver's callback. */
export const scriptOf = (fn) => `const done = arguments[arguments.length - 1]
  const given = [...arguments].slice(0, -1)
  Promise.resolve().then(() => (${fn})(...given)).then((value) => done({ value }), (error) => done({ error: String(error) }))`

/** `ask(script, args)` answers { value } or { error }. */
export const pageOf = (ask) => {
  const run = async (fn, ...args) => {
    const answer = await ask(scriptOf(fn), args)
    if (answer?.error) throw new Error(answer.error)
    return answer?.value
  }
  /** Asks until it is so; throws when it does not become so in a minute. */
  const until = async (what, fn, ...args) => {
    const end = Date.now() + PATIENCE_MS
    for (;;) {
      // a page that is just changing cannot be asked
      const found = await run(fn, ...args).catch(() => null)
      if (found) return found
      if (Date.now() > end) throw new Error(`not so within a minute: ${what}`)
      await pause(PAUSE_MS)
    }
  }
  return { run, until }
}
