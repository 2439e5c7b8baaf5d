// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearAccountStorage, clearSessionStorage, storage } from '../../../src/data/device/storage'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => vi.restoreAllMocks())

test('each key comes back as it was given, in its own area', () => {
  storage.set('identity_ids', ['a', 'b'])
  storage.set('text_size', 150)
  storage.set('badges', { news: 1 })
  storage.set('draft:me:you', 'bonjour')
  expect(storage.get('identity_ids')).toEqual(['a', 'b'])
  expect(storage.get('text_size')).toBe(150)
  expect(storage.get('badges')).toEqual({ news: 1 })
  expect(storage.get('draft:me:you')).toBe('bonjour')
  expect(Object.keys(localStorage).sort()).toEqual(['draft:me:you', 'identity_ids', 'text_size'])
  expect(Object.keys(sessionStorage)).toEqual(['badges'])
  storage.remove('text_size')
  expect(storage.get('text_size')).toBeUndefined()
})

test('malformed values are ignored', () => {
  for (const [key, raw] of [
    ['identity_ids', '{"a":1}'],
    ['identity_ids', '[1]'],
    ['identity_ids', 'x'],
    ['identity_mode', 'three'],
    ['hasAccount', 'yes'],
    ['text_size', '900'],
    ['theme', 'pink'],
    ['auth_token', ''],
  ] as const) {
    localStorage.setItem(key, raw)
    expect(storage.get(key), `${key}=${raw}`).toBeUndefined()
  }
})

test('logout wipes account and tab, the end of a session keeps drafts; and last routes; the device’s own choices stay', () => {
  const fill = (): void => {
    localStorage.clear()
    storage.set('auth_token', 't')
    storage.set('join_token', 'j')
    storage.set('notes_draft:a:c', 's')
    storage.set('album_draft:a:new', 's')
    storage.set('form_draft:a:event-new', 's')
    storage.set('appeal_draft:d', 's')
    storage.set('draft:a:c', 'd')
    storage.set('unsaved_draft:a:m', 's')
    storage.set('theme', 'dark')
    storage.set('last_route:a', '/news')
    storage.set('pending_email', 'a@b.test')
    localStorage.setItem('foreign', 'x')
  }
  fill()
  clearAccountStorage()
  expect(Object.keys(localStorage).sort()).toEqual(['foreign', 'theme'])
  expect(sessionStorage).toHaveLength(0)
  fill()
  clearSessionStorage()
  expect(Object.keys(localStorage).sort()).toEqual([
    'album_draft:a:new',
    'appeal_draft:d',
    'draft:a:c',
    'foreign',
    'form_draft:a:event-new',
    'last_route:a',
    'notes_draft:a:c',
    'theme',
    'unsaved_draft:a:m',
  ])
})

test('the end of a session does not lift the cover of the tab', () => {
  for (const end of [clearAccountStorage, clearSessionStorage]) {
    storage.set('covered', 'true')
    storage.set('badges', { news: 1 })
    end()
    expect(Object.keys(sessionStorage)).toEqual(['covered'])
  }
})

test('where the browser refuses storage, or its disk is full, values last as long as the page', () => {
  const refuse = (): never => {
    throw new DOMException('no', 'SecurityError')
  }
  vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(refuse)
  vi.spyOn(globalThis, 'sessionStorage', 'get').mockImplementation(refuse)
  storage.set('auth_token', 't')
  expect([storage.get('auth_token'), storage.isPersistent()]).toEqual(['t', false])
  storage.remove('auth_token')
  expect(storage.get('auth_token')).toBeUndefined()
  storage.set('auth_token', 't')
  clearAccountStorage()
  expect(storage.get('auth_token')).toBeUndefined()
  vi.restoreAllMocks()
  expect(storage.isPersistent()).toBe(true)
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)
  storage.set('badges', {})
  expect([storage.get('badges'), storage.isPersistent()]).toEqual([{}, false])
  vi.restoreAllMocks()
  storage.set('badges', { messages: 1 })
  storage.remove('badges')
  expect(storage.get('badges')).toBeUndefined()
})
