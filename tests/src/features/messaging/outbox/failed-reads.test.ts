// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  openOutbox,
  type Outbox,
  type StoredMessage,
} from '../../../../../src/data/device/outbox-store'
import { session } from '../../../../../src/data/session/session'
import {
  draftPhotos,
  forgetDraftPhotos,
  storeDraftPhotos,
} from '../../../../../src/features/messaging/composer/draft-box'
import { openOutboxEngine } from '../../../../../src/features/messaging/outbox/engine'
import { dispatch, outboxEntryOf } from '../../../../../src/features/messaging/outbox/outbox'
import { createReader } from '../../../../../src/features/messaging/outbox/persistence'
import type { Photo } from '../../../../../src/features/messaging/state/model'
import { eventually } from '../../../../support/eventually'
import { FakeLocks } from '../../../../support/hub/locks'
import { CONVERSATION, mine, outgoing, OWN, uid } from '../../../../support/world/messages'

const device = vi.hoisted(() => ({ box: null as unknown as Promise<Outbox> }))
vi.mock('../../../../../src/features/messaging/outbox/device', async (original) => ({
  ...(await original<object>()),
  openDevice: () => ({
    accountId: OWN,
    box: device.box,
    closed: new AbortController().signal,
    close: () => undefined,
  }),
}))

const KEY = uid('client', 1)
const failure = () => new DOMException('Internal error.', 'UnknownError')
const PHOTO = { id: 'p', name: 'p.jpg', spots: [], ratio: 1, converted: true }
const stored = (clientMsgId: string): StoredMessage => {
  const { shares: _shares, blobs: _blobs, ...content } = outgoing({ clientMsgId })
  return { ...content, photos: [], conversationId: CONVERSATION, state: 'waiting' }
}
/** A device with a message that an earlier page has left. */
const left = async (photos: StoredMessage['photos'] = []): Promise<Outbox> => {
  const box = await openOutbox(OWN, () => undefined)
  const files = new Map(photos.map(({ id }) => [id, new Blob(['x'])]))
  await box.put({ ...stored(KEY), photos }, files)
  return box
}
let sent: unknown[]
beforeEach(() => {
  sent = []
  dispatch({ kind: 'reset' })
  forgetDraftPhotos(OWN)
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
    if (init.method === 'POST') sent.push(JSON.parse(init.body as string).client_msg_id)
    return Promise.resolve(Response.json({ message: mine(1, { clientMsgId: KEY }) }))
  })
  Object.defineProperty(navigator, 'locks', { value: new FakeLocks(), configurable: true })
  Object.assign(session, { phase: 'signed-in', token: 't', accountId: OWN })
})
afterEach(() => vi.unstubAllGlobals())

test('messages of a device whose reading fails at the start are sent once it is read', async () => {
  const box = await left()
  const messages = vi
    .fn(box.messages)
    .mockRejectedValueOnce(failure())
    .mockRejectedValueOnce(failure())
  device.box = Promise.resolve({ ...box, messages })
  await openOutboxEngine(OWN)
  await eventually(() => expect(sent).toEqual([KEY]))
  await eventually(async () => expect(await box.messages()).toEqual([]))
})

test('a photo that cannot be read at once does not keep the outbox from starting', async () => {
  const box = await left([PHOTO])
  const file = vi.fn(box.file).mockRejectedValueOnce(failure()).mockRejectedValueOnce(failure())
  device.box = Promise.resolve({ ...box, file })
  await openOutboxEngine(OWN)
  expect(outboxEntryOf(KEY)).toBeUndefined()
  await eventually(() => expect(outboxEntryOf(KEY)).toBeDefined())
})

/** A device with a photo that an earlier page has left in a draft. */
const drafted = async (): Promise<Outbox> => {
  const box = await openOutbox(OWN, () => undefined)
  const draft = { key: `${CONVERSATION}:both`, photos: [PHOTO], quote: null }
  await box.putDraft(draft, new Map([['p', new Blob(['x'])]]))
  return box
}
const shown = (): readonly string[] => draftPhotos(CONVERSATION, 'both').map(({ id }) => id)

test('a draft photo that cannot be read at once comes later, and keeps no message from leaving', async () => {
  const box = await drafted()
  await box.put(stored(KEY), new Map())
  const file = vi.fn(box.file).mockRejectedValueOnce(failure())
  device.box = Promise.resolve({ ...box, file })
  await openOutboxEngine(OWN)
  await eventually(() => expect(sent).toEqual([KEY]))
  await eventually(() => expect(shown()).toEqual(['p']))
})

