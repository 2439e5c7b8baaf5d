// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { plural } from '../../../src/lib/text'
import { parseEvent, type RealtimeEvent } from '#contract/realtime'
import { handleAccountEvent } from '../../../src/app/account-events'
import { forgetCached } from '../../../src/data/session/state'
import { badges, resetBadges } from '../../../src/data/state/badges'
import { toasts } from '../../../src/data/state/toasts'

const ME = '01890000-0000-7000-8000-000000000001'
const OTHER = '01890000-0000-7000-8000-000000000002'
const EVENT = '01890000-0000-7000-8000-000000000003'
const event = (name: string, payload: object): RealtimeEvent => {
  const parsed = parseEvent({
    id: crypto.randomUUID(),
    name,
    occurredAt: new Date().toISOString(),
    source: 'api',
    correlationId: null,
    metadata: {},
    payload,
  })
  if (!parsed) throw new Error('bad event')
  return parsed
}
const participation = (newStatus: string, more: object = {}) =>
  event('account.event.participation.updated', {
    accountId: ME,
    eventId: EVENT,
    eventTitle: 'Soirée velours',
    previousStatus: 'pending_approval',
    newStatus,
    ...more,
  })
const status = (newStatus: string) =>
  event('account.event.status.updated', {
    accountId: ME,
    eventId: EVENT,
    eventTitle: 'Soirée velours',
    previousStatus: null,
    newStatus,
  })
const news = (more: object = {}) =>
  event('account.event.news.created', {
    id: crypto.randomUUID(),
    eventId: EVENT,
    accountId: ME,
    actorAccountId: null,
    newsType: 'event_published',
    payload: {},
    createdAt: new Date().toISOString(),
    readAt: null,
    deletedAt: null,
    event: null,
    ...more,
  })
const said = (): string[] => toasts.map((t) => `${t.kind} ${t.text}`)

beforeEach(() => {
  resetBadges()
  toasts.splice(0)
})

describe('events of the account', () => {
  test('MSG-122 MSG-123: a confirmation raises the news badge and says so, with the title or without', () => {
    handleAccountEvent(participation('accepted'), ME, '/conversations')
    expect(badges.news).toBe(1)
    handleAccountEvent(participation('accepted', { eventTitle: null }), ME, '/conversations')
    expect(badges.news).toBe(2)
    expect(said()).toEqual([
      'success Place confirmée\u00a0: Soirée velours',
      'success Vous avez été confirmé à un événement',
    ])
    handleAccountEvent(participation('declined'), ME, '/conversations')
    expect(badges.news).toBe(2)
  })
  test('MSG-124 MSG-125: publishing and unpublishing', () => {
    handleAccountEvent(status('published'), ME, '/conversations')
    handleAccountEvent(status('draft'), ME, '/conversations')
    expect(said()).toEqual([
      'success Sortie publiée\u00a0: Soirée velours',
      'info Sortie dépubliée',
    ])
    expect(badges.events).toBe(2)
  })
  test('MSG-128: a live news item raises the badge unless the member is on /news or it is removed', () => {
    handleAccountEvent(news(), ME, '/conversations')
    expect(badges.news).toBe(1)
    handleAccountEvent(news(), ME, '/news')
    handleAccountEvent(news({ deletedAt: new Date().toISOString() }), ME, '/conversations')
    handleAccountEvent(
      news({ payload: { removedAt: new Date().toISOString() } }),
      ME,
      '/conversations',
    )
    expect(badges.news).toBe(1)
  })
  test('an item that is taken back before it was read counts no more; one that never counted, or was read, changes nothing', () => {
    const [id, read] = [crypto.randomUUID(), crypto.randomUUID()]
    for (const one of [id, read]) handleAccountEvent(news({ id: one }), ME, '/conversations')
    handleAccountEvent(news({ id, deletedAt: new Date().toISOString() }), ME, '/conversations')
    expect(badges.news).toBe(1)
    for (const more of [
      { id },
      { id: crypto.randomUUID() },
      { id: read, readAt: new Date().toISOString() },
    ])
      handleAccountEvent(
        news({ ...more, deletedAt: new Date().toISOString() }),
        ME,
        '/conversations',
      )
    expect(badges.news).toBe(1)
  })
  test('a confirmation and its news item count once', () => {
    handleAccountEvent(participation('accepted'), ME, '/conversations')
    handleAccountEvent(news({ newsType: 'participation_accepted' }), ME, '/conversations')
    expect(badges.news).toBe(1)
  })
  test('MSG-200: completed uploads are said, those of a batch in one toast', () => {
    const media = (s: string) =>
      event('account.media.updated', {
        accountId: ME,
        mediaId: EVENT,
        status: s,
        progress: 100,
        updatedAt: new Date().toISOString(),
      })
    vi.useFakeTimers()
    handleAccountEvent(media('processing'), ME, '/conversations')
    expect(said()).toEqual([])
    handleAccountEvent(media('completed'), ME, '/conversations')
    expect(said()).toEqual([`success ${plural(1, 'photo ajoutée')}`])
    // thirty photos are not said thirty times
    const [first] = toasts
    for (const _ of [2, 3, 4]) handleAccountEvent(media('completed'), ME, '/conversations')
    expect(toasts[0]).toBe(first)
    vi.advanceTimersByTime(2_000)
    expect(said()).toEqual([`success ${plural(4, 'photo ajoutée', 'photos ajoutées')}`])
    vi.advanceTimersByTime(11_000)
    handleAccountEvent(media('completed'), ME, '/conversations')
    expect(said().at(-1)).toBe(`success ${plural(1, 'photo ajoutée')}`)
    vi.useRealTimers()
  })
  test('what concerns another account changes nothing', () => {
    handleAccountEvent(participation('accepted', { accountId: OTHER }), ME, '/conversations')
    expect([badges.news, said()]).toEqual([0, []])
  })
})

test('what one account has counted does not keep the badge of the next one down', () => {
  handleAccountEvent(participation('accepted'), ME, '/')
  forgetCached()
  resetBadges()
  const item = news({ newsType: 'participation_accepted' })
  handleAccountEvent(item, ME, '/')
  expect(badges.news).toBe(1)
})
