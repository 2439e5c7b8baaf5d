// @vitest-environment jsdom
import '../../../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { After } from '#contract/events/after'
import { forgetCached } from '../../../../../src/data/session/state'
import { toasts } from '../../../../../src/data/state/toasts'
import { AfterScreen } from '../../../../../src/features/events/after/after'
import { eventually } from '../../../../support/eventually'
import { fresh, guestEvent, serve } from '../../../../support/world/events'

afterEach(() => {
  cleanup()
  forgetCached()
  vi.unstubAllGlobals()
})

test('two choices in a row are both shown, however long the first one takes', async () => {
  const event = guestEvent()
  const people = ['nora', 'eva'].map((account_handle) => ({
    account_id: fresh('account'),
    account_handle,
    avatar_url: null,
    identities: [],
    chosen: false,
  }))
  const chosen = new Set<string>()
  const day = (): After => ({
    until: '2036-12-19T10:00:00.000Z',
    is_home: false,
    is_hidden: false,
    impressions: null,
    people: people.map((p) => ({ ...p, chosen: chosen.has(p.account_id) })),
    organizer: null,
  })
  let arrive = (): void => undefined
  const slow = new Promise<void>((resolve) => (arrive = resolve))
  serve({
    [`GET /events/${event.id}`]: () => ({ event }),
    [`GET /events/${event.id}/after`]: day,
    [`PUT /events/${event.id}/after/again`]: async ({ body }) => {
      chosen.add((body as { account_id: string }).account_id)
      const isFirst = chosen.size === 1
      const answer = { ...day(), is_mutual: isFirst }
      if (isFirst) await slow
      return answer
    },
  })
  render(<AfterScreen id={event.id} />)
  const isPressed = (handle: string) =>
    screen.getByRole('button', { name: `Revoir ${handle}` }).getAttribute('aria-pressed') === 'true'
  fireEvent.click(await screen.findByRole('button', { name: 'Revoir nora' }))
  fireEvent.click(screen.getByRole('button', { name: 'Revoir eva' }))
  await eventually(() => expect(chosen.size).toBeGreaterThan(0))
  arrive()
  // said once the first reply is on the screen
  await eventually(() => expect(toasts[0]?.text).toMatch(/^C’est réciproque/))
  await eventually(() => expect(isPressed('eva')).toBe(true))
  expect(isPressed('nora')).toBe(true)
})
