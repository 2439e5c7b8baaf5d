// @vitest-environment jsdom
import '../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { session } from '../../../src/data/session/session'
import { uploadMedia } from '../../../src/data/media/upload'
import { BannerField } from '../../../src/features/events/form/banner-field'
import { GroupPicture } from '../../../src/features/messaging/group/group-picture'
import { fresh } from '../../support/world/events'

vi.mock('../../../src/parts/blur/check-faces', () => ({
  checkFaces: (files: readonly File[]) =>
    Promise.resolve(files.map((file) => ({ file, spots: [] }))),
}))
vi.mock('../../../src/data/media/images', () => ({
  convertPhoto: () => Promise.resolve({ status: 'unchanged' }),
}))
vi.mock('../../../src/data/media/upload', () => ({
  uploadMedia: vi.fn(() => Promise.resolve({ mediaId: 'media-1' })),
}))
afterEach(() => {
  cleanup()
  vi.mocked(uploadMedia).mockClear()
})

const members = (...names: string[]): string[] => {
  const identities = names.map((name, i) => ({
    id: fresh('identity'),
    identity_handle: name,
    gender: 'woman',
    firstname: name,
    is_primary: i === 0,
    avatar_url: null,
  }))
  const id = fresh('own')
  Object.assign(session, {
    phase: 'signed-in',
    accountId: id,
    activeIdentityId: identities[0]?.id,
    account: { id, account_handle: 'lea_hugo', avatar_url: null, identities },
  })
  return identities.map((i) => i.id)
}
const choose = (container: HTMLElement): void => {
  const input = container.querySelector('input[type=file]')
  const files = [new File(['x'], 'photo.jpg', { type: 'image/jpeg' })]
  if (input) fireEvent.change(input, { target: { files } })
}
const nothing = (): void => undefined
const group = (onChange: () => void) => (
  <GroupPicture avatar={null} onChange={onChange} onError={nothing} />
)

test('a couple says who is on the picture of a group once it has chosen one, before it leaves', async () => {
  const [, hugo] = members('Léa', 'Hugo')
  const changed = vi.fn()
  const { container } = render(group(changed))
  expect(screen.queryByRole('radio')).toBeNull()
  choose(container)
  fireEvent.click(await screen.findByRole('radio', { name: 'Hugo' }))
  expect(uploadMedia).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Ajouter' }))
  await waitFor(() => expect(changed).toHaveBeenCalledWith('media-1'))
  expect(vi.mocked(uploadMedia).mock.calls[0]?.[1]).toMatchObject({ people: hugo })
  expect(screen.queryByRole('radio')).toBeNull()
})

test('a banner that is given up at this question is not sent', async () => {
  members('Léa', 'Hugo')
  const changed = vi.fn()
  const { container } = render(
    <BannerField
      saved={null}
      eventId={undefined}
      value={null}
      onChange={changed}
      onBusy={nothing}
    />,
  )
  expect(screen.queryByRole('radio')).toBeNull()
  choose(container)
  await screen.findByRole('radio', { name: 'Nous deux' })
  fireEvent.click(screen.getByRole('button', { name: 'Annuler' }))
  await waitFor(() => expect(screen.queryByRole('radio')).toBeNull())
  expect(uploadMedia).not.toHaveBeenCalled()
  expect(changed).not.toHaveBeenCalled()
})

test('a single member is not asked', async () => {
  members('Nora')
  const changed = vi.fn()
  const { container } = render(group(changed))
  choose(container)
  await waitFor(() => expect(changed).toHaveBeenCalledWith('media-1'))
  expect(screen.queryByRole('radio')).toBeNull()
})
