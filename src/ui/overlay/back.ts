import { useEffect, useEffectEvent } from 'react'
import { delay } from '../../lib/delay'

/** Something open above the page that the browser's Back closes: dialog, drawer, menu. */
interface Layer {
  readonly close: () => void
}
type Write = History['pushState']

/** A history that does not answer must not hold a navigation back, in ms. */
const PATIENCE_MS = 300
/** How long its answer may still come after that, in ms: no Back of the member. */
const LATE_MS = 2000
/**
 * How long a surface may take to close after Back, ms; if it stays open, it gets a history entry
 * again.
 */
const REFUSAL_MS = 120

let layers: readonly Layer[] = []
/** While we go back ourselves, every other change of the history waits. */
let going = false
let waiting: (() => void)[] = []
let ends: (() => void)[] = []
let patience: ReturnType<typeof setTimeout> | undefined
let lateUntil = 0
let write: Write | null = null

/** How many open layers the current entry stands for: 0 for the entries of pages. */
const depth = (): number => {
  const state: unknown = history.state
  return typeof state === 'object' &&
    state !== null &&
    'layers' in state &&
    typeof state.layers === 'number'
    ? state.layers
    : 0
}

const release = (): void => {
  going = false
  const writes = waiting
  waiting = []
  for (const one of writes) one()
}
const landed = (): void => {
  clearTimeout(patience)
  lateUntil = 0
  release()
  // after the page that was navigated to is on the screen: what it closes needs no entry, and that
  // of what stays open stores how far the new page is scrolled, not the old one
  queueMicrotask(() => {
    settle()
    if (going) return
    for (const end of ends.splice(0)) end()
  })
}
/** Going back again would leave the page once both answers come. */
const stopWaiting = (): void => {
  lateUntil = Date.now() + LATE_MS
  release()
  for (const end of ends.splice(0)) end()
}
const goBack = (n: number): void => {
  going = true
  history.go(-n)
  patience = setTimeout(stopWaiting, PATIENCE_MS)
}

/** Makes the history agree with what is open. What closes and opens in one go costs no entry. */
const settle = (): void => {
  if (going || !write) return
  const here = depth()
  for (let n = here + 1; n <= layers.length; n += 1)
    write({ ...(history.state as object | null), layers: n }, '')
  if (here > layers.length) goBack(here - layers.length)
}

const onPop = (): void => {
  if (going || Date.now() < lateUntil) return landed()
  const here = depth()
  // an entry of something closed long ago, reached by Forward or by Back from another page: passed over
  if (here > layers.length) return goBack(here - layers.length)
  for (const layer of layers.slice(here).toReversed()) layer.close()
  setTimeout(settle, REFUSAL_MS)
}

/**
 * Starts to listen (once; after the router, whose own wrapping of the history must stay inside). A navigation while
 * something is open first takes its entries away, so that Back from the new page leads to the page itself.
 */
export const startBackHandling = (): void => {
  if (write) return
  write = history.pushState.bind(history)
  for (const name of ['pushState', 'replaceState'] as const) {
    const below: Write = history[name].bind(history)
    history[name] = (...args) => {
      if (!going && depth() === 0) return below(...args)
      waiting.push(() => below(...args))
      if (!going) goBack(depth())
    }
  }
  addEventListener('popstate', onPop)
  // a reload forgot what was open
  if (depth() > 0) goBack(depth())
}

/** One entry for something that opened; call the result when it closes, however it does. */
export const addBackHandler = (close: () => void): (() => void) => {
  startBackHandling()
  const layer = { close }
  layers = [...layers, layer]
  queueMicrotask(settle)
  return () => {
    layers = layers.filter((other) => other !== layer)
    setTimeout(settle)
  }
}

/**
 * Closes the top layer. For the close request of the platform (Android's back gesture), which a
 * native modal dialog receives instead of the history, whatever is open above it.
 */
export const closeTopLayer = (): void => layers.at(-1)?.close()

/** Resolves when the history is on the page again after what has just closed: only then traverse it. */
export const waitForHistory = async (): Promise<void> => {
  await delay(20)
  if (going) await new Promise<void>((resolve) => ends.push(resolve))
}

/** While `open`, Back closes this instead of leaving the page. */
export const useBackHandler = (open: boolean, close: () => void): void => {
  const ask = useEffectEvent(close)
  useEffect(() => (open ? addBackHandler(() => ask()) : undefined), [open])
}
