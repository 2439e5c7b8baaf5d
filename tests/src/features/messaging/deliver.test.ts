// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { session } from '../../../../src/data/session/session'
import {
  deliverMessage,
  abortPhotoUpload,
  type DeliverySteps,
} from '../../../../src/features/messaging/outbox/deliver'
import { takeUploadedAhead, uploadAhead } from '../../../../src/features/messaging/outbox/ahead'
import type { Outgoing, Photo } from '../../../../src/features/messaging/state/model'
import { CONVERSATION, message, outgoing, OWN, uid } from '../../../support/world/messages'
import { eventually } from '../../../support/eventually'

const images = vi.hoisted(() => ({ convertPhoto: vi.fn() }))
const uploads = vi.hoisted(() => ({ uploadMedia: vi.fn() }))
vi.mock('../../../../src/data/media/images', () => images)
vi.mock('../../../../src/data/media/upload', () => uploads)

const JPEG = new Blob(['converti'], { type: 'image/jpeg' })
const photo = (n: number, spots: Photo['spots'] = []): Photo => ({
  id: `p${n}`,
  file: new File(['choisi'], `photo-${n}.png`, { type: 'image/png' }),
  spots,
  faces: [],
  preview: null,
  still: null,
  ratio: 1,
  pending: false,
})
const SPOTS: Photo['spots'] = [
  { x: 10, y: 10, radius: 5, strength: 3 } as unknown as Photo['spots'][number],
]

/** A message as the outbox keeps it, and what it hears of it. */
const going = (photos: readonly Photo[], patch: Partial<Outgoing> = {}) => {
  const ending = new AbortController()
  const shares: [string, number][] = []
  const state = { o: outgoing({ content: 'Bonsoir', photos, ...patch }), posts: 0 }
  const steps: DeliverySteps = {
    signal: ending.signal,
    current: () => state.o,
    onShare: (id, share) => void shares.push([id, share]),
    onConverted: async (p, blob) => {
      state.o = { ...state.o, blobs: { ...state.o.blobs, [p.id]: blob } }
    },
    onUploaded: async (p, id) => {
      state.o = { ...state.o, mediaIds: { ...state.o.mediaIds, [p.id]: id } }
    },
    onPost: async () => {
      state.posts += 1
    },
  }
  return { steps, state, shares, ending }
}
let bodies: Record<string, unknown>[] = []
beforeEach(() => {
  bodies = []
  vi.clearAllMocks()
  Object.assign(session, { phase: 'signed-in', token: 't', accountId: OWN })
  images.convertPhoto.mockResolvedValue({
    status: 'converted',
    blob: JPEG,
    width: 10,
    height: 10,
    blurred: true,
  })
  uploads.uploadMedia.mockImplementation(
    async (_blob: Blob, { filename }: { filename: string }) => ({
      mediaId: `media of ${filename}`,
    }),
  )
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    bodies.push(JSON.parse(String(init.body)) as Record<string, unknown>)
    return new Response(JSON.stringify(message(9)), {
      status: 201,
      headers: { 'content-type': 'application/json' },
    })
  })
})
afterEach(() => vi.unstubAllGlobals())

test('MSG-196: a photo with a spot is never sent unblurred, whatever the conversion returns', async () => {
  for (const outcome of [
    { status: 'refused', code: 'blur_failed', message: 'autre' },
    { status: 'original-allowed', code: 'conversion_failed', message: 'autre' },
  ]) {
    images.convertPhoto.mockResolvedValue(outcome)
    const { steps, state } = going([photo(1, SPOTS)])
    await expect(deliverMessage(CONVERSATION, steps)).rejects.toThrow('Erreur traitement flou')
    expect([uploads.uploadMedia.mock.calls, bodies, state.posts]).toEqual([[], [], 0])
  }
  expect(
    images.convertPhoto.mock.calls.every(
      ([, options]) => (options as { spots: unknown }).spots === SPOTS,
    ),
  ).toBe(true)
})

test('MSG-152: a converted photo is sent as photo.jpg, an unconvertible one without spots as it is', async () => {
  await deliverMessage(CONVERSATION, going([photo(1)]).steps)
  expect(uploads.uploadMedia.mock.calls[0]).toEqual([
    JPEG,
    expect.objectContaining({ filename: 'photo.jpg' }),
  ])
  images.convertPhoto.mockResolvedValue({
    status: 'original-allowed',
    code: 'conversion_failed',
    message: '',
  })
  const chosen = photo(2)
  await deliverMessage(CONVERSATION, going([chosen]).steps)
  expect(uploads.uploadMedia.mock.calls[1]).toEqual([
    chosen.file,
    expect.objectContaining({ filename: 'photo-2.png' }),
  ])
})

