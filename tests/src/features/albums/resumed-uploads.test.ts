// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { StoredUpload, UploadStore } from '../../../../src/data/device/upload-store'
import { eventually } from '../../../support/eventually'

const net = vi.hoisted(() => ({ upload: vi.fn(), call: vi.fn(), convert: vi.fn() }))
/** The device: outlives the page, as the locks of living pages do not. */
const device = vi.hoisted(() => ({
  uploads: new Map<string, StoredUpload>(),
  files: new Map<string, Blob>(),
  locks: new Set<string>(),
  late: undefined as Promise<void> | undefined,
}))
vi.mock('../../../../src/data/media/upload', () => ({ uploadMedia: net.upload }))
vi.mock('../../../../src/data/media/images', () => ({ convertPhoto: net.convert }))
vi.mock('../../../../src/data/http/api', async () => ({
  ApiError: (await import('../../../../src/data/http/api-error')).ApiError,
  call: net.call,
}))
vi.mock('../../../../src/features/albums/state/api', () => ({
  refreshOwnPhotos: vi.fn(() => Promise.resolve()),
}))
vi.mock('../../../../src/data/device/upload-store', () => ({
  openUploadStore: async (): Promise<UploadStore> => ({
    put: async (upload, file) => {
      device.uploads.set(upload.id, upload)
      device.files.set(upload.id, file)
    },
    patch: async (id, patch) => {
      const known = device.uploads.get(id)
      if (known) device.uploads.set(id, { ...known, ...patch })
    },
    convert: async (id, blob) => {
      const known = device.uploads.get(id)
      if (!known) return
      device.uploads.set(id, { ...known, converted: true })
      device.files.set(id, blob)
    },
    remove: async (id) => {
      device.uploads.delete(id)
      device.files.delete(id)
    },
    file: async (id) => device.files.get(id),
    late: device.late,
    adopt: async (owner, isGone) => {
      const own = [...device.uploads.values()].filter((u) => u.owner === owner || isGone(u.owner))
      for (const u of own) device.uploads.set(u.id, { ...u, owner })
      return own.sort((a, b) => a.order - b.order)
    },
    close: () => undefined,
  }),
}))

const photo = (name: string) => ({
  file: new File(['x'], name, { type: 'image/jpeg' }),
  spots: [],
})
const placed = (): string[] =>
  net.call.mock.calls.flatMap(
    ([, input]) => (input as { body: { mediaIds: string[] } }).body.mediaIds,
  )
const uploaded = (): string[] =>
  net.upload.mock.calls.map(([, o]) => (o as { filename: string }).filename)
type Uploads = typeof import('../../../../src/features/albums/upload/uploads')
const openPage = async (): Promise<Uploads> => {
  vi.resetModules()
  const { session } = await import('../../../../src/data/session/state')
  session.accountId = 'anna'
  return import('../../../../src/features/albums/upload/uploads')
}
/** Its requests never return, and its lock is free. */
const closePage = (): void => device.locks.clear()
const never = (): Promise<never> => new Promise(() => undefined)

beforeEach(() => {
  vi.clearAllMocks()
  device.uploads.clear()
  device.files.clear()
  device.locks.clear()
  vi.stubGlobal('navigator', {
    ...navigator,
    locks: {
      request: (name: string, work: () => Promise<unknown>) => {
        device.locks.add(name)
        return work()
      },
      query: async () => ({ held: [...device.locks].map((name) => ({ name })) }),
    },
  })
  net.convert.mockImplementation(async () => ({ status: 'converted', blob: new Blob(['y']) }))
  net.upload.mockImplementation(async (_: Blob, o: { filename: string }) => ({
    mediaId: o.filename,
  }))
  net.call.mockImplementation(async () => ({}))
})
afterEach(() => vi.unstubAllGlobals())

test('photos of a closed page are sent by the next one, each once and in the order of choice', async () => {
  const first = await openPage()
  // «a» is confirmed, «b» is under way, «c» waits
  net.upload.mockImplementation(async (_: Blob, o: { filename: string }) =>
    o.filename === 'b' ? never() : { mediaId: o.filename },
  )
  net.call.mockImplementation(never)
  first.addPhotos('album', ['a', 'b', 'c'].map(photo))
  await eventually(() => expect(uploaded()).toEqual(['a', 'b', 'c']))
  await eventually(() =>
    expect([...device.uploads.values()].map((u) => u.mediaId)).toEqual(['a', null, 'c']),
  )
  closePage()
  net.upload.mockClear()
  net.call.mockReset()
  net.convert.mockClear()
  net.upload.mockImplementation(async (_: Blob, o: { filename: string }) => ({
    mediaId: o.filename,
  }))
  net.call.mockImplementation(async () => ({}))
  const second = await openPage()
  await Promise.all([second.resumeUploads(), second.resumeUploads()])
  await eventually(() => expect(placed()).toEqual(['a', 'b', 'c']))
  expect(uploaded()).toEqual(['b'])
  // converted before the page closed
  expect(net.convert).not.toHaveBeenCalled()
  await eventually(() => expect([device.uploads.size, device.files.size]).toEqual([0, 0]))
  await second.resumeUploads()
  expect([placed(), second.uploads.jobs]).toEqual([['a', 'b', 'c'], []])
})

