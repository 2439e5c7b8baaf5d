// @vitest-environment jsdom
import '../../../../support/browser/dom-shims'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DetectedFaces } from '../../../../../src/data/media/looks'
import { copiesOf } from '../../../../../src/features/messaging/outbox/copies'
import { setOutgoing } from '../../../../../src/features/messaging/state/store'
import { FACE, look } from '../../../../support/image/looks'
import { CONVERSATION } from '../../../../support/world/messages'
import { choose, draft, settle, startWriting, submit, Writing } from './writing-setup'
import { eventually } from '../../../../support/eventually'

type Job = { name: string; done: (look: DetectedFaces) => void; fail: () => void }
const detector = vi.hoisted(() => ({ jobs: [] as Job[], send: vi.fn() }))
vi.mock('../../../../../src/features/messaging/outbox/device', () => ({ openDevice: () => null }))
vi.mock('../../../../../src/features/messaging/outbox/send', () => ({
  sendDraft: detector.send,
  takeBackOutgoing: () => undefined,
}))
vi.mock('../../../../../src/data/media/images', async () =>
  (await import('../../../../support/image/looks')).imagesWithoutDetector(),
)
vi.mock('../../../../../src/data/media/looks', async (original) => ({
  ...(await original<object>()),
  detectFaces: (file: File) =>
    new Promise<DetectedFaces>((done, failed) =>
      detector.jobs.push({ name: file.name, done, fail: () => failed(new Error('no SIMD')) }),
    ),
}))

const button = (name: string | RegExp) => screen.getByRole('button', { name })
const job = (name: string): Job => {
  const found = detector.jobs.find((j) => j.name === name)
  if (!found) throw new Error(`${name} was not looked at`)
  return found
}

beforeEach(() => {
  Object.assign(detector, { jobs: [] })
  detector.send.mockReset().mockResolvedValue({ error: null })
  startWriting()
  render(<Writing />)
})
afterEach(cleanup)

test('every chosen photo is looked at; «Tout ajouter» waits for all and adds them with their spots', async () => {
  await choose('a.jpg', 'b.jpg', 'c.jpg')
  expect(detector.jobs.map((j) => j.name)).toEqual(['a.jpg', 'b.jpg', 'c.jpg'])
  await settle(() => job('a.jpg').done(look([FACE])))
  expect(screen.getAllByRole('button', { name: /^Zone floutée/ }).length).toBe(1)
  await settle(() => fireEvent.click(button('Tout ajouter')))
  expect(screen.getByText('Recherche des visages 2/3')).toBeTruthy()
  expect(draft.photos.every((p) => p.pending)).toBe(true)
  await settle(() => job('b.jpg').done(look([FACE, { ...FACE, x: 700 }])))
  expect(draft.photos.every((p) => p.pending)).toBe(true)
  await settle(() => job('c.jpg').done(look([])))
  expect(draft.photos.map((p) => [p.pending, p.spots.length])).toEqual([
    [false, 1],
    [false, 2],
    [false, 0],
  ])
  // the preview of an unopened photo shows its spots
  expect(draft.photos[1]?.still).toBeInstanceOf(Blob)
  await settle(submit)
  expect(detector.send).toHaveBeenCalledTimes(1)
})

test('what was made while a photo was looked at is what is sent and shown', async () => {
  const drawn: unknown[] = []
  URL.createObjectURL = (blob) => `blob:${drawn.push(blob)}`
  await choose('a.jpg', 'b.jpg')
  const looks = [look([FACE]), look([])] as const
  await settle(() => job('a.jpg').done(looks[0]))
  await settle(() => job('b.jpg').done(looks[1]))
  const { photos } = draft
  expect(Object.values(copiesOf(photos))).toEqual(looks.map((l) => l.photo))
  const shown = photos.map((p) => drawn[Number(p.preview?.slice(5)) - 1])
  expect(shown).toEqual(looks.map((l) => l.photo))
  expect(drawn).not.toContain(photos[1]?.file)
})

test('what was made before is not sent once the spots are others: lifted, or of another strength', async () => {
  await choose('a.jpg', 'b.jpg', 'c.jpg')
  const looked = look([FACE])
  await settle(() => job('a.jpg').done(look([])))
  for (const name of ['b.jpg', 'c.jpg']) await settle(() => job(name).done(looked))
  await settle(() => fireEvent.click(button('Suivant 2/3')))
  const [, second, third] = draft.photos
  const ready = () => Object.keys(copiesOf(draft.photos))
  expect(ready()).toEqual(expect.arrayContaining([second?.id, third?.id]))
  const zone = await screen.findByRole('button', { name: /^Zone floutée/ })
  fireEvent.keyDown(zone, { key: 'Delete' })
  await settle(() => undefined)
  await settle(() => fireEvent.click(button('Suivant 3/3')))
  expect(draft.photos[1]?.spots).toEqual([])
  expect(ready()).not.toContain(second?.id)
  expect(ready()).toContain(third?.id)
  const spots = looked.spots.map((spot) => ({ ...spot, intensity: 1 as const }))
  await settle(() => draft.change(third?.id ?? '', { spots }))
  expect(ready()).not.toContain(third?.id)
  // drafts outlive the composer
  await settle(() => draft.photos.forEach((p) => draft.remove(p.id)))
})

