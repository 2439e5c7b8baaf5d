// @vitest-environment jsdom
import '../../support/browser/dom-shims'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Parting } from '#contract/profile/parting'
import { emptySession, forgetCached, session } from '../../../src/data/session/state'
import { PartingScreen } from '../../../src/features/parting/parting-screen'
import { serve } from '../../support/world/events'

const [LEA, HUGO] = ['lea', 'hugo']
/** Léa asked, at the one login that both use. */
const OPEN: NonNullable<Parting['open']> = {
  kind: 'leave',
  identity_id: LEA,
  is_own: true,
  may_cancel: true,
  asked_at: '2026-11-26T10:00:00.000Z',
  due_at: '2026-12-03T10:00:00.000Z',
  handle: null,
  relations: null,
  photo_count: 0,
  events: [],
}

afterEach(() => {
  cleanup()
  forgetCached()
  Object.assign(session, emptySession())
  vi.unstubAllGlobals()
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
