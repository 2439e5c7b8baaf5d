import type { Locator, Page } from 'playwright'

export interface Finger {
  down(x: number, y: number): Promise<unknown>
  move(x: number, y: number): Promise<unknown>
  up(): Promise<unknown>
  /**
   * Goes through these points and is lifted, without a pause: on a busy machine one between them would
   * be long enough for a press.
   */
  stroke(...points: readonly (readonly [number, number])[]): Promise<unknown>
}
/** A finger on the page, through the browser’s own input. */
export const finger = async (page: Page): Promise<Finger> => {
  const cdp = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
    cdp.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x, y }],
    })
  return {
    down: (x, y) => send('touchStart', x, y),
    move: (x, y) => send('touchMove', x, y),
    up: () => send('touchEnd'),
    stroke: (...points) =>
      Promise.all([
        ...points.map(([x, y], i) => send(i === 0 ? 'touchStart' : 'touchMove', x, y)),
        send('touchEnd'),
      ]),
  }
}

/** The middle left of an element, where a finger rests on it. */
export const restingPlace = async (target: Locator): Promise<readonly [number, number]> => {
  const box = await target.boundingBox()
  if (!box) throw new Error('nothing to touch')
  return [box.x + Math.min(40, box.width / 2), box.y + box.height / 2]
}
