// @vitest-environment jsdom
import '../../../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DetectedFaces } from '../../../../../src/data/media/looks'
import { choosePeople } from '../../../../../src/data/media/people'
import { session } from '../../../../../src/data/session/session'
import { awaitUploadAhead } from '../../../../../src/features/messaging/outbox/ahead'
import { dispatch, outboxState } from '../../../../../src/features/messaging/outbox/outbox'
import { isLive, type OutgoingContent } from '../../../../../src/features/messaging/outbox/reducer'
import { FACE, look } from '../../../../support/image/looks'
import { CONVERSATION, uid } from '../../../../support/world/messages'
import { choose, draft, settle, startWriting, Writing } from './writing-setup'
import { eventually } from '../../../../support/eventually'

interface Upload {
  readonly file: File
  readonly converted: Blob | null
  readonly people?: string
  readonly signal: AbortSignal
  readonly done: (mediaId: string) => void
  readonly fail: () => void
}
const parts = vi.hoisted(() => ({
  looks: new Map<string, { done: (look: unknown) => void; fail: () => void }>(),
  uploads: [] as unknown[],
}))
vi.mock('../../../../../src/features/messaging/outbox/device', () => ({ openDevice: () => null }))
vi.mock('../../../../../src/features/messaging/outbox/start', () => ({
  startOutbox: () => Promise.resolve(),
}))
vi.mock('../../../../../src/data/media/upload-queue', async (original) => ({
  ...(await original<object>()),
  uploadPhoto: (photo: object) =>
    new Promise((done, failed) =>
      parts.uploads.push({ ...photo, done, fail: () => failed(new Error('network')) }),
    ),
}))
vi.mock('../../../../../src/data/media/images', async () =>
  (await import('../../../../support/image/looks')).imagesWithoutDetector(),
)
vi.mock('../../../../../src/data/media/looks', async (original) => ({
  ...(await original<object>()),
  detectFaces: (file: File) =>
    new Promise((done, failed) =>
      parts.looks.set(file.name, { done, fail: () => failed(new Error('no SIMD')) }),
    ),
}))

const press = (name: string | RegExp) =>
  settle(() => fireEvent.click(screen.getByRole('button', { name })))
const looked = async (name: string, faces: DetectedFaces['faces'] = []): Promise<DetectedFaces> => {
  const result = look(faces)
  await settle(() => parts.looks.get(name)?.done(result))
  return result
}
const uploads = () => parts.uploads as Upload[]
const upload = (name: string): Upload => {
  const found = uploads().find((u) => u.file.name === name)
  if (!found) throw new Error(`${name} was not uploaded`)
  return found
}
const names = () => uploads().map((u) => u.file.name)
const message = (): OutgoingContent => {
  const [entry] = Object.values(outboxState().entries).filter(isLive)
  if (!entry) throw new Error('no message')
  return entry.content
}

beforeEach(() => {
  parts.looks.clear()
  parts.uploads.length = 0
  dispatch({ kind: 'reset' })
  startWriting()
  render(<Writing />)
})
afterEach(async () => {
  await settle(() => draft.photos.forEach((p) => draft.remove(p.id)))
  cleanup()
})

test('photos of a batch leave as soon as they are looked at, with their faces covered, once «Envoyer» is pressed', async () => {
  await choose('a.jpg', 'b.jpg', 'c.jpg', 'd.jpg')
  await looked('a.jpg')
  const second = await looked('b.jpg', [FACE])
  expect(names()).toEqual([])
  await press('Envoyer les 4 photos')
  // not the one in the editor, which may still be changed
  expect(names()).toEqual(['b.jpg'])
  expect(upload('b.jpg').converted).toBe(second.photo)
  await looked('c.jpg')
  expect(names()).toEqual(['b.jpg', 'c.jpg'])
  await settle(() => upload('b.jpg').done('media-b'))
  expect(Object.keys(outboxState().entries)).toEqual([])
  await looked('d.jpg')
  await eventually(() => expect(message().photos).toHaveLength(4))
  // what is there is not uploaded again, what is on its way is waited for
  const [first, , third] = message().photos
  expect(Object.values(message().mediaIds)).toEqual(['media-b'])
  expect(upload('c.jpg').signal.aborted).toBe(false)
  const { blobs, senderIdentityId: author } = message()
  const watch = { author, signal: new AbortController().signal, onShare: vi.fn() }
  expect(await awaitUploadAhead(first as never, blobs[first?.id ?? ''], watch)).toBeNull()
  const joined = awaitUploadAhead(third as never, blobs[third?.id ?? ''], watch)
  upload('c.jpg').done('media-c')
  expect(await joined).toBe('media-c')
})

test('a photo that the detector could not look at waits for the question', async () => {
  await choose('a.jpg', 'b.jpg', 'c.jpg')
  await looked('a.jpg')
  await settle(() => parts.looks.get('b.jpg')?.fail())
  await press('Envoyer les 3 photos')
  expect(names()).toEqual([])
  await looked('c.jpg')
  await screen.findByText(/Nous n’avons pas pu chercher les visages sur 1 photo\./)
  expect(Object.keys(outboxState().entries)).toEqual([])
})

test('«Annuler» after «Envoyer» ends the uploads that have begun', async () => {
  await choose('a.jpg', 'b.jpg', 'c.jpg')
  await looked('a.jpg')
  await looked('b.jpg')
  await press('Envoyer les 3 photos')
  expect(upload('b.jpg').signal.aborted).toBe(false)
  await press('Annuler')
  expect(upload('b.jpg').signal.aborted).toBe(true)
})

test('a photo that asks the other person of the account for an agreement waits for its message', async () => {
  const two = [1, 2].map((n) => ({
    id: uid('identity', n),
    firstname: null,
    identity_handle: `person_${n}`,
  }))
  Object.assign(session, { account: { identities: two } })
  choosePeople('message', uid('identity', 2))
  await choose('a.jpg', 'b.jpg', 'c.jpg')
  await looked('a.jpg')
  await looked('b.jpg')
  await press('Envoyer les 3 photos')
  expect(names()).toEqual([])
  await settle(() => choosePeople('message', uid('identity', 1)))
  expect(names()).toEqual(['b.jpg'])
  expect(upload('b.jpg').people).toBe(uid('identity', 1))
})

test('an upload that has failed is left to the message; those of a discarded one end', async () => {
  await choose('a.jpg', 'b.jpg', 'c.jpg', 'd.jpg')
  for (const name of ['a.jpg', 'b.jpg', 'c.jpg']) await looked(name)
  await press('Envoyer les 4 photos')
  await looked('d.jpg')
  await eventually(() => expect(message().photos).toHaveLength(4))
  const { clientMsgId: key, photos, blobs, senderIdentityId: author } = message()
  const watch = { author, signal: new AbortController().signal, onShare: vi.fn() }
  const failed = awaitUploadAhead(photos[1] as never, blobs[photos[1]?.id ?? ''], watch)
  upload('b.jpg').fail()
  expect(await failed).toBeNull()
  expect(upload('c.jpg').signal.aborted).toBe(false)
  dispatch({ kind: 'discarded', id: CONVERSATION, key })
  expect(upload('c.jpg').signal.aborted).toBe(true)
})
