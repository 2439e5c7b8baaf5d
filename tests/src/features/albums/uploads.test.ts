// @vitest-environment jsdom
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { deleteMedia } from '#contract/albums/albums'
import { ApiError } from '../../../../src/data/http/api-error'
import { toasts } from '../../../../src/data/state/toasts'
import { eventually } from '../../../support/eventually'

const net = vi.hoisted(() => ({ upload: vi.fn(), call: vi.fn(), convert: vi.fn() }))
vi.mock('../../../../src/data/media/upload', () => ({ uploadMedia: net.upload }))
vi.mock('../../../../src/data/media/images', () => ({ convertPhoto: net.convert }))
vi.mock('../../../../src/data/http/api', async () => {
  const { ApiError: E } = await import('../../../../src/data/http/api-error')
  return {
    ApiError: E,
    call: net.call,
  }
})
vi.mock('../../../../src/features/albums/state/api', () => ({
  refreshOwnPhotos: vi.fn(() => Promise.resolve()),
}))
const { addPhotos, cancelUpload, cancelUploads, retryUpload, uploads } =
  await import('../../../../src/features/albums/upload/uploads')

const photo = (name: string) => ({
  file: new File(['x'], name, { type: 'image/jpeg' }),
  spots: [],
})
const placed = (): string[] =>
  net.call.mock.calls.flatMap(
    ([, input]) => (input as { body?: { mediaIds: string[] } }).body?.mediaIds ?? [],
  )
const deleted = (): string[] =>
  net.call.mock.calls.flatMap(([route, input]) =>
    route === deleteMedia ? (input as { params: { id: string } }).params.id : [],
  )
const answers = (): void => {
  net.convert.mockImplementation(() =>
    Promise.resolve({
      status: 'converted',
      blob: new Blob(['y']),
      width: 1,
      height: 1,
      blurred: false,
    }),
  )
  net.upload.mockImplementation((_: Blob, o: { filename: string }) =>
    Promise.resolve({ mediaId: o.filename, media: {} }),
  )
  net.call.mockImplementation(() => Promise.resolve({}))
}
beforeAll(async () => {
  // the image code comes with the first photo, in real time, which a faked clock does not know
  answers()
  addPhotos('album', [photo('first')])
  await eventually(() => expect(uploads.jobs).toEqual([]))
  vi.clearAllMocks()
})
beforeEach(() => {
  vi.useFakeTimers()
  answers()
})
afterEach(() => {
  cancelUploads()
  vi.clearAllMocks()
  vi.useRealTimers()
})

