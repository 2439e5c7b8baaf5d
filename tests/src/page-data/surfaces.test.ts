// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  badges,
  bumpBadge,
  clearBadge,
  resetBadges,
  setBadge,
} from '../../../src/data/state/badges'
import { closeAll, closeTop, openPanel, panels, type Panel } from '../../../src/data/state/panels'
import { dismissToast, toast, toasts } from '../../../src/data/state/toasts'
import { readPush, inAppUrl } from '../../../workers/push/notification'

describe('toasts', () => {
  beforeEach(() => toasts.splice(0))
  test('CORE-198: 2500 ms by default; 200 becomes 1000, 60000 becomes 10000', () => {
    toast('a')
    toast('b', { durationMs: 200 })
    toast('c', { durationMs: 60_000 })
    expect(toasts.map((t) => t.duration)).toEqual([2500, 1000, 10_000])
  })
  test('toasts stack oldest first; the same text starts again instead of stacking; dismissing takes one away', () => {
    toast('Un')
    const two = toast('Deux', { kind: 'error' })
    toast('Un')
    expect(toasts.map((t) => t.text)).toEqual(['Deux', 'Un'])
    dismissToast(two)
    expect(toasts.map((t) => t.text)).toEqual(['Un'])
  })
})

describe('badges', () => {
  afterEach(resetBadges)
  test('CORE-058: counts are whole, never negative, and kept in session storage', () => {
    bumpBadge('news')
    bumpBadge('news', 2)
    bumpBadge('events', -3)
    setBadge('messages', Number.NaN)
    expect({ ...badges }).toEqual({ events: 0, messages: 0, news: 3 })
    expect(JSON.parse(sessionStorage.getItem('badges') ?? '')).toEqual({
      events: 0,
      messages: 0,
      news: 3,
    })
    setBadge('events', 2.5)
    expect(badges.events).toBe(0)
    clearBadge('news')
    expect(badges.news).toBe(0)
  })
  test('CORE-058: malformed stored counts start at zero', async () => {
    sessionStorage.setItem('badges', '{"news":-4,"messages":"9","events":2.5}')
    vi.resetModules()
    const again = await import('../../../src/data/state/badges')
    expect({ ...again.badges }).toEqual({ events: 0, messages: 0, news: 0 })
  })
})

describe('panels', () => {
  beforeEach(async () => {
    await closeAll()
    history.replaceState(null, '', '/conversations?x=1#y')
  })
  const all: Panel[] = [
    { kind: 'profile', id: 'a' },
    { kind: 'group', id: 'g' },
    { kind: 'event', id: 'e' },
    { kind: 'settings' },
    { kind: 'feedback' },
    { kind: 'menu' },
    { kind: 'drive' },
  ]
  test('each of the seven panels opens by state; the address does not change', () => {
    for (const panel of all) openPanel(panel)
    expect(panels.stack.map((p) => p.panel)).toEqual(all)
    expect(location.pathname + location.search + location.hash).toBe('/conversations?x=1#y')
  })
  test('one action closes them all', async () => {
    for (const panel of all) openPanel(panel)
    await closeAll()
    expect(panels.stack).toEqual([])
    openPanel({ kind: 'settings' })
    closeTop()
    expect(panels.stack).toEqual([])
  })
  test('the panel that is already on top is not opened twice', () => {
    openPanel({ kind: 'profile', id: 'a' })
    openPanel({ kind: 'profile', id: 'a' })
    openPanel({ kind: 'profile', id: 'b' })
    expect(panels.stack.map((p) => p.panel)).toEqual([
      { kind: 'profile', id: 'a' },
      { kind: 'profile', id: 'b' },
    ])
  })
})

describe('push words', () => {
  test('without words of the sender a notification says nothing', () => {
    for (const payload of [
      null,
      'x',
      {},
      { notification: {} },
      { notification: { title: 7, body: {} } },
    ]) {
      expect(readPush(payload, 'https://app.test')).toMatchObject({
        title: 'Nouvelle activité',
        body: '',
        url: 'https://app.test/',
      })
    }
  })
  test('a deep link leads inside the app or to its start', () => {
    expect(inAppUrl('/conversations/1?x#y', 'https://app.test')).toBe(
      'https://app.test/conversations/1?x#y',
    )
    for (const bad of [
      'https://evil.test/',
      '//evil.test',
      'javascript:alert(1)',
      '/api/media/1',
      '\\\\evil.test',
      4,
    ])
      expect(inAppUrl(bad, 'https://app.test')).toBe('https://app.test/')
  })
})
