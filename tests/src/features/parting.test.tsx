// @vitest-environment jsdom
import '../../support/browser/dom-shims'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Parting } from '#contract/profile/parting'
import { emptySession, forgetCached, session } from '../../../src/data/session/state'
import { PartingScreen } from '../../../src/features/parting/parting-screen'
import { Refusal, serve } from '../../support/world/events'
import { eventually } from '../../support/eventually'

const hub = vi.hoisted(() => ({ tell: (_event: unknown): void => undefined }))
vi.mock('../../../src/data/hub/hub', async (original) => ({
  ...(await original<object>()),
  onEvent: (fn: (event: unknown) => void) => {
    hub.tell = fn
    return () => undefined
  },
}))

const [LEA, HUGO] = ['lea', 'hugo']
/** Léa asked, at the one login that both use. */
const OPEN: NonNullable<Parting['open']> = {
  kind: 'leave',
  identity_id: LEA,
  is_own: true,
  may_cancel: true,
  asked_at: '2026-11-26T10:00:00.000Z',
  due_at: '2026-12-03T10:00:00.000Z',
  told_at: null,
  handle: null,
  relations: null,
  photo_count: 0,
  events: [],
}

afterEach(async () => {
  cleanup()
  forgetCached()
  Object.assign(session, emptySession())
  vi.unstubAllGlobals()
  // until the next task swr counts the last request as under way and sends none
  await new Promise((resolve) => setTimeout(resolve))
})

const open = (acting: string | null, request: Parting['open'] = OPEN): void => {
  serve({
    'GET /account/parting': () =>
      ({
        may: { part: false, leave: true },
        identity_id: null,
        open: request,
      }) satisfies Parting,
    'GET /account/parting/photos': () => ({ photos: [], has_more: false }),
    'GET /account/parting/talks': () => ({ talks: [] }),
  })
  Object.assign(session, {
    activeIdentityId: acting,
    account: { identities: [{ id: LEA, firstname: 'Léa', identity_handle: 'lea_h' }] },
  })
  render(<PartingScreen />)
}

test('a request at a shared login is told to each half in its own words', async () => {
  open(LEA)
  await screen.findByRole('heading', { name: 'Vous partez le 3 décembre 2026' })
  cleanup()
  for (const acting of [HUGO, null]) {
    open(acting)
    await screen.findByRole('heading', { name: 'Léa s’en va le 3 décembre 2026' })
    cleanup()
  }
})

test('at a shared login nobody can agree at once, and what is kept stays in the account', async () => {
  open(LEA, null)
  await screen.findByText(/l’autre personne peut annuler la demande/)
  expect(screen.queryByText(/c’est fait aussitôt/)).toBeNull()
  cleanup()
  open(LEA, { ...OPEN, photo_count: 2 })
  const photos = await screen.findByRole('region', { name: 'Photos de vous deux' })
  expect(photos.textContent).toContain('elle reste alors dans le compte')
  expect(photos.textContent).toContain('«\u00a0Nous deux\u00a0» ne sont montrées à personne')
})

test('who fears the other has a day before they are told, and is told that they do not know', async () => {
  const asked = serve({
    'GET /account/parting': () =>
      ({ may: { part: true, leave: true }, identity_id: LEA, open: null }) satisfies Parting,
    'POST /account/parting': () => ({}),
  })
  render(<PartingScreen />)
  fireEvent.click(await screen.findByRole('switch', { name: 'Ne rien dire avant demain' }))
  expect(screen.getByRole('link', { name: '3919' }).getAttribute('href')).toBe('tel:3919')
  screen.getByText(/Ce sera fait dans huit jours/)
  screen.getByText(/^Dès que l’autre personne l’apprend/)
  for (const [label, value] of [
    ['Pseudo de votre compte', 'lea_seule'],
    ['Votre mot de passe', 'phrase'],
  ] as const)
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  fireEvent.click(screen.getByRole('button', { name: 'Demander à partir' }))
  await eventually(() =>
    expect(asked.find((one) => one.line === 'POST /account/parting')?.body).toMatchObject({
      kind: 'part',
      held: true,
    }),
  )
  cleanup()
  forgetCached()

  open(LEA, { ...OPEN, told_at: '2026-11-27T10:00:00.000Z', photo_count: 2 })
  await screen.findByText(/n’en sait rien encore.+27 novembre 2026 à 11/)
  expect(screen.queryByRole('region', { name: 'Photos de vous deux' })).toBeNull()
})

test('the open screen follows when the other person asks, and withdraws', async () => {
  const routes = (request: Parting['open']) => ({
    'GET /account/parting': () =>
      ({ may: { part: true, leave: true }, identity_id: LEA, open: request }) satisfies Parting,
  })
  open(LEA, { ...OPEN, is_own: false, may_cancel: false })
  await screen.findByRole('heading', { name: /3 décembre/ })
  const told = (newsType: string) =>
    act(() => {
      hub.tell({ name: 'account.event.news.created', payload: { newsType } })
      return Promise.resolve()
    })
  const asked = serve(routes(null))
  await told('event_published')
  expect(asked).toEqual([])
  await told('parting_cancelled')
  await screen.findByRole('button', { name: 'Demander à partir' })
  expect(screen.queryByRole('heading', { name: /3 décembre/ })).toBeNull()
  serve({ ...routes(OPEN), 'GET /account/parting/photos': () => ({ photos: [], has_more: false }) })
  await told('parting_asked')
  await screen.findByRole('heading', { name: /3 décembre/ })
})

test('past talks that cannot be loaded leave no blank page', async () => {
  let fails = true
  serve({
    'GET /account/parting': () =>
      ({ may: { part: false, leave: false }, identity_id: LEA, open: null }) satisfies Parting,
    'GET /past-talks': () => (fails ? new Refusal(503) : { talks: [] }),
  })
  Object.assign(session, { activeIdentityId: LEA, account: { identities: [] } })
  render(<PartingScreen />)
  await screen.findByText('Vos discussions d’avant n’ont pas pu être chargées.')
  fails = false
  fireEvent.click(screen.getByRole('button', { name: 'Réessayer' }))
  await screen.findByRole('heading', { name: 'Ce compte est à vous' })
})