test('a draft whose reading fails is not erased by what is chosen meanwhile', async () => {
  const box = await drafted()
  const drafts = vi.fn(box.drafts).mockRejectedValueOnce(failure())
  const putDraft = vi.fn(box.putDraft)
  device.box = Promise.resolve({ ...box, drafts, putDraft })
  await openOutboxEngine(OWN)
  // the member has taken another quote, without any photo
  storeDraftPhotos(CONVERSATION, 'both', [], null)
  await eventually(() => expect(shown()).toEqual(['p']))
  await eventually(() => expect(putDraft).toHaveBeenCalledTimes(1))
  expect((await box.drafts()).map((d) => d.photos.map(({ id }) => id))).toEqual([['p']])
})

test('a draft that stays unreadable stays on the device', async () => {
  vi.useFakeTimers()
  const box = await drafted()
  device.box = Promise.resolve({ ...box, file: () => Promise.reject(failure()) })
  await openOutboxEngine(OWN)
  storeDraftPhotos(CONVERSATION, 'both', [], null)
  await vi.advanceTimersByTimeAsync(60_000)
  vi.useRealTimers()
  expect(shown()).toEqual([])
  expect((await box.drafts()).map((d) => d.photos.map(({ id }) => id))).toEqual([['p']])
})

test('photos chosen after drafts could not be read are stored with them once they can be', async () => {
  vi.useFakeTimers()
  const box = await drafted()
  const drafts = vi.fn(box.drafts)
  for (let n = 0; n < 5; n += 1) drafts.mockRejectedValueOnce(failure())
  device.box = Promise.resolve({ ...box, drafts })
  await openOutboxEngine(OWN)
  await vi.advanceTimersByTimeAsync(60_000)
  vi.useRealTimers()
  const chosen: Photo = {
    id: 'q',
    file: new File(['x'], 'q.jpg'),
    spots: [],
    faces: [],
    preview: null,
    still: null,
    ratio: 1,
    pending: false,
  }
  storeDraftPhotos(CONVERSATION, 'both', [chosen], null)
  await eventually(async () =>
    expect((await box.drafts()).map((d) => d.photos.map(({ id }) => id))).toEqual([['p', 'q']]),
  )
})

test('what a database that opens late holds is sent and shown once, beside what was written meanwhile', async () => {
  const box = await drafted()
  await box.put(stored(KEY), new Map())
  let open = (): void => undefined
  const late = new Promise<void>((resolve) => {
    open = resolve
  })
  const isOpen = vi.fn(() => false)
  const unless = async <T>(value: Promise<T>, none: T): Promise<T> => (isOpen() ? value : none)
  device.box = Promise.resolve({
    ...box,
    late,
    messages: () => unless(box.messages(), []),
    message: (id: string) => unless(box.message(id), undefined),
    drafts: () => unless(box.drafts(), []),
  })
  const engine = await openOutboxEngine(OWN)
  storeDraftPhotos(CONVERSATION, 'both', [], null)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect([sent, shown()]).toEqual([[], []])
  isOpen.mockReturnValue(true)
  open()
  await eventually(() => expect(sent).toEqual([KEY]))
  await eventually(() => expect(shown()).toEqual(['p']))
  await eventually(async () => expect(await box.messages()).toEqual([]))
  expect((await box.drafts()).map((d) => d.photos.map(({ id }) => id))).toEqual([['p']])
  engine.stop()
  expect(sent).toEqual([KEY])
})

test('a refused message is read with whether a retry can succeed; one stored before that was known can be retried', async () => {
  const box = { file: async () => null } as unknown as Outbox
  const read = createReader(box, () => true)
  const [known, older] = [KEY, uid('client', 2)]
  await read({ ...stored(known), state: 'failed', error: 'Non.', isFinal: true }, 'restored')
  const { isFinal: _isFinal, ...before } = stored(older)
  await read({ ...before, state: 'failed', error: 'Non.' }, 'restored')
  expect(outboxEntryOf(known)).toMatchObject({ status: 'refused', error: 'Non.', isFinal: true })
  expect(outboxEntryOf(older)).toMatchObject({ status: 'refused', error: 'Non.', isFinal: false })
})
