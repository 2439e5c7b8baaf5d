// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'

const databases = vi.hoisted(() => new Map<string, Map<string, Map<string, unknown>>>())
vi.mock('../../../src/data/device/key-value-store', () => ({
  openKeyValueStore: async (name: string, stores: readonly string[]) => {
    const db = databases.get(name) ?? new Map<string, Map<string, unknown>>()
    databases.set(name, db)
    for (const store of stores) if (!db.has(store)) db.set(store, new Map())
    const of = (store: string) => {
      const map = db.get(store) as Map<string, unknown>
      return {
        get: async (key: string) => map.get(key),
        all: async () => [...map.values()],
        keys: async () => [...map.keys()],
        put: async (key: string, value: unknown) => map.set(key, value),
        remove: async (key: string) => map.delete(key),
      }
    }
    return {
      run: (_: string, work: (shelf: typeof of) => Promise<unknown>) => work(of),
      close: () => undefined,
      isLasting: () => true,
    }
  },
}))
const { wipeOriginals } = await import('../../../src/data/device/originals')
const { storage } = await import('../../../src/data/device/storage')
const { openOutbox } = await import('../../../src/data/device/outbox-store')

beforeEach(() => {
  databases.clear()
  storage.set('device_db', 'anna')
})
const SPOT = { x: 1, y: 1, radius: 4, intensity: 3 } as const
const photo = (id: string, spots: readonly (typeof SPOT)[], converted: boolean) => ({
  id,
  name: `${id}.jpg`,
  spots,
  ratio: 1,
  converted,
})
const file = (text: string) => new Blob([text], { type: 'image/jpeg' })
const text = async (blob: Blob | undefined): Promise<string | undefined> =>
  blob && new TextDecoder().decode(await blob.arrayBuffer())

test('a session that ends by itself takes photos that were not blurred yet off the device; the rest waits', async () => {
  const box = await openOutbox('anna', () => undefined)
  const message = {
    clientMsgId: 'm',
    conversationId: 'c',
    content: 'Nous',
    senderIdentityId: null,
    quote: null,
    createdAt: '2026-01-01T10:00:00.000Z',
    order: 1,
    mediaIds: {},
    posted: false,
    state: 'waiting',
    error: null,
  } as const
  await box.put(
    { ...message, photos: [photo('raw', [SPOT], false), photo('done', [SPOT], true)] },
    new Map([
      ['raw', file('unblurred')],
      ['done', file('blurred')],
    ]),
  )
  await box.putDraft(
    {
      key: 'c:anna',
      photos: [photo('drafted', [SPOT], false), photo('plain', [], false)],
      quote: null,
    },
    new Map([
      ['drafted', file('unblurred')],
      ['plain', file('as chosen')],
    ]),
  )
  await wipeOriginals()
  expect(
    await Promise.all(['raw', 'done', 'drafted', 'plain'].map((id) => box.file(id).then(text))),
  ).toEqual([undefined, 'blurred', undefined, 'as chosen'])
  // not sent without its photo
  expect((await box.messages())[0]).toMatchObject({ state: 'failed', photos: [{ id: 'done' }] })
  expect((await box.drafts())[0]?.photos.map((p) => p.id)).toEqual(['plain'])
})

test('the blurred copy of a draft replaces the chosen file, and the file comes back when its spots change', async () => {
  const box = await openOutbox('anna', () => undefined)
  const put = (spots: readonly (typeof SPOT)[], converted: boolean, bytes: string) =>
    box.putDraft(
      { key: 'c:anna', photos: [photo('p', spots, converted)], quote: null },
      new Map([['p', file(bytes)]]),
    )
  await put([SPOT], false, 'chosen')
  await put([SPOT], true, 'blurred')
  expect(await text(await box.file('p'))).toBe('blurred')
  await put([SPOT, SPOT], false, 'chosen')
  expect(await text(await box.file('p'))).toBe('chosen')
})

test('a chosen file waits on the device without the place where it was taken', async () => {
  const box = await openOutbox('anna', () => undefined)
  const draft = { key: 'c:i', photos: [photo('p', [], false)], quote: null }
  await box.putDraft(draft, new Map([['p', file('exif:GPSLatitude="45,45.83N"')]]))
  expect(await text(await box.file('p'))).toBe('exif:GPSLatitude="00,00.00N"')
})
