import { beforeEach, describe, expect, test } from 'vitest'
import type { NewsItem } from '#contract/news'
import { groupNews, rowTime } from '../../../../src/features/news/groups'
import {
  receiveItem,
  setFirstPage,
  hasMore,
  news,
  appendPage,
  resetNews,
} from '../../../../src/features/news/store'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const HOUR = 3_600_000
/** Item n is n hours old. */
const item = (n: number, patch: Partial<NewsItem> = {}): NewsItem => ({
  id: `0199b7a0-0000-7000-8000-${String(9_000 - n).padStart(12, '0')}`,
  eventId: null,
  accountId: 'me',
  actorAccountId: null,
  newsType: 'event_invited',
  payload: {},
  createdAt: new Date(NOW - n * HOUR).toISOString(),
  readAt: null,
  deletedAt: null,
  event: null,
  ...patch,
})
const range = (from: number, to: number): NewsItem[] =>
  Array.from({ length: to - from }, (_, i) => item(from + i))
const answer = (items: NewsItem[], nextCursor: string | null = null) => ({
  items,
  actors: [],
  nextCursor,
  unread: 0,
})
const shown = (): string[] => news.items.map((i) => i.id)
beforeEach(() => resetNews())

describe('live items', () => {
  test('MSG-127: a live item comes first and pushes the 26th to the next page', () => {
    setFirstPage(answer(range(10, 35), 'next'))
    receiveItem(item(5))
    expect(news.items).toHaveLength(25)
    expect(news.items[0]?.id).toBe(item(5).id)
    expect(shown()).not.toContain(item(34).id)
    appendPage(answer(range(35, 40)))
    expect(shown()).toEqual([item(5), ...range(10, 40)].map((i) => i.id))
    expect(hasMore(news)).toBe(false)
  })
  test('MSG-126: an item with deletedAt or removedAt is removed, and never added', () => {
    setFirstPage(answer(range(0, 3)))
    receiveItem(item(0, { deletedAt: new Date(NOW).toISOString() }))
    receiveItem(item(1, { payload: { removedAt: new Date(NOW).toISOString() } }))
    receiveItem(item(9, { deletedAt: new Date(NOW).toISOString() }))
    expect(shown()).toEqual([item(2).id])
  })
  test('a duplicate item is shown once, and none before the first page', () => {
    receiveItem(item(1))
    expect(news.items).toEqual([])
    setFirstPage(answer([item(1)]))
    receiveItem(item(1, { payload: { title: 'autre' } }))
    expect(news.items.map((i) => i.payload)).toEqual([{ title: 'autre' }])
  })
})

describe('pages', () => {
  test('a reloaded first page keeps later pages when it overlaps them, else replaces them', () => {
    setFirstPage(answer(range(10, 35), 'a'))
    appendPage(answer(range(35, 60), 'b'))
    setFirstPage(answer(range(8, 33), 'c'))
    expect(shown()).toEqual(range(8, 60).map((i) => i.id))
    expect(news.cursor).toBe('b')
    setFirstPage(answer(range(-40, -15), 'd'))
    expect(shown()).toEqual(range(-40, -15).map((i) => i.id))
    expect(news.cursor).toBe('d')
  })
  test('items unread at this visit stay marked after a reload', () => {
    setFirstPage(answer([item(1)]))
    setFirstPage(answer([item(1, { readAt: new Date(NOW).toISOString() })]))
    expect(news.fresh).toEqual({ [item(1).id]: true })
  })
  test('grouped by day, newest first', () => {
    expect(
      groupNews([item(1), item(20), item(80), item(24 * 40), item(24 * 400)], NOW).map((g) => [
        g.title,
        g.items.length,
      ]),
    ).toEqual([
      ['Aujourd’hui', 1],
      ['Hier', 1],
      ['Ces derniers jours', 1],
      ['Octobre', 1],
      ['Octobre 2025', 1],
    ])
  })
  test('a row of yesterday shows its time, since its heading says the day', () => {
    const now = '2026-11-21T11:00:00.000Z'
    expect([
      rowTime('2026-11-21T10:00:00.000Z', now),
      rowTime('2026-11-20T10:05:00.000Z', now),
      rowTime('2026-11-03T10:00:00.000Z', now),
    ]).toEqual(['11:00', '11:05', '3 nov.'])
  })
})
