// @vitest-environment jsdom
import '../../support/browser/dom-shims'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { AGREEMENT_TEXTS } from '#contract/profile/agreement-texts'
import { emptySession, forgetCached, session } from '../../../src/data/session/state'
import { PeopleLine } from '../../../src/parts/photo/people-choice'
import { PeopleDialog } from '../../../src/parts/photo/people-dialog'
import { serve } from '../../support/world/events'

const [LEA, HUGO] = ['lea', 'hugo']
const actAs = (acting: string | null): void => {
  Object.assign(session, {
    activeIdentityId: acting,
    account: {
      identities: [
        { id: LEA, firstname: 'Léa', identity_handle: 'lea_h' },
        { id: HUGO, firstname: 'Hugo', identity_handle: 'hugo_l' },
      ],
    },
  })
}
const choose = (label: string): Promise<void> =>
  act(async () => {
    fireEvent.click(screen.getByRole('radio', { name: label }))
    await Promise.resolve()
  })
/** The text whose hash the server stores with the yes of who names themselves. */
const isAskedToAgree = (): boolean => screen.queryByText(AGREEMENT_TEXTS.adding.text) !== null

afterEach(() => {
  cleanup()
  forgetCached()
  Object.assign(session, emptySession())
  vi.unstubAllGlobals()
})

test('who names themselves on a photo reads the very text of the agreement that is stored', async () => {
  actAs(LEA)
  render(<PeopleLine place="album" />)
  for (const [label, isShown] of [
    ['Moi', true],
    ['Hugo', false],
    ['Nous deux', true],
    ['Personne', false],
    ['D’autres', false],
  ] as const) {
    await choose(label)
    expect([label, isAskedToAgree()]).toEqual([label, isShown])
  }
  cleanup()
  // with both at once, the one whose login it is agrees
  actAs(null)
  render(<PeopleLine place="public" />)
  for (const label of ['Léa', 'Hugo', 'Nous deux']) {
    await choose(label)
    expect([label, isAskedToAgree()]).toEqual([label, true])
  }
})

test('so does who names themselves on a photo that is there already', async () => {
  actAs(LEA)
  serve({ 'GET /media/p1/people': () => ({ people: 'nobody', subjects: [] }) })
  render(<PeopleDialog id="p1" onClose={() => undefined} />)
  await screen.findByRole('radio', { name: 'Léa' })
  expect(isAskedToAgree()).toBe(false)
  await choose('Nous deux')
  expect(isAskedToAgree()).toBe(true)
  await choose('Hugo')
  expect(isAskedToAgree()).toBe(false)
})

test('whose yes the server will not take as given is asked for it, and reads no agreement', async () => {
  let voices = {}
  serve({
    'GET /account/agreements': () => ({
      agreements: [],
      places: [],
      login: { identity_id: null, may_choose: [] },
      persons: Object.entries(voices).map(([identity_id, voice]) => ({
        identity_id,
        voice,
        has_code: false,
        passkeys: [],
        code_ends_at: null,
      })),
    }),
  })
  for (const [acting, voice, asked] of [
    // a login of her own
    [null, { [LEA]: 'own', [HUGO]: 'none' }, 'Visible par d’autres après l’accord de Hugo.'],
    // one login for both: nobody speaks for both at once
    [
      null,
      { [LEA]: 'weak', [HUGO]: 'weak' },
      'Visible par d’autres après l’accord de Léa et de Hugo.',
    ],
    [LEA, { [LEA]: 'weak', [HUGO]: 'weak' }, 'Visible par d’autres après l’accord de Hugo.'],
    [
      LEA,
      { [LEA]: 'code', [HUGO]: 'weak' },
      'Visible par d’autres après l’accord de Léa et de Hugo.',
    ],
  ] as const) {
    forgetCached()
    voices = voice
    actAs(acting)
    render(<PeopleLine place="avatar" />)
    await choose('Nous deux')
    await screen.findByText(asked)
    expect([asked, isAskedToAgree()]).toEqual([asked, asked.includes('de Léa') === false])
    cleanup()
  }
})
