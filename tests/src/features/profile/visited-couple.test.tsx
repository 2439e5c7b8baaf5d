// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { session } from '../../../../src/data/session/session'
import type { Profile } from '../../../../src/features/profile/state/api'
import { ProfileScreen } from '../../../../src/features/profile/screen'
import { fresh, serve } from '../../../support/world/events'
import { setUp, slots, identity, made, show, words } from './visited-setup'
import { eventually } from '../../../support/eventually'

setUp()

const couple = (patch: Partial<Profile['account']> = {}) => ({
  identities: [
    {
      ...identity,
      id: fresh('identity'),
      identity_handle: 'hugo',
      gender: 'man',
      is_primary: false,
    },
    { ...identity, id: fresh('identity'), identity_handle: 'lea', firstname: 'Léa' },
  ],
  ...patch,
})

test('CORE-035 SOC-013: the head of a couple names both, the primary first, with the icons of their genders', async () => {
  await show(made(couple() as Partial<Profile['account']>))
  const head = screen.getByRole('heading', { level: 1, name: 'nora' }).closest('header')
  const who = head?.querySelector('p')?.parentElement
  expect([...(who?.querySelectorAll('p > span') ?? [])].map((icon) => icon.textContent)).toEqual([
    'Femme',
    'Homme',
  ])
  expect(who?.textContent).toContain('Léa, hugo')
})

test('SOC-014: «Parler en direct» stands on another member’s profile, not on one’s own', async () => {
  await show(made())
  expect(screen.getByRole('button', { name: 'Parler en direct' }).getAttribute('title')).toBe(
    'Discussion privée',
  )
  cleanup()
  await show(made({ is_own: true }), true)
  expect(screen.queryByRole('button', { name: 'Parler en direct' })).toBeNull()
})

test('SOC-022: «Chargement du profil…» until it is there', async () => {
  const profile = made()
  const id = fresh('own')
  Object.assign(session, {
    phase: 'signed-in',
    accountId: id,
    account: { ...profile.account, id, account_handle: 'moi' },
    mode: 'single',
    identityIds: [],
  })
  let give: (profile: Profile) => void = () => undefined
  serve({
    [`GET /accounts/${profile.account.id}/profile`]: () =>
      new Promise((resolve) => {
        give = resolve
      }),
    [`GET /relations/${profile.account.id}/events`]: () => ({ events: [] }),
  })
  render(<ProfileScreen id={profile.account.id} slots={slots} />)
  await screen.findByText('Chargement du profil…')
  await eventually(() => {
    give(profile)
    expect(screen.queryByText('Chargement du profil…')).toBeNull()
  })
})

test('CORE-046: the description and the contexts are shown to a visitor, of a solo and of a couple', async () => {
  for (const account of [{}, couple() as Partial<Profile['account']>]) {
    const profile = made(account)
    await show({
      ...profile,
      data: {
        ...profile.data,
        description: 'Une phrase sur nous',
        contextPractices: { clubs: 80 },
      },
    })
    expect(screen.getByText('Une phrase sur nous')).toBeTruthy()
    expect(screen.getByRole('heading', { name: /Contextes/ })).toBeTruthy()
    expect(screen.getByText('Clubs')).toBeTruthy()
    cleanup()
  }
})

test('CORE-132: on one’s own profile a card is titled by first name or handle, and says what the others read', async () => {
  const profile = made({ ...couple(), is_own: true } as Partial<Profile['account']>)
  await show(
    {
      ...profile,
      data: {
        ...profile.data,
        person1: { ...profile.data.person1, firstName: 'Léa' },
        person2: { ...profile.data.person1, firstName: null },
      },
    },
    true,
  )
  const card = (title: string) => screen.getByRole('heading', { name: title }).closest('section')
  expect(words(card('Léa')?.textContent)).toContain('Les autres lisent : lea')
  expect(words(card('hugo')?.textContent)).toContain('Les autres lisent : hugo')
})
