// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Gender } from '#contract/common'
import type { Event } from '#contract/events/events'
import { session } from '../../../../src/data/session/state'
import { EventDetails } from '../../../../src/features/events/event/details'
import { guestEvent, hostedEvent } from '../../../support/world/events'

afterEach(() => {
  cleanup()
  Object.assign(session, { account: null })
})
const renderDetails = (event: Event) =>
  render(<EventDetails event={event} onAsk={() => undefined} onPeople={() => undefined} />)

test.each<[readonly Gender[], boolean, string]>([
  [['woman'], true, 'organisatrice'],
  [['woman'], false, 'co-organisatrice'],
  [['man'], true, 'organisateur'],
  [['woman', 'man'], true, 'organisateurs'],
])('the sentence of an organizer agrees with who reads it: %j %s', (genders, is_creator, word) => {
  Object.assign(session, { account: { identities: genders.map((gender) => ({ gender })) } })
  renderDetails(hostedEvent({ is_creator }))
  expect(screen.getByText(/^Vous êtes/).textContent).toBe(`Vous êtes ${word} de cet événement`)
})

test('what is over is no longer added to a calendar', () => {
  const button = () => screen.queryByRole('button', { name: 'Ajouter à mon agenda' })
  renderDetails(guestEvent())
  expect(button()).toBeTruthy()
  cleanup()
  renderDetails(guestEvent({ is_ended: true }))
  expect(button()).toBeNull()
})
