// @vitest-environment jsdom
import '../../support/browser/dom-shims'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { EventCard } from '../../../src/features/events/list/event-card'
import { ProfileHeader, type SeenAccount } from '../../../src/features/profile/view/header'
import {
  AccountAvatar,
  GroupAvatar,
  NamedAvatar,
  type AccountFace,
} from '../../../src/parts/member/avatar'
import { item } from '../../support/world/events'

const closed = vi.hoisted(() => new Set<string>())
vi.mock('../../../src/data/media/media-urls', async (original) => ({
  ...(await original<object>()),
  useSignedUrl: (ref: string | null) =>
    ref === null
      ? { state: 'loading', url: null }
      : closed.has(ref)
        ? { state: 'error', url: null, refused: true }
        : { state: 'ready', url: `/bytes${ref}` },
}))
afterEach(() => {
  cleanup()
  closed.clear()
})

const person = (identity_handle: string, avatar_url: string | null) => ({
  id: identity_handle,
  identity_handle,
  gender: 'woman' as const,
  avatar_url,
  firstname: null,
  is_primary: true,
})
const couple: AccountFace = {
  account_handle: 'velours',
  avatar_url: null,
  identities: [person('nora', '/nora'), person('ines', '/ines')],
}
const solo: AccountFace = { account_handle: 'samuel', avatar_url: '/samuel', identities: [] }
const PLACES = [
  ['an account', <AccountAvatar key="" account={solo} />, ['/samuel'], 'S'],
  ['a couple', <AccountAvatar key="" account={couple} />, ['/nora', '/ines'], 'NI'],
  ['an identity', <NamedAvatar key="" name="zoe" avatar="/zoe" />, ['/zoe'], 'Z'],
  ['a group', <GroupAvatar key="" first={solo} second={couple} />, ['/samuel', '/nora'], 'SV'],
] as const

test.each(PLACES)(
  'the avatar of %s that was closed is initials, not a broken picture',
  (...given) => {
    const [, avatar, pictures, initials] = given
    const { container, rerender } = render(avatar)
    expect(container.querySelectorAll('img')).toHaveLength(pictures.length)
    for (const picture of pictures) closed.add(picture)
    rerender(<div>{avatar}</div>)
    expect(container.querySelectorAll('img')).toHaveLength(0)
    expect(container.textContent).toBe(initials)
  },
)

test('a face on the card of an event, which has no initials, leaves with its picture', () => {
  const event = item({ faces: ['/samuel', '/zoe'] })
  closed.add('/zoe')
  const { container } = render(<EventCard event={event} />)
  const faces = [...container.querySelectorAll('img')].map((i) => i.getAttribute('src'))
  expect(faces).toEqual(['/bytes/samuel'])
  expect(container.querySelector('[class*=faces]')?.children).toHaveLength(1)
})

test('a picture that was closed is not offered to be opened', () => {
  const account = {
    ...solo,
    id: 'samuel',
    is_own: false,
    is_online: false,
    last_seen_at: null,
  } as unknown as SeenAccount
  const name = 'Voir la photo de samuel'
  const { rerender } = render(<ProfileHeader account={account} />)
  expect(screen.queryByRole('button', { name })).not.toBeNull()
  closed.add('/samuel')
  rerender(<ProfileHeader account={{ ...account }} />)
  expect(screen.queryByRole('button', { name })).toBeNull()
})
