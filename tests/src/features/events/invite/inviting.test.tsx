// @vitest-environment jsdom
import '../../../../support/browser/dom-shims'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { ParticipantRow } from '#contract/events/participants'
import { toasts } from '../../../../../src/data/state/toasts'
import { CreatedDialog } from '../../../../../src/features/events/event/created-dialog'
import { Invite } from '../../../../../src/features/events/invite/invite'
import { ConfirmHost } from '../../../../../src/ui/overlay/confirm'
import {
  fresh,
  hostedEvent,
  Refusal,
  serve,
  taker,
  times,
  type Sent,
} from '../../../../support/world/events'
import { setUp, OWN, said, press, type, wait, ANNA, BEN, CHLOE } from './inviting-setup'

setUp()

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

test('a group tells how many may not be invited, not that nobody has their handle', async () => {
  const nobody = { success: false, error: 'Aucun membre ne porte ce pseudo.' }
  let open = ['anna']
  inviting((sent) =>
    open.includes((sent.body as { account_handle: string }).account_handle) ? done(sent) : nobody,
  )
  await toGroups()
  const says = async (texts: string[]) => {
    toasts.splice(0)
    press('Inviter', await askGroup())
    await waitFor(() => expect(said()).toEqual(texts))
  }
  open = []
  await says(['2 membres du groupe ne peuvent pas être invités.'])
  open = ['anna']
  await says(['Invitation envoyée', 'Un membre du groupe ne peut pas être invité.'])
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
