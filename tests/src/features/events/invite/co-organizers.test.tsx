// @vitest-environment jsdom
import '../../../../support/browser/dom-shims'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ERRORS } from '#contract/errors'
import { CoOrganizers } from '../../../../../src/features/events/participants/co-organizers'
import { hostedEvent, Refusal, serve, times } from '../../../../support/world/events'
import { setUp, said, press, type, wait, BEN, CHLOE } from './inviting-setup'

setUp()

/** Ben is a co-organizer already; `refuse` names whose change fails. */
const leading = (refuse: readonly string[] = [], refusal = new Refusal(500)) => {
  const event = hostedEvent()
  const onClose = vi.fn()
  const path = `/events/${event.id}/co-organizers`
  const lead = {
    account_id: BEN.with_account_id,
    account_handle: 'ben_tours',
    avatar_url: null,
    identities: [],
    is_creator: false,
  }
  const answer = (who: string) =>
    refuse.includes(who) ? refusal : { co_organizers: [lead], success: true }
  const asked = serve({
    [`GET ${path}`]: () => ({ co_organizers: [lead] }),
    [`POST ${path}`]: () => answer('chloe'),
    [`DELETE ${path}/${BEN.with_account_id}`]: () => answer('ben_tours'),
    'GET /relations': () => ({ relations: [BEN, CHLOE] }),
    [`GET /events/${event.id}`]: () => ({ event }),
  })
  render(<CoOrganizers event={event} onClose={onClose} />)
  return {
    asked,
    onClose,
    changes: () =>
      asked
        .filter((s) => s.line.includes('/co-organizers') && !s.line.startsWith('GET'))
        .map((s) => [s.line.split(' ')[0], s.body]),
  }
}
const stage = async () => {
  await screen.findByText('ben_tours')
  press('Retirer ben_tours')
  type('Ajouter une relation', 'ch')
  fireEvent.click(await screen.findByRole('button', { name: 'Ajouter chloe' }))
}

test('SOC-106 SOC-162: additions and removals are shown and wait for «Valider»; closing instead changes nothing', async () => {
  const { changes, onClose } = leading()
  await stage()
  const chosen = within(screen.getByRole('list', { name: 'Co‑organisateurs choisis' }))
  expect(
    chosen
      .getAllByRole('listitem')
      .map((li) =>
        /(ben_tours|chloe)(.*)(Garder|Retirer)$/.exec(li.textContent ?? '')?.slice(1, 3),
      ),
  ).toEqual([
    ['ben_tours', 'Sera retiré'],
    ['chloe', 'Sera ajouté'],
  ])
  expect(changes()).toEqual([])
  press('Annuler')
  expect(onClose).toHaveBeenCalledTimes(1)
  await act(async () => undefined)
  expect(changes()).toEqual([])
})

test('SOC-162 SOC-238: «Valider» applies both, and says that it is done', async () => {
  const { changes, onClose } = leading()
  await stage()
  press('Valider')
  await waitFor(() => expect(said()).toEqual(['Co‑organisateurs mis à jour']))
  expect(changes()).toEqual([
    ['POST', { account_id: CHLOE.with_account_id }],
    ['DELETE', undefined],
  ])
  expect(onClose).toHaveBeenCalledTimes(1)
})

test('who is not verified is no co-organizer of an event for verified members, and that is said', async () => {
  const code = 'organizer_unverified'
  const { onClose } = leading(['chloe'], new Refusal(403, ERRORS[code][1], { code }))
  await stage()
  press('Valider')
  await waitFor(() => expect(said()).toEqual([ERRORS[code][1]]))
  expect(onClose).not.toHaveBeenCalled()
})

test('SOC-238: when one of the changes fails that is said, and it is still there to try again', async () => {
  const { onClose } = leading(['chloe'])
  await stage()
  press('Valider')
  await waitFor(() =>
    expect(said()).toEqual(['Certaines modifications n’ont pas pu être enregistrées']),
  )
  expect(onClose).not.toHaveBeenCalled()
  expect(screen.getByText('Sera ajouté')).toBeTruthy()
  expect(screen.queryByText('Sera retiré')).toBeNull()
})

test('SOC-172: relations are searched by the server from two letters on, 300 ms after the last', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { asked } = leading()
  await screen.findByText('ben_tours')
  type('Ajouter une relation', 'z')
  await wait(600)
  type('Ajouter une relation', 'zo')
  await wait(250)
  expect(times(asked, 'GET /relations')).toBe(0)
  await wait(100)
  expect(asked.filter((s) => s.line === 'GET /relations').map((s) => s.query.get('q'))).toEqual([
    'zo',
  ])
})

test('SOC-237: co-organizers that cannot be loaded', async () => {
  const event = hostedEvent()
  serve({ [`GET /events/${event.id}/co-organizers`]: () => new Refusal(403, 'Non.') })
  render(<CoOrganizers event={event} onClose={() => undefined} />)
  expect(await screen.findByText('Erreur lors du chargement')).toBeTruthy()
})
