// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ERRORS } from '#contract/errors'
import type { ParticipantRow } from '#contract/events/participants'
import { session } from '../../../../src/data/session/session'
import { toasts } from '../../../../src/data/state/toasts'
import { CoOrganizers } from '../../../../src/features/events/participants/co-organizers'
import { CreatedDialog } from '../../../../src/features/events/event/created-dialog'
import { Invite } from '../../../../src/features/events/invite/invite'
import { ConfirmHost } from '../../../../src/ui/overlay/confirm'
import {
  fresh,
  friend,
  hostedEvent,
  Refusal,
  serve,
  taker,
  times,
  type Sent,
} from '../../../support/world/events'

const OWN = fresh('own')
beforeEach(() => {
  Object.assign(session, {
    phase: 'signed-in',
    accountId: OWN,
    account: { account_handle: 'moi' },
    mode: 'single',
    identityIds: [],
  })
})
afterEach(() => {
  cleanup()
  toasts.splice(0)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const said = (): string[] => toasts.map((t) => t.text)
const press = (name: string | RegExp, where: Pick<typeof screen, 'getByRole'> = screen): void =>
  void fireEvent.click(where.getByRole('button', { name }))
const type = (label: string, value: string): void =>
  void fireEvent.change(screen.getByLabelText(label), { target: { value } })
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

const [ANNA, BEN, CHLOE] = [friend('anna'), friend('ben_tours'), friend('chloe')]
const member = (r: typeof ANNA) => ({
  account_id: r.with_account_id,
  account_handle: r.with_account_handle,
})
const GROUP = {
  id: fresh('group'),
  name: 'Les voisins',
  member_count: 3,
  participants: [{ account_id: OWN, account_handle: 'moi' }, member(ANNA), member(BEN)],
}
/** The dialog of invitations; `invite` answers each of them. */
const inviting = (
  invite: (sent: Sent) => unknown,
  groups = [GROUP],
  people: readonly ParticipantRow[] = [],
  patch: Parameters<typeof hostedEvent>[0] = {},
) => {
  const event = hostedEvent(patch)
  const asked = serve({
    [`GET /events/${event.id}/participants`]: () => ({ participants: people }),
    [`GET /events/${event.id}`]: () => ({ event }),
    [`GET /events/${event.id}/relations`]: () => ({ relations: [ANNA, BEN] }),
    [`GET /events/${event.id}/relations/groups`]: () => ({ groups }),
    [`POST /events/${event.id}/invite`]: invite,
  })
  render(
    <>
      <Invite event={event} onClose={() => undefined} />
      <ConfirmHost />
    </>,
  )
  return {
    asked,
    sends: () =>
      asked
        .filter((s) => s.line.endsWith('/invite'))
        .map((s) => (s.body as { account_handle: string }).account_handle),
  }
}
const done = (sent: Sent) => ({
  success: true,
  participant: taker((sent.body as { account_handle: string }).account_handle, {
    status: 'invited',
  }),
})
const toGroups = async () => {
  fireEvent.click(screen.getByRole('tab', { name: 'Groupes' }))
  await screen.findByText('Les voisins')
}
const askGroup = async () => {
  press('Inviter le groupe Les voisins')
  return within(await screen.findByRole('alertdialog', { name: 'Inviter tous les membres\u00a0?' }))
}

test('SOC-132: every way to invite is disabled for an event that is over, not published or full', async () => {
  const controls = async (patch: Parameters<typeof hostedEvent>[0]): Promise<boolean[]> => {
    inviting(done, [GROUP], [], patch)
    const one = await screen.findByRole<HTMLButtonElement>('button', { name: 'Inviter anna' })
    const field = screen.getByLabelText<HTMLInputElement>('Pseudo')
    const send = screen.getByRole<HTMLButtonElement>('button', { name: 'Inviter' })
    fireEvent.click(screen.getByRole('tab', { name: 'Groupes' }))
    const group = await screen.findByRole<HTMLButtonElement>('button', {
      name: 'Inviter le groupe Les voisins',
    })
    const disabled = [one, field, send, group].map((control) => control.disabled)
    cleanup()
    return disabled
  }
  const all = [true, true, true, true]
  expect(await controls({ status: 'draft' })).toEqual(all)
  expect(await controls({ is_ended: true })).toEqual(all)
  expect(await controls({ participant_count: 4, max_participants: 4 })).toEqual(all)
  expect((await controls({ participant_count: 3, max_participants: 4 }))[0]).toBe(false)
})

test('SOC-101: relations in one tab, groups in the other', async () => {
  inviting(done)
  expect(screen.getAllByRole('tab').map((t) => t.textContent)).toEqual(['Relations', 'Groupes'])
  await screen.findByText('anna')
  expect(screen.queryByText('Les voisins')).toBeNull()
  await toGroups()
  expect(screen.queryByRole('button', { name: 'Inviter anna' })).toBeNull()
})

test('SOC-204: the event’s own list of relations, and the plain one when that fails', async () => {
  inviting(done)
  await screen.findByText('ben_tours')
  cleanup()
  const event = hostedEvent()
  const asked = serve({
    [`GET /events/${event.id}/participants`]: () => ({ participants: [] }),
    [`GET /events/${event.id}/relations`]: () => new Refusal(500),
    'GET /relations': () => ({ relations: [CHLOE] }),
  })
  render(<Invite event={event} onClose={() => undefined} />)
  expect(await screen.findByRole('button', { name: 'Inviter chloe' })).toBeTruthy()
  expect(asked.map((s) => s.line).filter((line) => line.endsWith('/relations'))).toEqual([
    `GET /events/${event.id}/relations`,
    'GET /relations',
  ])
})

test('SOC-236 SOC-176: one invitation; a group’s leave after a question, which a refusal ends', async () => {
  const { sends } = inviting(done)
  await screen.findByText('anna')
  type('Pseudo', 'quelqu_un')
  press('Inviter')
  await waitFor(() => expect(said()).toEqual(['Invitation envoyée']))
  await toGroups()
  press('Annuler', await askGroup())
  await act(async () => undefined)
  expect(sends()).toEqual(['quelqu_un'])
  press('Inviter', await askGroup())
  await waitFor(() => expect(said()).toContain('2 invitations envoyées'))
  expect(sends().slice(1).sort()).toEqual(['anna', 'ben_tours'])
})

test('SOC-175: a group whose members are all invited shows «Tous invités» and cannot be sent to', async () => {
  const invited = [ANNA, BEN].map((r) =>
    taker(r.with_account_handle, { account_id: r.with_account_id, status: 'invited' }),
  )
  inviting(
    done,
    [
      GROUP,
      {
        ...GROUP,
        id: fresh('group'),
        name: 'Les cousins',
        participants: [...GROUP.participants, member(CHLOE)],
      },
    ],
    invited,
  )
  await toGroups()
  expect(screen.getAllByText('Tous invités')).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Inviter le groupe Les voisins' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Inviter le groupe Les cousins' })).toBeTruthy()
})

