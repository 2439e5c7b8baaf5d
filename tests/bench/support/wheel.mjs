// The frames of a scroll as the member sees them: a wheel moves the page, as it does for people, on
// the browser's own thread, and the trace says when each frame was drawn. (A page that scrolls
// itself in requestAnimationFrame measures its main thread instead.)
import { framesOf } from './still.mjs'

/** px a second: a quick finger. */
const SPEED = 3_600

/**
 * Turns the wheel over the middle of `selector` until it has moved by `px` (upwards: positive, downwards: negative).
 * @returns ms between the frames that were drawn meanwhile
 */
export const turnWheel = async (page, selector, px) => {
  const cdp = await page.context().newCDPSession(page)
  const box = await page.locator(selector).first().boundingBox()
  const { width, height } = page.viewportSize()
  const middle = (from, size, most) => (Math.max(0, from) + Math.min(most, from + size)) / 2
  const browser = page.context().browser()
  await browser.startTracing(page, {
    categories: ['-*', 'disabled-by-default-devtools.timeline.frame'],
  })
  await cdp.send('Input.synthesizeScrollGesture', {
    x: middle(box.x, box.width, width),
    y: middle(box.y, box.height, height),
    yDistance: px,
    speed: SPEED,
    gestureSourceType: 'mouse',
    preventFling: true,
  })
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString())
  await cdp.detach()
  // of the page that moves: another one may draw as well
  const all = traceEvents.filter((e) => e.name === 'DrawFrame')
  const of = (id) => all.filter((e) => e.args.layerTreeId === id)
  const most =
    [...new Set(all.map((e) => e.args.layerTreeId))]
      .map(of)
      .sort((a, b) => b.length - a.length)[0] ?? []
  const drawn = most.map((e) => e.ts / 1_000).sort((a, b) => a - b)
  // what is drawn once the wheel is still is no frame of a movement
  const end = (drawn[0] ?? 0) + (Math.abs(px) / SPEED) * 1_000
  return drawn.slice(1).flatMap((at, i) => (drawn[i] < end ? [at - drawn[i]] : []))
}

const said = ({ p50, p95, longest, n }) =>
  `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, longest ${longest.toFixed(0)} ms over ${n} frames`
/** Frames that were drawn beside those of plain HTML, and the goal they have. */
export const besideWheel = (ours, plain) => {
  const [a, b] = [framesOf(ours), framesOf(plain)]
  return `${said(a)}; plain HTML: ${said(b)}: p95 ${(a.p95 / b.p95).toFixed(2)} × (goal 20 ms, or 1.1 × where plain HTML is above it)`
}