test('photos are sent in order of choice, and an uploaded one is not uploaded again', async () => {
  const ends: Record<string, () => void> = {}
  uploads.uploadMedia.mockImplementation(
    (_blob: Blob, { onProgress }: { onProgress: (r: number) => void }) =>
      new Promise((resolve) => {
        const n = Object.keys(ends).length
        onProgress(0.5)
        ends[n] = () => resolve({ mediaId: uid('media', n) })
      }),
  )
  const { steps, state } = going([photo(1), photo(2), photo(3)], {
    mediaIds: { p2: uid('media', 70) },
  })
  const sent = deliverMessage(CONVERSATION, steps)
  await eventually(() => expect(Object.keys(ends)).toHaveLength(2))
  ends[1]?.()
  await eventually(() => expect(state.o.mediaIds).toHaveProperty('p3'))
  ends[0]?.()
  await sent
  expect(bodies.map((b) => b['media_ids'])).toEqual([
    [state.o.mediaIds['p1'], uid('media', 70), state.o.mediaIds['p3']],
  ])
  expect(bodies[0]).toMatchObject({
    client_msg_id: state.o.clientMsgId,
    content: 'Bonsoir',
    sender_identity_id: state.o.senderIdentityId,
  })
  expect(images.convertPhoto).toHaveBeenCalledTimes(2)
})

test('an earlier conversion is reused', async () => {
  const made = new Blob(['d’avant'], { type: 'image/jpeg' })
  await deliverMessage(CONVERSATION, going([photo(1, SPOTS)], { blobs: { p1: made } }).steps)
  expect(images.convertPhoto).not.toHaveBeenCalled()
  expect(uploads.uploadMedia.mock.calls[0]?.[0]).toBe(made)
})

test('a failing photo stops the message, a removed one does not', async () => {
  const waits = (_blob: Blob, { signal }: { signal: AbortSignal }) =>
    new Promise((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason as Error)),
    )
  uploads.uploadMedia.mockImplementationOnce(waits).mockRejectedValueOnce(new Error('coupé'))
  const two = going([photo(1), photo(2)])
  await expect(deliverMessage(CONVERSATION, two.steps)).rejects.toThrow('coupé')
  expect([bodies, two.state.posts]).toEqual([[], 0])

  uploads.uploadMedia
    .mockImplementationOnce(waits)
    .mockResolvedValueOnce({ mediaId: uid('media', 2) })
  const { steps, state } = going([photo(1), photo(2)])
  const sent = deliverMessage(CONVERSATION, steps)
  await eventually(() => expect(state.o.mediaIds).toHaveProperty('p2'))
  state.o = { ...state.o, photos: state.o.photos.slice(1) }
  abortPhotoUpload('p1')
  await sent
  expect(bodies.map((b) => b['media_ids'])).toEqual([[uid('media', 2)]])
})

test('a message discarded during its upload is never posted', async () => {
  uploads.uploadMedia.mockImplementation(
    (_blob: Blob, { signal }: { signal: AbortSignal }) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error)),
      ),
  )
  const { steps, ending, state } = going([photo(1)])
  const sent = deliverMessage(CONVERSATION, steps)
  await eventually(() => expect(uploads.uploadMedia).toHaveBeenCalled())
  ending.abort()
  await expect(sent).rejects.toMatchObject({ name: 'AbortError' })
  expect([bodies, state.posts]).toEqual([[], 0])
})

test('a photo is uploaded as the author of its message, whoever acts by then: an upload may be an agreement', async () => {
  Object.assign(session, { mode: 'single', activeIdentityId: uid('identity', 2) })
  const author = uid('identity', 1)
  for (const senderIdentityId of [author, null])
    await deliverMessage(CONVERSATION, going([photo(1)], { senderIdentityId }).steps)
  expect(uploads.uploadMedia.mock.calls.map(([, options]) => options.author)).toEqual([
    author,
    null,
  ])
})

test('a message of another author takes no photo that was uploaded ahead, and uploads it as its own', async () => {
  const [first, second] = [uid('identity', 1), uid('identity', 2)]
  const [blobs, batch] = [{ p1: JPEG }, [photo(1)]]
  Object.assign(session, { mode: 'single', activeIdentityId: first })
  uploadAhead(photo(1), JPEG)
  await eventually(() => expect(takeUploadedAhead(batch, blobs, first)).not.toEqual({}))
  expect(takeUploadedAhead(batch, blobs, second)).toEqual({})
  expect(takeUploadedAhead(batch, blobs, null)).toEqual({})
  Object.assign(session, { activeIdentityId: second })
  const { steps } = going(batch, { senderIdentityId: second, blobs })
  await deliverMessage(CONVERSATION, steps)
  expect(uploads.uploadMedia.mock.calls.map(([, options]) => options.author)).toEqual([
    first,
    second,
  ])
})
