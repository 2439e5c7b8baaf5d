// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { claimDeviceDb } from '../../../src/data/device/device-db'
import { clearMemberData } from '../../../src/data/session/end'
import { storage } from '../../../src/data/device/storage'

let dropped: string[]
beforeEach(() => {
  dropped = []
  localStorage.clear()
  vi.stubGlobal('indexedDB', { deleteDatabase: (name: string) => void dropped.push(name) })
  storage.set('device_db', 'anna')
  storage.set('draft:anna:c', 'à demi')
})

test('sign-out removes all databases, an expired session only cached conversations', () => {
  clearMemberData('expired')
  expect([dropped, storage.get('draft:anna:c'), storage.get('device_db')]).toEqual([
    ['kept:anna'],
    'à demi',
    'anna',
  ])
  dropped = []
  clearMemberData('logout')
  expect([dropped, storage.get('draft:anna:c'), storage.get('device_db')]).toEqual([
    ['shared', 'member:anna', 'kept:anna', 'uploads:anna'],
    undefined,
    undefined,
  ])
})

test('another account on the device removes the data of the former one', () => {
  claimDeviceDb('anna')
  expect(dropped).toEqual([])
  const written = [
    'draft:anna:c',
    'unsaved_draft:anna:m',
    'notes_draft:anna:m',
    'album_draft:anna:new',
    'form_draft:anna:event',
    'appeal_draft:decision',
    'door_queue:anna:event',
  ] as const
  for (const key of written) storage.set(key, 'à demi')
  storage.set('notes_draft:bruno:m', 'à demi')
  claimDeviceDb('bruno')
  expect([dropped.sort(), storage.get('device_db')]).toEqual([
    ['kept:anna', 'member:anna', 'shared', 'uploads:anna'],
    'bruno',
  ])
  expect([...written, 'notes_draft:bruno:m' as const].filter((key) => storage.get(key))).toEqual([
    'notes_draft:bruno:m',
  ])
})

test('shared content is removed after an hour, unless /share is open', async () => {
  const { removeExpiredShared } = await import('../../../src/data/device/shared-photos')
  let at = Date.now()
  const granted = (result: unknown): object => {
    const request: { result: unknown; onsuccess?: () => void } = { result }
    queueMicrotask(() => request.onsuccess?.())
    return request
  }
  const db = {
    objectStoreNames: { contains: () => true },
    transaction: () => ({
      objectStore: () => ({ get: () => granted({ at, files: [], text: '' }) }),
    }),
    close: () => undefined,
  }
  const opened = vi.fn(() => granted(db))
  const names = ['shared']
  vi.stubGlobal('indexedDB', {
    databases: () => Promise.resolve(names.map((name) => ({ name }))),
    open: opened,
    deleteDatabase: (name: string) => void dropped.push(name),
  })
  await removeExpiredShared()
  expect(dropped).toEqual([])
  at -= 3_700_000
  history.replaceState(null, '', '/share')
  await removeExpiredShared()
  expect(dropped).toEqual([])
  history.replaceState(null, '', '/conversations')
  await removeExpiredShared()
  expect(dropped).toEqual(['shared'])
  // looking for it would make it
  names.pop()
  opened.mockClear()
  await removeExpiredShared()
  expect(opened).not.toHaveBeenCalled()
})
