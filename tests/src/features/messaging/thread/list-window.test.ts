import { describe, expect, test } from 'vitest'
import {
  OVERSCAN_PX,
  NEAR_OVERSCAN_PX,
  ListWindow,
  type KeyedRow,
} from '../../../../../src/features/messaging/thread/list-window'
import { VIEW, drawnBy, heightsOf } from './list-window-setup'

/** Rows visible before and after are `by` px lower. */
const moved = (before: Map<string, number>, after: Map<string, number>, by: number): void => {
  let common = 0
  for (const [key, y] of before) {
    const now = after.get(key)
    if (now === undefined) continue
    common += 1
    expect(now).toBeCloseTo(y + by, 3)
  }
  expect(common).toBeGreaterThan(0)
}

test('without overscan only the viewport is rendered; overscan comes with the next call', () => {
  const listWindow = new ListWindow<KeyedRow>()
  listWindow.setRows(Array.from({ length: 50 }, (_, i) => ({ key: `r${i}` })))
  listWindow.computeRange(0, VIEW, 0)
  listWindow.commitRange()
  const seen = listWindow.to - listWindow.from
  expect([
    listWindow.to,
    seen * listWindow.heightOf(0) >= VIEW,
    (seen - 1) * listWindow.heightOf(0) < VIEW,
  ]).toEqual([50, true, true])
  expect(listWindow.computeRange(0, VIEW)).toEqual({ changed: true, bare: false, more: true })
  listWindow.commitRange()
  expect((listWindow.to - listWindow.from) * listWindow.heightOf(0)).toBeGreaterThanOrEqual(
    VIEW + NEAR_OVERSCAN_PX,
  )
  while (listWindow.computeRange(0, VIEW).changed) listWindow.commitRange()
  expect((listWindow.to - listWindow.from) * listWindow.heightOf(0)).toBeGreaterThanOrEqual(
    VIEW + OVERSCAN_PX,
  )
})

test('each call adds one row of the far overscan and all of the near overscan', () => {
  const listWindow = new ListWindow<KeyedRow>()
  listWindow.setRows(Array.from({ length: 100 }, (_, i) => ({ key: `r${i}` })))
  const row = listWindow.heightOf(0)
  const came = (low: number): number => {
    const before = listWindow.from
    const { more } = listWindow.computeRange(low, low + VIEW)
    listWindow.commitRange()
    return more ? before - listWindow.from : NaN
  }
  listWindow.computeRange(0, VIEW, 0)
  listWindow.commitRange()
  const first = came(0)
  expect([first, came(0), came(0)]).toEqual([Math.ceil(NEAR_OVERSCAN_PX / row) + 1, 1, 1])
  // a fast scroll: as many rows as needed
  const before = listWindow.from
  listWindow.computeRange(0, VIEW, undefined, 3)
  listWindow.commitRange()
  expect(before - listWindow.from).toBe(3)
  // a long jump: the whole viewport and the near overscan
  expect(came(20 * row)).toBeGreaterThan(5)
  expect(listWindow.computeRange(20 * row, 20 * row + VIEW)).toMatchObject({ bare: false })
})

describe('ListWindow', () => {
  test('renders the viewport and 800 px of overscan, of ten thousand rows', () => {
    const page = drawnBy(heightsOf(10_000))
    page.take(page.rows(0, 10_000))
    page.toEnd()
    page.look()
    expect(page.listWindow.to).toBe(10_000)
    expect(page.listWindow.to - page.listWindow.from).toBeLessThan(40)
    expect(
      [...page.seen().values()].reduce((least, y) => Math.min(least, y), Infinity),
    ).toBeLessThanOrEqual(0)
  })

  test.each([1, 2, 3, 4, 5])('visible rows move by the scroll distance only (seed %i)', (seed) => {
    const page = drawnBy(heightsOf(3_000), seed)
    page.take(page.rows(500, 1_000))
    page.toEnd()
    page.look()
    let [first, last] = [500, 1_000]
    for (let i = 0; i < 400; i += 1) {
      const chance = page.random()
      if (chance < 0.04 && first > 0) page.take(page.rows((first -= 50), last))
      else if (chance < 0.08) page.take(page.rows(first, (last += 1)))
      else {
        const [before, from] = [page.seen(), page.scrollTop]
        page.scroll((page.random() - 0.6) * 500)
        const went = page.scrollTop - from
        page.look()
        moved(before, page.seen(), -went)
        continue
      }
      page.look()
    }
    expect(first).toBeLessThan(500)
  })

  test('a prepended page and a new message move no visible row', () => {
    const page = drawnBy(heightsOf(400))
    page.take(page.rows(100, 200))
    page.toEnd()
    page.look()
    page.scroll(-2_000)
    page.look()
    let before = page.seen()
    page.take(page.rows(50, 200))
    page.look()
    moved(before, page.seen(), 0)
    before = page.seen()
    page.take(page.rows(50, 203))
    page.look()
    moved(before, page.seen(), 0)
  })

  test('the first row can be reached and has no space above it', () => {
    const page = drawnBy(heightsOf(300))
    page.take(page.rows(0, 300))
    page.toEnd()
    page.look()
    for (let i = 0; i < 600 && page.scrollTop > 0; i += 1) {
      page.scroll(-60)
      page.look()
    }
    expect(page.scrollTop).toBe(0)
    expect(page.seen().get('r0')).toBeCloseTo(0, 3)
    expect(page.listWindow.slack).toBeCloseTo(0, 3)
  })

  test('a growing row moves rows above it when above the viewport, else rows below it', () => {
    const heights = heightsOf(200)
    const page = drawnBy(heights)
    page.take(page.rows(0, 200))
    page.toEnd()
    page.look()
    page.scroll(-3_000)
    page.look()
    const before = page.seen()
    const [lowest] = before.keys()
    const upper = page.listWindow.rows[page.listWindow.from]?.key ?? ''
    heights.set(upper, (heights.get(upper) ?? 0) + 90)
    page.draw(true)
    moved(before, page.seen(), 0)
    const [key] = [...before.keys()].slice(3)
    heights.set(key ?? '', (heights.get(key ?? '') ?? 0) + 40)
    page.draw(true)
    const after = page.seen()
    // rows are listed from the lowest upwards
    expect(after.get([...before.keys()][4] ?? '')).toBeCloseTo(
      before.get([...before.keys()][4] ?? '') ?? NaN,
      3,
    )
    expect(after.get(key ?? '')).toBeCloseTo(before.get(key ?? '') ?? NaN, 3)
    expect(after.get(lowest ?? '') ?? Infinity).toBeGreaterThan(before.get(lowest ?? '') ?? NaN)
  })
})
