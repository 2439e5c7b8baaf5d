// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { Event } from '#contract/events/events'
import { EventDetails } from '../../../../src/features/events/event/details'
import { setUp, EVENT, MINE, renderDetails } from './details-setup'

setUp()

const block = () =>
  within(screen.getAllByRole('region', { name: 'Participation' })[0] as HTMLElement)

describe('the subscription block', () => {
  test('SOC-086 SOC-087 SOC-089: a draft, an ended event and a cancelled participant have their sentence and no button', () => {
    const cases: readonly [Partial<Event>, string][] = [
      [{ status: 'draft' }, 'Événement non actif (en pause)'],
      [{ is_ended: true }, 'Cet événement est terminé. Les inscriptions ne sont plus possibles.'],
      [
        { user_participation_status: 'cancelled' },
        'Pour vous inscrire à cet événement, vous devez contacter directement l’organisateur.',
      ],
    ]
    for (const [patch, text] of cases) {
      renderDetails(patch)
      expect(block().getByText(text)).toBeTruthy()
      expect(block().queryByRole('button')).toBeNull()
      cleanup()
    }
  })
  test('SOC-091: who has a place, is invited or waits reads no warning about getting one', () => {
    for (const user_participation_status of [
      'accepted',
      'pending_approval',
      'waitlist',
      // an organizer’s invitation needs no approval
      'invited',
    ] as const) {
      renderDetails({ user_participation_status, requires_approval: true, has_waitlist: true })
      expect(screen.queryByText('⚠️ Validation manuelle requise')).toBeNull()
      expect(screen.queryByText('Liste d’attente disponible')).toBeNull()
      cleanup()
    }
    const notes = ['⚠️ Validation manuelle requise', 'Liste d’attente disponible']
    for (const [requires_approval, has_waitlist] of [
      [true, false],
      [false, true],
    ] as const) {
      renderDetails({ requires_approval, has_waitlist })
      expect(notes.map((text) => block().queryByText(text) !== null)).toEqual([
        requires_approval,
        has_waitlist,
      ])
      cleanup()
    }
  })
  test('«14 confirmés / 16» opens the participants, «Complet» when every place is taken', () => {
    const onPeople = vi.fn()
    render(
      <EventDetails
        event={{ ...EVENT, participant_count: 14, max_participants: 16 }}
        onAsk={() => undefined}
        onPeople={onPeople}
      />,
    )
    fireEvent.click(screen.getByRole('button', { name: /14\sconfirmés \/ 16/ }))
    expect(onPeople).toHaveBeenCalledTimes(1)
    expect(screen.queryByText('Complet')).toBeNull()
    cleanup()
    renderDetails({ participant_count: 16, max_participants: 16 })
    expect(screen.getByText('Complet')).toBeTruthy()
  })
  test('SOC-088 SOC-090 SOC-091: organizers and co-organizers, the access for the creator, approval and waiting list', () => {
    renderDetails({ ...MINE, requires_approval: true, has_waitlist: true })
    for (const text of [
      'Vous êtes organisateur de cet événement',
      'Sur invitation uniquement',
      '⚠️ Validation manuelle requise',
      'Liste d’attente disponible',
    ])
      expect(block().getByText(text)).toBeTruthy()
    cleanup()
    renderDetails({ ...MINE, is_creator: false, access_type: 'open_to_relations' })
    expect(block().getByText('Vous êtes co-organisateur de cet événement')).toBeTruthy()
    expect(block().queryByText('Ouvert à vos relations')).toBeNull()
    cleanup()
    renderDetails({ ...MINE, access_type: 'open_to_relations' })
    expect(block().getByText('Ouvert à vos relations')).toBeTruthy()
  })
  test('an offered place says until when', async () => {
    renderDetails({
      user_participation_status: 'waitlist',
      offer_until: '2036-12-01T19:00:00.000Z',
    })
    await screen.findByText(/gardée jusqu’au 1er décembre 2036 à 20/)
  })
})
