import '../../../support/browser/dom-shims'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { session } from '../../../../src/data/session/session'
import type { Profile } from '../../../../src/features/profile/state/api'
import { ProfileScreen } from '../../../../src/features/profile/screen'
import { fresh, serve } from '../../../support/world/events'
import { profile as profileData } from '../../../support/world/profiles'

export const slots = { events: () => <p>ses sorties</p>, albums: () => <p>ses albums</p> }

export const CREATED = '2026-01-01T10:00:00.000Z'

export const SEEN = '2026-02-03T18:45:00.000Z'

export const identity = {
  id: fresh('identity'),
  identity_handle: 'nora',
  gender: 'woman',
  firstname: null,
  is_primary: true,
  avatar_url: null,
}

export const made = (
  account: Partial<Profile['account']> = {},
  patch: Partial<Profile> = {},
): Profile => {
  const data = profileData()
  return {
    account: {
      id: fresh('member'),
      account_handle: 'nora',
      avatar_url: null,
      identities: [identity],
      created_at: CREATED,
      last_seen_at: SEEN,
      is_online: false,
      deleted: false,
      is_own: false,
      ...account,
    },
    data: { ...data, person1: { ...data.person1, age: null } },
    completion: 64,
    photo_count: 24,
    event_count: 3,
    has_private: false,
    is_relation: true,
    may_share: true,
    badge: { verifiedOn: null, met: 0, metByMe: false, mayMeet: false },
    ...patch,
  } as unknown as Profile
}

/** The page of a profile; with `own`, of the member who looks. */
export const show = async (
  profile: Profile,
  own = false,
  events: () => unknown = () => ({ events: [] }),
): Promise<void> => {
  const id = own ? profile.account.id : fresh('own')
  Object.assign(session, {
    phase: 'signed-in',
    accountId: id,
    account: own ? profile.account : { ...profile.account, id, account_handle: 'moi' },
    mode: 'single',
    identityIds: [],
  })
  serve({
    [`GET /accounts/${profile.account.id}/profile`]: () => ({ ...profile }),
    [`GET /relations/${profile.account.id}/events`]: events,
  })
  render(<ProfileScreen id={own ? null : profile.account.id} slots={slots} />)
  await screen.findByText(/Membre depuis le/)
}

export const words = (text: string | null | undefined): string =>
  (text ?? '').replace(/[\u00a0\u202f]/g, ' ')

export const setUp = (): void => {
  afterEach(() => {
    cleanup()
    vi.unstubAllGlobals()
  })
}