test('the photos of a page that is open in another tab stay with it', async () => {
  net.upload.mockImplementation(never)
  const first = await openPage()
  first.addPhotos('album', [photo('a')])
  await eventually(() => expect(uploaded()).toEqual(['a']))
  const second = await openPage()
  await second.resumeUploads()
  expect(second.uploads.jobs).toEqual([])
})

test('a photo that failed is shown again with its reason; cancelled, it leaves the device', async () => {
  net.convert.mockImplementation(async () => ({
    status: 'refused',
    code: 'file_unreadable',
    message: 'Image illisible',
  }))
  const first = await openPage()
  first.addPhotos('album', [photo('a')])
  await eventually(() => expect([...device.uploads.values()][0]?.error).toBe('Image illisible'))
  closePage()
  const second = await openPage()
  await second.resumeUploads()
  expect(second.uploads.jobs).toMatchObject([{ status: 'failed', message: 'Image illisible' }])
  second.cancelUpload(second.uploads.jobs[0]?.id ?? '')
  await eventually(() => expect(device.uploads.size).toBe(0))
})

test('a photo is uploaded as who added it, whoever acts by then: an upload may be an agreement', async () => {
  net.upload.mockImplementation(never)
  const first = await openPage()
  const before = await import('../../../../src/data/session/state')
  Object.assign(before.session, { mode: 'single', activeIdentityId: 'lea' })
  first.addPhotos('album', [photo('a')])
  before.session.mode = 'both'
  first.addPhotos('album', [photo('b')])
  Object.assign(before.session, { mode: 'single', activeIdentityId: 'marc' })
  await eventually(() => expect(uploaded()).toEqual(['a', 'b']))
  await eventually(() => expect(device.uploads.size).toBe(2))
  closePage()
  const second = await openPage()
  const { session } = await import('../../../../src/data/session/state')
  Object.assign(session, { mode: 'single', activeIdentityId: 'marc' })
  await second.resumeUploads()
  await eventually(() => expect(uploaded()).toEqual(['a', 'b', 'a', 'b']))
  const authors = net.upload.mock.calls.map(([, o]) => (o as { author: unknown }).author)
  expect(authors).toEqual(['lea', null, 'lea', null])
})

test('a photo whose author has left the account meanwhile leaves the device, and the member is told', async () => {
  net.upload.mockImplementation(never)
  const first = await openPage()
  first.addPhotos('album', ['a', 'b'].map(photo))
  await eventually(() => expect(device.uploads.size).toBe(2))
  closePage()
  net.upload.mockImplementation(async (_: Blob, o: { filename: string }) => {
    if (o.filename === 'b') return { mediaId: 'b' }
    throw new ApiError(403, 'Non', { body: { code: 'foreign_identity' } })
  })
  const second = await openPage()
  const { ApiError } = await import('../../../../src/data/http/api')
  const { toasts } = await import('../../../../src/data/state/toasts')
  await second.resumeUploads()
  await eventually(() => expect(placed()).toEqual(['b']))
  await eventually(() => expect([device.uploads.size, device.files.size]).toEqual([0, 0]))
  expect(second.uploads.jobs).toEqual([])
  expect(toasts).toMatchObject([
    { kind: 'error', text: expect.stringContaining('plus dans ce compte') },
  ])
})

test('photos on a device that opens late are resumed once it is open', async () => {
  net.upload.mockImplementation(never)
  const first = await openPage()
  first.addPhotos('album', ['a'].map(photo))
  await eventually(() => expect(device.uploads.size).toBe(1))
  closePage()
  net.upload.mockImplementation(async () => ({ mediaId: 'a' }))
  const stored = new Map(device.uploads)
  device.uploads.clear()
  let open = (): void => undefined
  device.late = new Promise((resolve) => (open = resolve))
  const second = await openPage()
  const resumed = second.resumeUploads()
  // all that reads what can be read has run
  await new Promise((resolve) => setTimeout(resolve))
  expect(second.uploads.jobs).toEqual([])
  for (const [id, upload] of stored) device.uploads.set(id, upload)
  open()
  await resumed
  await eventually(() => expect(placed()).toEqual(['a']))
  device.late = undefined
})
