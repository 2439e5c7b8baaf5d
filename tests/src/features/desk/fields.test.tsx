// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import {
  CONTEXTS,
  COUPLE_PRACTICES,
  ORIENTATIONS,
  PRACTICES,
  profileData,
  person,
} from '#contract/profile/data'
import type { Evidence } from '#contract/staff/evidence'
import { measure, MEASURES } from '#contract/staff/measures'
import { fieldName } from '../../../../src/features/desk/case/fields'
import { EvidenceCard, Profile } from '../../../../src/features/desk/case/evidence'
import { InvitationTree, Meetings } from '../../../../src/features/desk/case/invitation-tree'
import { MEASURE_KEYS } from '../../../../src/features/desk/labels'
import { NBSP } from '../../../../src/lib/text'

afterEach(cleanup)

/** Never in frozen content. */
const NOT_SHOWN = ['birthDate', 'firstName']

test('every field of a profile has a French name at the desk', () => {
  const names = [
    ...Object.keys(profileData.shape),
    ...Object.keys(person.shape),
    ...COUPLE_PRACTICES,
    ...CONTEXTS,
    ...PRACTICES,
    ...ORIENTATIONS,
    'age',
  ].filter((name) => !NOT_SHOWN.includes(name))
  const spelled = (name: string) =>
    (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll('_', ' ')
  // the key is the French word
  expect([...new Set(names.filter((name) => fieldName(name, true) === spelled(name)))]).toEqual([
    'description',
    'silhouette',
    'origine',
    'taille',
    'curieux',
    'deux_plus_deux',
    'orgie',
    'clubs',
    'saunas',
  ])
  expect(fieldName('pluralite', true)).toBe('Pluralité')
})

test('answers read as on the profile: their names, choices and words, by who answers', () => {
  const payload = (identities: number) => ({
    handle: 'duo',
    identities: Array.from({ length: identities }, (_, n) => ({ handle: `un${n}` })),
    profile: {
      description: 'rond',
      person1: { smoker: 'vapoteur', silhouette: 'rond', practices: { contact_hors_couple: 70 } },
      couplePractices: { pluralite: 30 },
      contextPractices: { a_domicile: 90 },
    },
  })
  const { container, rerender } = render(<Profile payload={payload(2)} />)
  const pairs = () =>
    [...container.querySelectorAll('details dt')].map((dt) => [
      dt.textContent,
      dt.nextElementSibling?.textContent,
    ])
  expect(pairs()).toEqual(
    expect.arrayContaining([
      ['Tabac', 'Vapoteur'],
      ['Silhouette', 'Rond'],
      ['Caresses hors du couple', `Volontiers${NBSP}(70)`],
      ['Pluralité', `Un peu${NBSP}(30)`],
      ['Chez nous', `Beaucoup${NBSP}(90)`],
      // written by hand: never replaced by the label of a choice
      ['Description', 'rond'],
    ]),
  )
  rerender(<Profile payload={payload(1)} />)
  expect(pairs().map(([name]) => name)).toEqual(expect.arrayContaining(['Caresses', 'Chez moi']))
  expect(screen.queryByText('Pluralite')).toBeNull()
})

test('one digit for one act, in every kind of case', () => {
  expect(Object.keys(MEASURE_KEYS).sort()).toEqual([...measure.options].sort())
  for (const [kind, measures] of Object.entries(MEASURES)) {
    const keys = measures.map((one) => MEASURE_KEYS[one])
    expect([kind, new Set(keys).size]).toEqual([kind, keys.length])
  }
})

test('a copy says which version it is, and how many of its photos were left out', () => {
  const evidence: Evidence = {
    id: 'evidence-1',
    kind: 'profile',
    capturedAt: '2026-11-20T20:00:00.000Z',
    payload: {},
    photosLeftOut: 2,
    photos: [],
  }
  render(<EvidenceCard evidence={evidence} version={7} onChanged={() => undefined} />)
  screen.getByRole('region', { name: `Profil, version${NBSP}7` })
  screen.getByText(/^2.photos n’ont pas été gardées/)
})

test('the invitations of an excluded member: who let them in, and whom they let in, level by level', () => {
  const one = (id: string) => ({ id, handle: `membre_${id}`, state: 'active' as const })
  render(
    <InvitationTree
      of="x"
      tree={{
        up: [one('a'), one('b')],
        down: [
          { ...one('c'), by: 'x' },
          { ...one('d'), state: 'suspended', by: 'c' },
        ],
        met: [],
        metBy: [],
      }}
    />,
  )
  screen.getByText(/Par le lien de/)
  const [outer, inner] = screen.getAllByRole('list')
  expect(outer?.textContent).toContain('membre_c')
  expect(inner?.textContent).toBe('membre_d · Compte suspendu')
})

test('the meetings of an excluded member: who says so of them, and of whom they say so', () => {
  const one = (id: string) => ({ id, handle: `membre_${id}`, state: 'active' as const })
  const { container, rerender } = render(
    <Meetings tree={{ up: [], down: [], met: [one('a')], metBy: [one('b'), one('c')] }} />,
  )
  screen.getByRole('region', { name: 'Rencontrés en vrai' })
  expect([...container.querySelectorAll('p')].slice(1).map((p) => p.textContent)).toEqual([
    `Rencontré par${NBSP}: membre_b, membre_c`,
    `Dit avoir rencontré${NBSP}: membre_a`,
  ])
  rerender(<Meetings tree={{ up: [], down: [], met: [], metBy: [] }} />)
  expect(container.textContent).toBe('')
})