test('SOC-177 SOC-235: an invitation that fails shows the sentence of the answer, or ours for one and for a group', async () => {
  let answer: unknown = { success: false, error: 'Ce membre n’existe pas.' }
  inviting(() => answer)
  await screen.findByText('anna')
  const fails = async (text: string) => {
    toasts.splice(0)
    press('Inviter anna')
    await waitFor(() => expect(said()).toEqual([text]))
  }
  await fails('Ce membre n’existe pas.')
  answer = { success: false }
  await fails('Erreur lors de l’invitation')
  answer = new Refusal(500)
  await fails('Erreur lors de l’invitation')
  answer = new Refusal(409, 'La sortie est complète.')
  await fails('La sortie est complète.')
  await toGroups()
  const groupFails = async (text: string) => {
    toasts.splice(0)
    press('Inviter', await askGroup())
    await waitFor(() => expect(said()).toEqual([text]))
  }
  await groupFails('La sortie est complète.')
  answer = { success: false }
  await groupFails('Erreur lors de l’invitation du groupe')
})

test('SOC-173: the search of groups leaves with two letters, 300 ms after the last', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { asked } = inviting(done)
  await toGroups()
  const searched = () =>
    asked
      .filter((s) => s.line.endsWith('/relations/groups') && s.query.has('q'))
      .map((s) => s.query.get('q'))
  type('Chercher un groupe', 'v')
  await wait(600)
  expect(searched()).toEqual([])
  type('Chercher un groupe', 'vo')
  await wait(200)
  type('Chercher un groupe', 'voi')
  await wait(250)
  expect(searched()).toEqual([])
  await wait(100)
  expect(searched()).toEqual(['voi'])
})

test('SOC-168 SOC-169: < and > never reach the search of relations, which waits for 300 ms', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { asked } = inviting(done)
  await screen.findByText('anna')
  const searched = () =>
    asked
      .filter((s) => s.line.endsWith('/relations') && s.query.has('q'))
      .map((s) => s.query.get('q'))
  type('Chercher parmi vos relations', '<b>an')
  await wait(250)
  expect(searched()).toEqual([])
  await wait(100)
  expect(searched()).toEqual(['ban'])
})

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

test('SOC-092: a created draft stays one, or is published and its invitations opened in one step', async () => {
  const event = hostedEvent({ status: 'draft' })
  const published = { ...event, status: 'published' as const }
  const asked = serve({
    [`POST /events/${event.id}/publish`]: () => ({ event: published }),
    [`GET /events/${event.id}/participants`]: () => ({ participants: [] }),
  })
  const onDone = vi.fn()
  render(<CreatedDialog event={event} onDone={onDone} />)
  const created = within(screen.getByRole('dialog', { name: 'Votre sortie est créée' }))
  expect(
    created
      .getAllByRole('button')
      .map((b) => b.textContent)
      .filter(Boolean),
  ).toEqual(['Fermer', 'Publier', 'Publier et inviter'])
  fireEvent.click(created.getByText('Fermer'))
  expect([onDone.mock.calls, asked]).toEqual([[[event]], []])
  onDone.mockClear()
  press('Publier et inviter', created)
  await screen.findByRole('dialog', { name: 'Inviter' })
  expect(times(asked, `POST /events/${event.id}/publish`)).toBe(1)
  expect(onDone).not.toHaveBeenCalled()
  press('Fermer', within(screen.getByRole('dialog', { name: 'Inviter' })))
  await waitFor(() => expect(onDone).toHaveBeenCalledWith(published))
})
