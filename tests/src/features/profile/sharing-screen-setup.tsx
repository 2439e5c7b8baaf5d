import '../../../support/browser/dom-shims'
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import type { Album } from '#contract/albums/albums'
import { session } from '../../../../src/data/session/session'
import type { Profile } from '../../../../src/features/profile/state/api'
import { SharingScreen } from '../../../../src/features/profile/private/sharing'
import { fresh, serve } from '../../../support/world/events'
import { profile as profileData } from '../../../support/world/profiles'

export const identity = {
  id: fresh('identity'),
  identity_handle: 'moi',
  gender: 'woman',
  firstname: null,
  is_primary: true,
  avatar_url: null,
}

export const signIn = (id: string | null): void => {
  Object.assign(session, {
    phase: 'signed-in',
    accountId: id,
    account: id && { id, account_handle: 'moi', identities: [identity] },
    mode: 'single',
    identityIds: [],
  })
}

export const visited = (patch: Partial<Profile> = {}): Profile => {
  const data = profileData()
  const account = {
    id: fresh('member'),
    account_handle: 'nora',
    avatar_url: null,
    identities: [],
    created_at: '2026-01-01T10:00:00.000Z',
    last_seen_at: null,
    is_online: false,
    deleted: false,
    is_own: false,
  }
  return {
    account,
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

/** The screen, with what is shared already and one's own albums. */
export const show = (shared: Record<string, unknown> = {}, albums: readonly Album[] = []) => {
  const profile = visited()
  const get = `GET /relations/${profile.account.id}/sharing`
  const asked = serve({
    [get]: () => ({
      shareNames: false,
      shareEvents: false,
      shareAllPrivateAlbums: false,
      sharedAlbumIds: [],
      ...shared,
    }),
    'GET /albums': () => ({ albums, sharedAlbums: [] }),
  })
  render(<SharingScreen profile={profile} />)
  return { asked, get, profile }
}

export const section = async () =>
  within(
    (await screen.findByRole('heading', { name: 'Albums privés' })).closest(
      'section',
    ) as HTMLElement,
  )

export const words = (text: string | null | undefined): string =>
  (text ?? '').replace(/\u00a0/g, ' ')

/** Starts what every test of this file shares. */
export const setUp = (): void => {
  beforeEach(() => {
    signIn(fresh('own'))
  })
  afterEach(() => {
    cleanup()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
}