test('who leaves the discussion leaves nothing behind of photos that were not confirmed', async () => {
  await choose('a.jpg')
  await settle(() => job('a.jpg').done(look([FACE])))
  const { photos } = draft
  expect(Object.keys(copiesOf(photos))).toEqual([photos[0]?.id])
  cleanup()
  expect(copiesOf(photos)).toEqual({})
})

test('«Envoyer» closes the editor, and the message is made in a task after that', async () => {
  await choose('a.jpg')
  await settle(() => job('a.jpg').done(look([])))
  act(() => void fireEvent.click(button('Envoyer')))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(draft.photos.every((p) => !p.pending)).toBe(true)
  // nor are its thumbnails drawn for that task
  expect(screen.queryByRole('list', { name: 'Photos jointes' })).toBeNull()
  expect(detector.send).not.toHaveBeenCalled()
  await eventually(() => expect(detector.send).toHaveBeenCalledTimes(1))
})

test('«Envoyer» in the editor sends behind a message that is on its way: closing the page loses nothing', async () => {
  setOutgoing(CONVERSATION, [
    {
      clientMsgId: 'before',
      state: 'sending',
      photos: [],
      createdAt: new Date().toISOString(),
    } as never,
  ])
  await choose('a.jpg')
  await settle(() => job('a.jpg').done(look([FACE])))
  await settle(() => fireEvent.click(button('Envoyer')))
  await eventually(() => expect(detector.send).toHaveBeenCalledTimes(1))
  expect(detector.send.mock.calls[0]?.[1]).toMatchObject({ photos: [{ spots: [{ found: true }] }] })
})

test('a photo cannot be added before it was looked at', async () => {
  await choose('a.jpg')
  expect(button('Ajouter la photo')).toHaveProperty('disabled', true)
  await settle(() => job('a.jpg').done(look([])))
  expect(button('Ajouter la photo')).toHaveProperty('disabled', false)
})

test('a lifted face is named on the thumbnail and asked about once before it is sent', async () => {
  await choose('a.jpg')
  await settle(() => job('a.jpg').done(look([FACE, { ...FACE, x: 700 }])))
  fireEvent.keyDown(button(/^Zone floutée 2/), { key: 'Delete' })
  await settle(() => undefined)
  await settle(() => fireEvent.click(button('Ajouter la photo')))
  button(/photo 1 \(1.zone floutée, 1.visage visible\)/)
  await settle(submit)
  expect(screen.getByText('Un visage est visible sur 1 photo.')).toBeTruthy()
  expect(detector.send).not.toHaveBeenCalled()
  await settle(() => fireEvent.click(button('Flouter')))
  await screen.findByRole('dialog', { name: 'Flouter les visages' })
  // the lifted face stays lifted until the member covers it
  expect(screen.getAllByRole('button', { name: /^Zone floutée/ }).length).toBe(1)
  fireEvent.click(button('Annuler'))
  await settle(submit)
  await settle(() => fireEvent.click(button('Envoyer ainsi')))
  expect(detector.send).toHaveBeenCalledTimes(1)
})

test('«Envoyer ainsi» also sends behind a message that is on its way', async () => {
  setOutgoing(CONVERSATION, [
    {
      clientMsgId: 'before',
      state: 'sending',
      photos: [],
      createdAt: new Date().toISOString(),
    } as never,
  ])
  await choose('a.jpg')
  await settle(() => job('a.jpg').fail())
  await settle(() => fireEvent.click(button('Envoyer')))
  // asked in a task after the editor has closed
  const asIs = await screen.findByRole('button', { name: 'Envoyer ainsi' })
  await settle(() => fireEvent.click(asIs))
  await eventually(() => expect(detector.send).toHaveBeenCalledTimes(1))
})

test('a photo that the detector could not look at is asked about, unless the member has placed a spot', async () => {
  await choose('a.jpg')
  await settle(() => job('a.jpg').fail())
  expect(
    screen.getByText('La détection n’est pas possible ici. Touchez les visages à flouter.'),
  ).toBeTruthy()
  await settle(() => fireEvent.click(button('Ajouter la photo')))
  await settle(submit)
  expect(screen.getByText(/Nous n’avons pas pu chercher les visages sur 1 photo\./)).toBeTruthy()
  expect(detector.send).not.toHaveBeenCalled()
  await settle(() => fireEvent.click(button('Flouter')))
  await screen.findByRole('img', { name: 'Aperçu' })
  await settle(() => fireEvent.click(button('Flouter le centre')))
  await settle(() => fireEvent.click(button('Valider')))
  await settle(submit)
  expect(detector.send).toHaveBeenCalledTimes(1)
})
