// @vitest-environment jsdom
import '../../support/browser/dom-shims'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, test, vi } from 'vitest'
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

const open = (acting: string | null): void => {
  serve({
    'GET /account/parting': () =>
      ({
        may: { part: false, leave: true },
        identity_id: null,
        open: OPEN,
      }) satisfies Parting,
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
