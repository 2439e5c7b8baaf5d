import { describe, expect, test } from 'vitest'
import { BOX_ROWS } from '../../../../../src/features/messaging/thread/list-window'
import { drawnBy, heightsOf } from './list-window-setup'

describe('ListWindow', () => {
  test('boxes hold at most eight rows; rows keep their box, and whole boxes are removed', () => {
    const page = drawnBy(heightsOf(2_000))
    page.take(page.rows(0, 1_000))
    page.toEnd()
    page.look()
    const boxOf = (): Map<string, number> =>
      new Map(
        page.listWindow.boxes.flatMap(({ id, from, to }) =>
          page.listWindow.rows.slice(from, to).map((row) => [row.key, id] as const),
        ),
      )
    let before = boxOf()
    let [end, most, gone] = [1_000, 0, 0]
    for (let i = 0; i < 400; i += 1) {
      // up, then down again, with a new message now and then
      page.scroll(i < 200 ? -60 : 75)
      if (i % 50 === 49) page.take(page.rows(0, (end += 1)))
      page.look()
      const { boxes, from, to } = page.listWindow
      expect(boxes.flatMap((box) => [box.from, box.to])).toEqual([
        from,
        ...boxes.slice(1).flatMap((box) => [box.from, box.from]),
        to,
      ])
      expect(new Set(boxes.map(({ id }) => id)).size).toBe(boxes.length)
      const now = boxOf()
      for (const [key, id] of before) if (now.has(key)) expect(now.get(key)).toBe(id)
      const left = [...before.values()].filter((id) => ![...now.values()].includes(id))
      const split = [...before].filter(([key, id]) => !now.has(key) && !left.includes(id))
      expect(split).toEqual([])
      gone += left.length
      most = Math.max(most, ...boxes.map((box) => box.to - box.from))
      before = now
    }
    expect(most).toBe(BOX_ROWS)
    expect(gone).toBeGreaterThan(20)
    expect(page.listWindow.to).toBe(end)
  })

  test('a kept row keeps its own box outside the window and rejoins the flow', () => {
    const page = drawnBy(heightsOf(1_000))
    page.take(page.rows(0, 1_000))
    page.toEnd()
    page.look()
    const KEPT = 995
    const of = (): { id: number; from: number; to: number } | undefined =>
      page.listWindow.boxes.find(({ from, to }) => from <= KEPT && KEPT < to)
    const id = of()?.id
    page.keep(KEPT)
    for (let i = 0; i < 60; i += 1) {
      page.scroll(-70)
      page.look()
      expect(of()?.id).toBe(id)
    }
    expect(page.listWindow.to).toBeLessThan(KEPT)
    expect(page.listWindow.boxes.at(-1)).toEqual({ id, from: KEPT, to: KEPT + 1 })
    const up = page.listWindow.distance(KEPT)
    expect(up).toBeCloseTo(
      [996, 997, 998, 999].reduce((sum, i) => sum + page.listWindow.heightOf(i), 0),
      3,
    )
    for (let i = 0; i < 90; i += 1) {
      page.scroll(70)
      page.look()
      expect(of()?.id).toBe(id)
    }
    expect(page.listWindow.to).toBe(1_000)
  })

  test('removed rows, replaced rows and an empty list', () => {
    const page = drawnBy(heightsOf(400))
    page.take(page.rows(0, 100))
    page.toEnd()
    page.look()
    page.take(page.rows(0, 99))
    page.look()
    expect(page.listWindow.to).toBe(99)
    expect(page.listWindow.height).toBeCloseTo(
      page.listWindow.slack +
        [...heightsOf(99).keys()].reduce((sum, _, i) => sum + page.listWindow.heightOf(i), 0),
      3,
    )
    page.take(page.rows(200, 260))
    // rendered, its height differs from the estimate, and the end is followed
    for (let i = 0; i < 2; i += 1) {
      page.toEnd()
      page.look()
    }
    expect([...page.seen().keys()]).toContain('r259')
    page.take([])
    page.look()
    expect([page.listWindow.height, page.listWindow.from, page.listWindow.to]).toEqual([0, 0, 0])
  })
})
