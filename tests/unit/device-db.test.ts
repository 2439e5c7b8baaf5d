// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { claim } from '../../src/data/outbox'
import { forgetMember } from '../../src/data/session-end'
import { storage } from '../../src/data/storage'

let dropped: string[]
beforeEach(() => {
  dropped = []
  localStorage.clear()
  vi.stubGlobal('indexedDB', { deleteDatabase: (name: string) => void dropped.push(name) })
  storage.set('device_db', 'anna')
  storage.set('draft:anna:c', 'à demi')
})

test('logout drops what was kept, what was written and what was shared; a session that ended by itself only what was kept to be read', () => {
  forgetMember('expired')
  expect([dropped, storage.get('draft:anna:c'), storage.get('device_db')]).toEqual([['kept:anna'], 'à demi', 'anna'])
  dropped = []
  forgetMember('logout')
  expect([dropped, storage.get('draft:anna:c'), storage.get('device_db')]).toEqual([['shared', 'member:anna', 'kept:anna'], undefined, undefined])
})

test('another account on the device: nothing of the one before stays; the same one finds its own', () => {
  claim('anna')
  expect(dropped).toEqual([])
  claim('bruno')
  expect([dropped.sort(), storage.get('draft:anna:c'), storage.get('device_db')]).toEqual([['kept:anna', 'member:anna', 'shared'], undefined, 'bruno'])
})
