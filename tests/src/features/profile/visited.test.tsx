// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { memberKey } from '../../../../src/data/http/keys'
import { mutate } from '../../../../src/data/http/mutate'
import { session } from '../../../../src/data/session/session'
import { toasts } from '../../../../src/data/state/toasts'
import type { Profile } from '../../../../src/features/profile/state/api'
import { ProfileScreen } from '../../../../src/features/profile/screen'
import { dateLong, dateTime } from '../../../../src/lib/dates'
import { subscribe } from '../../../../src/data/push/push'
import { fresh, Refusal, serve } from '../../../support/world/events'
import { setUp, slots, CREATED, SEEN, made, show, words } from './visited-setup'
import { eventually } from '../../../support/eventually'

setUp()

const footer = (): string[] =>
  [
    ...(screen
      .getByText(/Membre depuis le/)
      .closest('footer')
      ?.querySelectorAll('p') ?? []),
  ].map((p) => words(p.textContent))

test('CORE-047 SOC-016: the foot of a profile tells since when, and the last connection: its date, «En ligne maintenant», or «Inconnue»', async () => {
  await show(made())
  expect(footer()).toEqual([
    words(`Membre depuis le ${dateLong(CREATED)}`),
    words(`Dernière connexion : ${dateTime(new Date(SEEN))}`),
  ])
  // and it is there to read: no field that could be changed
  expect(screen.queryAllByRole('textbox')).toEqual([])
  cleanup()
  await show(made({ is_online: true }))
  expect(footer()[1]).toBe('En ligne maintenant')
  cleanup()
  await show(made({ last_seen_at: null }))
  expect(footer()[1]).toBe('Dernière connexion : Inconnue')
})

test('CORE-042: a visitor has the tabs «Profil», «Photos» and «Privé»; on one’s own profile there are none', async () => {
  await show(made())
  expect(
    screen.getAllByRole('tab').map((t) => words(t.textContent).split(' ')[0]?.replace(/\d+$/, '')),
  ).toEqual(expect.arrayContaining(['Profil', 'Photos', 'Privé']))
  cleanup()
  await show(made({ is_own: true }), true)
  expect(screen.queryAllByRole('tab')).toEqual([])
})

test('CORE-040: «Sorties» is a tab only where the shared outings are told', async () => {
  await show(made())
  expect(screen.getByRole('tab', { name: /^Sorties/ })).toBeTruthy()
  cleanup()
  await show(made({}, { event_count: null }))
  expect(screen.queryByRole('tab', { name: /^Sorties/ })).toBeNull()
  expect(screen.getByRole('tab', { name: /^Profil/ }).getAttribute('aria-selected')).toBe('true')
})

test('CORE-038: a visitor opens the avatar; where there is no picture there is nothing to open', async () => {
  const avatar = fresh('media')
  await show(made({ avatar_url: avatar }))
  fireEvent.click(screen.getByRole('button', { name: 'Voir la photo de nora' }))
  expect(await screen.findByRole('dialog', { name: /Photo 1 sur 1/ })).toBeTruthy()
  cleanup()
  await show(made())
  expect(screen.queryByRole('button', { name: /Voir la photo/ })).toBeNull()
})

test('CORE-130: the owner sees every field, the empty ones with what belongs there; a visitor sees none of these', async () => {
  const places = (): (string | null)[] =>
    screen
      .queryAllByText(
        /: à compléter$|Votre ville, jamais plus précise|Présentez-vous en quelques lignes/,
      )
      .map((n) => words(n.textContent))
  await show(made({ is_own: true }), true)
  expect(places()).toEqual(
    expect.arrayContaining([
      'Votre ville, jamais plus précise que la commune.',
      'Présentez-vous en quelques lignes.',
      'Âge : à compléter',
      'Taille : à compléter',
      'Silhouette : à compléter',
    ]),
  )
  expect(screen.getByRole('heading', { name: /Contextes appréciés/ })).toBeTruthy()
  cleanup()
  await show(made())
  expect(places()).toEqual([])
})

test('CORE-131 CORE-133: a visitor reads what is filled and nothing of what is not, and opens no field', async () => {
  const { data } = made()
  await show(
    made({}, {
      data: {
        ...data,
        description: 'Une phrase sur moi',
        person1: { ...data.person1, age: 34, silhouette: null, taille: null, smoker: 'non-fumeur' },
        contextPractices: { clubs: 80, saunas: null },
      },
    } as unknown as Partial<Profile>),
  )
  const facts = within(screen.getByRole('list', { name: 'En bref' }))
  expect(facts.getAllByRole('listitem').map((li) => words(li.textContent))).toEqual([
    '34 ans',
    expect.stringMatching(/^Non-fum/),
  ])
  expect(screen.getByText('Clubs')).toBeTruthy()
  const page = document.body.textContent ?? ''
  for (const absent of [/à compléter/, /à noter/, /Saunas/, /Attirances/, /Pratiques/, /Ville/])
    expect(page).not.toMatch(absent)
  for (const field of ['34', 'Une phrase sur moi', 'Clubs', 'Membre depuis'])
    fireEvent.click(screen.getByText(new RegExp(field)))
  expect([screen.queryByRole('dialog'), screen.queryByRole('textbox')]).toEqual([null, null])
  expect(screen.queryByRole('button', { name: /^Modifier/ })).toBeNull()
})

test('CORE-190: a profile that does not load says so, and does on the next try; without an account nothing is asked', async () => {
  const profile = made({ is_own: true })
  Object.assign(session, {
    phase: 'signed-in',
    accountId: profile.account.id,
    account: profile.account,
    mode: 'single',
    identityIds: [],
  })
  let good = false
  const asked = serve({
    [`GET /accounts/${profile.account.id}/profile`]: () => (good ? profile : new Refusal(500)),
  })
  render(<ProfileScreen id={null} slots={slots} />)
  await screen.findByText('Erreur lors du chargement du profil')
  good = true
  fireEvent.click(screen.getByRole('button', { name: 'Réessayer' }))
  await screen.findByText(/Membre depuis le/)
  const before = asked.length
  await expect(subscribe(null, fresh('identity'))).rejects.toThrow(/^Account ID requis$/)
  expect(asked).toHaveLength(before)
})

test('SOC-017 SOC-223: «Sorties» is shown once the shared events have been loaded; where they cannot be, a message says so', async () => {
  const outings = () => screen.queryByRole('tab', { name: /^Sorties/ })
  const chosen = () => words(screen.getByRole('tab', { selected: true }).textContent).split(' ')[0]
  const shared = { ...made({ id: fresh('member') }) }
  await show(shared)
  await eventually(() => expect(outings()).toBeTruthy())
  fireEvent.click(outings() as HTMLElement)
  expect([chosen(), screen.getByText('ses sorties').textContent]).toEqual([
    'Sorties',
    'ses sorties',
  ])
  // the other member shares them no longer
  Object.assign(shared, { event_count: null })
  await act(async () => void (await mutate(memberKey('profile', shared.account.id))))
  await eventually(() => expect(outings()).toBeNull())
  expect(chosen()).toBe('Profil')
  cleanup()
  let fail: (reason: Refusal) => void = () => undefined
  const answer = new Promise<Refusal>((resolve) => (fail = resolve))
  await show(made({ id: fresh('member') }), false, () => answer)
  expect(outings()).toBeNull()
  fail(new Refusal(500))
  await eventually(() =>
    expect(toasts.map((item) => item.text)).toContain(
      'Erreur lors du chargement des événements partagés',
    ),
  )
  expect(outings()).toBeNull()
  expect(chosen()).toBe('Profil')
})
