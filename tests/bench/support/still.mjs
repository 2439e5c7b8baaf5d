// The reference of a scroll: what was scrolled, as plain HTML with the product's own style sheets and no script at all.
import { newContext } from '../../support/browser/browser'

/**
 * Opens `html` (a document with links relative to `base`) in a context of its own, scripts taken
 * out. What is measured there is the browser's share: nothing that a page does could be quicker.
 */
export const openStill = async (browser, base, html) => {
  const page = await (await newContext(browser)).newPage()
  await page.route('**/still', (route) => route.fulfill({ contentType: 'text/html', body: html }))
  await page.goto(`${base}/still`)
  await page.waitForLoadState('networkidle')
  // a route would take each further request of the page its time
  await page.unroute('**/still')
  return page
}

/** The page's document without scripts, the children of the first element that `selector` names replaced by `inner`. */
export const stillOf = async (page, selector, inner) => {
  const text = await page.evaluate((at) => {
    const copy = document.documentElement.cloneNode(true)
    for (const node of copy.querySelectorAll(
      'script, link[rel=modulepreload], link[rel=manifest], meta[http-equiv]',
    ))
      node.remove()
    copy.querySelector(at).textContent = '@@INNER@@'
    return `<!doctype html>${copy.outerHTML}`
  }, selector)
  return text.replace('@@INNER@@', () => inner)
}

export const throttle = async (page, rate) =>
  (await page.context().newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate })

/** p50, p95 and the longest of frames in ms. */
export const framesOf = (list) => {
  const sorted = [...list].sort((a, b) => a - b)
  const at = (q) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))]
  return { p50: at(0.5), p95: at(0.95), longest: sorted.at(-1), n: sorted.length }
}
const GOAL_MS = 20
/**
 * The figure beside its reference (`what`): the goal is 20 ms, or 1.1 × the reference where that
 * itself does not reach 20.
 */
export const besideStill = (ours, still, what = 'plain HTML') => {
  const goal =
    still.p95 > GOAL_MS ? `${what} is above ${GOAL_MS} ms here: goal 1.1 ×` : `goal ${GOAL_MS} ms`
  return `frame p50 ${ours.p50.toFixed(1)} ms, p95 ${ours.p95.toFixed(1)} ms, longest ${ours.longest.toFixed(0)} ms over ${ours.n} frames; the same as ${what}: p50 ${still.p50.toFixed(1)} ms, p95 ${still.p95.toFixed(1)} ms, longest ${still.longest.toFixed(0)} ms: p95 ${(ours.p95 / still.p95).toFixed(2)} × (${goal})`
}
