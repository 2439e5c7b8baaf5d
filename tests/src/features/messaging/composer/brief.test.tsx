// @vitest-environment jsdom
import '../../../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MESSAGE_MEDIA_MAX } from '#contract/limits'
import { toasts } from '../../../../../src/data/state/toasts'
import { PhotoDesk } from '../../../../../src/features/messaging/composer/photo-desk'
import { useDraft } from '../../../../../src/features/messaging/composer/use-draft'
import { useComposerRegistration } from '../../../../../src/features/messaging/composer/use-composer-registration'
import { useSubmit } from '../../../../../src/features/messaging/composer/use-submit'
import { dispatch, outboxState } from '../../../../../src/features/messaging/outbox/outbox'
import { storedPhoto } from '../../../../../src/features/messaging/outbox/photos'
import { isLive } from '../../../../../src/features/messaging/outbox/reducer'
import { undoSend } from '../../../../../src/features/messaging/outbox/undo'
import type { Photo } from '../../../../../src/features/messaging/state/model'
import { photo } from '../../../../support/image/looks'
import { CONVERSATION } from '../../../../support/world/messages'
import { settle, startWriting } from './writing-setup'

vi.mock('../../../../../src/features/messaging/outbox/device', () => ({ openDevice: () => null }))
vi.mock('../../../../../src/features/messaging/outbox/start', () => ({
  startOutbox: () => Promise.resolve(),
}))
vi.mock('../../../../../src/data/media/images', async () =>
  (await import('../../../../support/image/looks')).imagesWithoutDetector(),
)
vi.mock('../../../../../src/data/media/looks', async (original) => ({
  ...(await original<object>()),
  detectFaces: () => new Promise(() => undefined),
}))

let draft: ReturnType<typeof useDraft>
let submit: () => Promise<void>
const Writing = () => {
  const own = useDraft(CONVERSATION, 'i')
  const sending = useSubmit(CONVERSATION, own, () => undefined)
  useComposerRegistration(CONVERSATION, own)
  useEffect(() => {
    draft = own
    ;({ submit } = sending)
  })
  return <PhotoDesk draft={own} submit={sending} onConfirmed={() => undefined} />
}
const confirmed = (name: string): Photo => ({
  id: crypto.randomUUID(),
  file: photo(name),
  spots: [],
  faces: [],
  preview: null,
  still: null,
  ratio: null,
  pending: false,
})
const chosen = () => draft.photos.map((p) => p.brief)
test('photos that are added twice before a render stay within the limit of a message', async () => {
  render(<Writing />)
  const files = Array.from({ length: MESSAGE_MEDIA_MAX - 1 }, (_, i) => photo(`${i}.jpg`))
  await settle(() => {
    draft.add(files)
    draft.add(files)
  })
  expect(draft.photos).toHaveLength(MESSAGE_MEDIA_MAX)
})
test('who chooses more photos than a message takes reads how many are not in it', async () => {
  const files = Array.from({ length: MESSAGE_MEDIA_MAX + 9 }, (_, i) => photo(`${i}.jpg`))
  await settle(() => draft.add(files.slice(0, MESSAGE_MEDIA_MAX - 1)))
  expect(toasts).toEqual([])
  await settle(() => draft.setPhotos([confirmed('one.jpg')]))
  await settle(() => draft.add(files))
  expect(toasts.map((t) => t.text.replace(/\s/g, ' '))).toEqual([
    '20 photos au plus par message : 10 n’ont pas été ajoutées.',
  ])
})
const press = async (name: string): Promise<void> => {
  const option = await screen.findByRole('radio', { name })
  await settle(() => fireEvent.click(option))
}
const sent = () =>
  Object.values(outboxState().entries)
    .filter(isLive)
    .flatMap(({ content }) => content.photos.map((p) => p.brief))

beforeEach(async () => {
  dispatch({ kind: 'reset' })
  startWriting()
  await settle(() => render(<Writing />))
  await settle(() => draft.setPhotos([confirmed('one.jpg')]))
})
afterEach(cleanup)

test('a photo for one look that is taken back before it left is for one look again', async () => {
  await press('Voir une fois')
  await settle(() => void submit())
  expect(sent()).toEqual(['once'])
  await settle(() => undoSend(CONVERSATION))
  expect(sent()).toEqual([])
  expect(await screen.findByRole('radio', { name: 'Voir une fois' })).toHaveProperty(
    'checked',
    true,
  )
  await settle(() => void submit())
  expect(sent()).toEqual(['once'])
})

test('the choice is kept with the photos of the draft, counts for one that is added, and not for the next message', async () => {
  await press('Voir une fois')
  expect(draft.photos.map((p) => storedPhoto(p).brief)).toEqual(['once'])
  await settle(() => draft.add([photo('two.jpg')]))
  expect(chosen()).toEqual(['once', 'once'])
  // the first one leaves with its choice
  await settle(() => draft.remove(draft.photos[0]?.id ?? ''))
  expect(chosen()).toEqual(['once'])
  await settle(() => draft.setPhotos([confirmed('three.jpg')]))
  expect(await screen.findByRole('radio', { name: 'Garder' })).toHaveProperty('checked', true)
  await settle(() => void submit())
  expect(sent()).toEqual([undefined])
})
