// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { toasts } from '../../../../src/data/state/toasts'
import { ActBar } from '../../../../src/features/events/event/act-bar'
import { AddressDialog } from '../../../../src/features/events/event/address-dialog'
import { ConfirmHost } from '../../../../src/ui/overlay/confirm'
import { guestEvent, hostedEvent, Refusal, serve } from '../../../support/world/events'

afterEach(() => {
  cleanup()
  toasts.splice(0)
  vi.unstubAllGlobals()
})
const said = (): string[] => toasts.map((t) => t.text)
const press = (name: string, where: Pick<typeof screen, 'getByRole'> = screen): void =>
  void fireEvent.click(where.getByRole('button', { name }))

test('SOC-229: a place that cannot be had: the event is full, or anything else', async () => {
  const event = guestEvent({ user_participation_status: null })
  let refusal = new Refusal(409)
  serve({
    [`POST /events/${event.id}/subscribe`]: () => refusal,
    [`GET /events/${event.id}`]: () => ({ event }),
  })
  render(<ActBar event={event} />)
  press('Je participe')
  await waitFor(() =>
    expect(said()).toEqual([
      'Capacité maximale atteinte. Contactez les organisateurs pour vérifier s’il reste des places.',
    ]),
  )
  refusal = new Refusal(500)
  press('Je participe')
  // the sentence of the first attempt has gone with the second
  await waitFor(() => expect(said()).toEqual(['Impossible de s’inscrire à cet événement']))
  refusal = new Refusal(409, 'Cet événement est terminé.', { code: 'event_ended' })
  press('Je participe')
  await waitFor(() => expect(said()).toEqual(['Cet événement est terminé.']))
  refusal = new Refusal(403, 'Cette sortie n’est pas ouverte aux inscriptions.', {
    code: 'event_not_open',
  })
  press('Je participe')
  await waitFor(() => expect(said()).toEqual(['Cette sortie n’est pas ouverte aux inscriptions.']))
})

test('SOC-230: leaving an event that fails is said; so is that one has left', async () => {
  const event = guestEvent()
  let fails = true
  serve({
    [`POST /events/${event.id}/unsubscribe`]: () =>
      fails
        ? new Refusal(500)
        : { event: { ...event, user_participation_status: 'declined' as const } },
    [`GET /events/${event.id}`]: () => ({ event }),
  })
  render(
    <>
      <ActBar event={event} />
      <ConfirmHost />
    </>,
  )
  const leave = async (): Promise<void> => {
    press('Quitter')
    press('Me désinscrire', within(await screen.findByRole('alertdialog')))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  }
  await leave()
  await waitFor(() => expect(said()).toEqual(['Impossible de se désinscrire']))
  fails = false
  await leave()
  await waitFor(() => expect(said()).toContain('Désinscription effectuée'))
})

test('SOC-232 SOC-233: revealing and hiding the address say that they failed, or what they did', async () => {
  for (const [is_revealed, path, button, texts] of [
    [
      false,
      'reveal-location',
      'Diffuser l’adresse',
      [
        'Erreur lors de la diffusion de l’adresse exacte',
        'Adresse exacte diffusée aux participants confirmés',
      ],
    ],
    [
      true,
      'hide-location',
      'Arrêter la diffusion',
      [
        'Erreur lors de la désactivation de l’adresse précise',
        'Adresse exacte masquée pour les participants',
      ],
    ],
  ] as const) {
    const address = { address: '3 impasse des Chênes', lat: null, lng: null, is_public: false }
    const event = hostedEvent({
      address_state: is_revealed ? 'revealed' : 'hidden',
      private_location: { ...address, is_revealed },
    })
    let fails = true
    serve({ [`POST /events/${event.id}/${path}`]: () => (fails ? new Refusal(500) : { event }) })
    const onClose = vi.fn()
    toasts.splice(0)
    render(<AddressDialog event={event} onClose={onClose} />)
    press(button)
    await waitFor(() => expect(said()).toEqual([texts[0]]))
    expect(onClose).not.toHaveBeenCalled()
    fails = false
    press(button)
    await waitFor(() => expect(said()).toEqual(texts))
    expect(onClose).toHaveBeenCalledTimes(1)
    cleanup()
  }
})