describe('a hundred photos at once', () => {
  test('all arrive, three at a time, in order of choice', async () => {
    let open = 0
    let most = 0
    net.upload.mockImplementation(async (_: Blob, o: { filename: string }) => {
      most = Math.max(most, (open += 1))
      await new Promise((r) => setTimeout(r, (Number(o.filename) * 37) % 200))
      open -= 1
      return { mediaId: o.filename, media: {} }
    })
    const names = Array.from({ length: 100 }, (_, i) => String(i))
    addPhotos('album', names.map(photo))
    await vi.advanceTimersByTimeAsync(30_000)
    expect(placed()).toEqual(names)
    expect(most).toBe(3)
    expect(uploads.jobs).toEqual([])
  })

  test('a network failure shows as offline and resumes automatically', async () => {
    let cut = true
    net.upload.mockImplementation((_: Blob, o: { filename: string }) =>
      cut
        ? Promise.reject(new ApiError(0, 'Network error'))
        : Promise.resolve({ mediaId: o.filename, media: {} }),
    )
    addPhotos('album', ['a', 'b', 'c', 'd'].map(photo))
    await vi.advanceTimersByTimeAsync(60_000)
    const states = ['offline', 'offline', 'offline', 'waiting']
    expect(uploads.jobs.map((j) => j.status)).toEqual(states)
    cut = false
    dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(100)
    expect(placed()).toEqual(['a', 'b', 'c', 'd'])
    expect(uploads.jobs).toEqual([])
  })

  test('a failed one blocks no other, shows its reason, and can be retried', async () => {
    net.upload.mockImplementationOnce(() => Promise.reject(new ApiError(413, 'Fichier trop lourd')))
    addPhotos('album', ['bad', 'b', 'c'].map(photo))
    await vi.advanceTimersByTimeAsync(2_000)
    expect(placed()).toEqual(['b', 'c'])
    expect(uploads.jobs).toMatchObject([
      { name: 'bad', status: 'failed', message: 'Fichier trop lourd' },
    ])
    retryUpload(uploads.jobs[0]?.id ?? '')
    await vi.advanceTimersByTimeAsync(2_000)
    expect(placed()).toEqual(['b', 'c', 'bad'])
    expect(uploads.jobs).toEqual([])
  })

  test('an uploaded photo is not uploaded again when only adding it failed', async () => {
    net.call.mockImplementationOnce(() => Promise.reject(new ApiError(409, 'Album plein')))
    addPhotos('album', [photo('a')])
    await vi.advanceTimersByTimeAsync(100)
    expect(uploads.jobs).toMatchObject([{ status: 'failed', message: 'Album plein' }])
    retryUpload(uploads.jobs[0]?.id ?? '')
    await vi.advanceTimersByTimeAsync(100)
    expect(net.upload).toHaveBeenCalledTimes(1)
    expect(uploads.jobs).toEqual([])
  })

  test('a cancelled one stops, and the others are added', async () => {
    const signals: AbortSignal[] = []
    net.upload.mockImplementationOnce((_: Blob, o: { signal: AbortSignal }) => {
      signals.push(o.signal)
      return new Promise((_resolve, reject) =>
        o.signal.addEventListener('abort', () =>
          reject(new DOMException('Upload aborted', 'AbortError')),
        ),
      )
    })
    addPhotos('album', ['a', 'b'].map(photo))
    await vi.advanceTimersByTimeAsync(100)
    expect(placed()).toEqual([])
    cancelUpload(uploads.jobs[0]?.id ?? '')
    await vi.advanceTimersByTimeAsync(100)
    expect(signals[0]?.aborted).toBe(true)
    expect(placed()).toEqual(['b'])
  })

  test('one that is cancelled while the call adds it is deleted after it; the others stay', async () => {
    let reply: () => void = () => undefined
    net.call.mockImplementationOnce(
      () =>
        new Promise((done) => {
          reply = () => done({})
        }),
    )
    addPhotos('album', ['a', 'b'].map(photo))
    await vi.advanceTimersByTimeAsync(100)
    cancelUpload(uploads.jobs.find((j) => j.name === 'a')?.id ?? '')
    reply()
    await vi.advanceTimersByTimeAsync(100)
    expect(placed()).toEqual(['a', 'b'])
    expect(deleted()).toEqual(['a'])
    expect(uploads.jobs).toEqual([])
  })
  test('when it cannot be deleted either, the member is told', async () => {
    toasts.splice(0)
    let reply: () => void = () => undefined
    net.call.mockImplementation((route: unknown) =>
      route === deleteMedia
        ? Promise.reject(new ApiError(403, 'Non.'))
        : new Promise((done) => {
            reply = () => done({})
          }),
    )
    addPhotos('album', [photo('a')])
    await vi.advanceTimersByTimeAsync(100)
    cancelUpload(uploads.jobs[0]?.id ?? '')
    reply()
    await vi.advanceTimersByTimeAsync(100)
    expect(toasts.map((t) => t.text)).toEqual([
      'La photo annulée a été ajoutée. Supprimez-la depuis l’album.',
    ])
  })

  test('a refused photo shows its reason and is never uploaded', async () => {
    net.convert.mockImplementation(() =>
      Promise.resolve({ status: 'refused', code: 'file_unreadable', message: 'Image illisible' }),
    )
    addPhotos('album', [photo('a')])
    await vi.advanceTimersByTimeAsync(100)
    expect(uploads.jobs).toMatchObject([{ status: 'failed', message: 'Image illisible' }])
    expect(net.upload).not.toHaveBeenCalled()
  })
})
