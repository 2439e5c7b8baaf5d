// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Conversation } from '#contract/messaging/messages'
import { ConfirmHost } from '../../../../src/ui/overlay/confirm'
import { session } from '../../../../src/data/session/session'
import { BannerField } from '../../../../src/features/events/form/banner-field'
import { GroupPanel } from '../../../../src/features/messaging/panel'
import { putConversation } from '../../../../src/features/messaging/state/store'
import { AccountPicture } from '../../../../src/features/profile/edit/avatar-editor'
import { ProfileEditor } from '../../../../src/features/profile/edit/edit'
import type { Profile } from '../../../../src/features/profile/state/api'
import { refreshAgreements } from '../../../../src/parts/member/agreements'
import { fresh, Refusal, serve, times } from '../../../support/world/events'
import { conversation } from '../../../support/world/messages'
import { person, profile } from '../../../support/world/profiles'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const identity = (name: string, is_primary: boolean) => ({
  id: fresh('identity'),
  identity_handle: name,
  gender: 'woman',
  firstname: null,
  is_primary,
  avatar_url: fresh('media'),
})

const couple = (): Profile => {
  const id = fresh('own')
  const account = {
    id,
    account_handle: 'lea_hugo',
    avatar_url: null,
    identities: [identity('Léa', true), identity('Hugo', false)],
  }
  Object.assign(session, {
    phase: 'signed-in',
    accountId: id,
    account,
    mode: 'single',
    identityIds: [],
  })
  const data = {
    ...profile(),
    person1: { ...person(), age: 39 },
    person2: { ...person(), age: 40 },
  }
  return { account, data } as unknown as Profile
}

const remove = async (): Promise<void> => {
  fireEvent.click(
    await screen.findByRole('button', { name: 'Changer la photo de Léa', hidden: true }),
  )
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Retirer la photo', hidden: true }))
  await screen.findByRole('button', { name: 'Ajouter la photo de Léa', hidden: true })
}

test('the picture of a person is saved with the card: «Annuler» leaves it as it was', async () => {
  const own = couple()
  const line = `POST /account/identities/${own.account.identities[0]!.id}/avatar`
  let fails = true
  const asked = serve({
    [line]: () => (fails ? new Refusal(500) : { account: own.account }),
    'GET /account': () => own.account,
  })
  const onClose = vi.fn<() => void>()
  const show = (): void => {
    cleanup()
    render(
      <>
        <ProfileEditor profile={own} target="person1" open onClose={onClose} />
        <ConfirmHost />
      </>,
    )
  }
  show()
  await remove()
  fireEvent.click(screen.getByRole('button', { name: 'Annuler' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Quitter', hidden: true }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(times(asked, line)).toBe(0)

  show()
  await remove()
  fireEvent.click(screen.getByRole('button', { name: 'Enregistrer' }))
  await screen.findByText(/Erreur lors de la mise à jour de l’avatar/)
  expect(onClose).toHaveBeenCalledOnce()
  fails = false
  fireEvent.click(screen.getByRole('button', { name: 'Enregistrer' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(2))
  expect(asked.filter((s) => s.line === line).map((s) => s.body)).toEqual([
    { mediaId: null },
    { mediaId: null },
  ])
  // nothing else was changed
  expect(times(asked, 'POST /account/profile')).toBe(0)
})

/** What the list of agreements says of a photo that waits for Hugo's yes. */
const waitingFor = (own: Profile, kind: string, target_id: string) => {
  const media_id = fresh('media')
  return {
    agreements: [
      {
        media_id,
        identity_id: own.account.identities[1]!.id,
        state: 'asked',
        blurhash: null,
      },
    ],
    persons: [],
    places: [{ kind, target_id, media_id }],
    login: { identity_id: null, may_choose: [] },
  }
}

test('a picture that waits for an agreement is shown as waiting, and can be taken back', async () => {
  const own = couple()
  const [lea] = own.account.identities
  Object.assign(lea!, { avatar_url: null })
  const asked = serve({
    'GET /account/agreements': () => waitingFor(own, 'identity', lea!.id),
    [`POST /account/identities/${lea!.id}/avatar`]: () => ({ account: own.account }),
    'GET /account': () => own.account,
  })
  render(<ProfileEditor profile={own} target="person1" open onClose={() => undefined} />)
  const button = await screen.findByRole('button', {
    name: 'Changer la photo de Léa, en attente de l’accord de Hugo',
    hidden: true,
  })
  expect(button.textContent).toContain('En attente')
  fireEvent.click(button)
  await screen.findByRole('menuitem', { name: 'Accord de Hugo attendu', hidden: true })
  fireEvent.click(screen.getByRole('menuitem', { name: 'Retirer la photo', hidden: true }))
  await screen.findByRole('button', { name: 'Ajouter la photo de Léa', hidden: true })
  fireEvent.click(screen.getByRole('button', { name: 'Enregistrer' }))
  const line = `POST /account/identities/${lea!.id}/avatar`
  await waitFor(() =>
    expect(asked.filter((s) => s.line === line).map((s) => s.body)).toEqual([{ mediaId: null }]),
  )
})

test('the account’s picture and the banner of an event wait in sight of their owner', async () => {
  const own = couple()
  const event = fresh('event')
  let waiting = waitingFor(own, 'account', own.account.id)
  serve({ 'GET /account/agreements': () => waiting })
  render(<AccountPicture />)
  await refreshAgreements()
  await screen.findByRole('button', {
    name: 'Changer la photo de profil, en attente de l’accord de Hugo',
  })
  cleanup()
  waiting = waitingFor(own, 'event', event)
  renderBanner(event, null)
  await refreshAgreements()
  await screen.findByText(/En attente de l’accord de Hugo/)
})

const renderBanner = (eventId: string, saved: string | null): void =>
  void render(
    <BannerField
      saved={saved}
      eventId={eventId}
      value={saved}
      onChange={() => undefined}
      onBusy={() => undefined}
    />,
  )

test('a waiting banner is taken back: the event keeps the one that it shows', async () => {
  const own = couple()
  const [event, shown] = [fresh('event'), fresh('media')]
  let waiting: object = waitingFor(own, 'event', event)
  const line = `PUT /events/${event}`
  const asked = serve({
    'GET /account/agreements': () => waiting,
    [line]: () => {
      waiting = { ...waiting, places: [] }
      return { event: {} }
    },
  })
  renderBanner(event, `/media/${shown}/url`)
  await refreshAgreements()
  fireEvent.click(
    within(await screen.findByRole('figure')).getByRole('button', { name: 'Retirer' }),
  )
  await waitFor(() => expect(screen.queryByRole('figure')).toBeNull())
  expect(asked.filter((s) => s.line === line).map((s) => s.body)).toEqual([
    { banner_media_id: shown },
  ])
})

test('the picture of a group that waits is shown in its panel, and can be taken back', async () => {
  const own = couple()
  const group = {
    ...conversation({ type: 'group', title: 'Terrasse' }),
    participant_count: 1,
    participants: [{ account_id: own.account.id, is_admin: true, account: own.account }],
  } as unknown as Conversation
  putConversation(group, own.account.id)
  let waiting: object = waitingFor(own, 'conversation', group.id)
  const line = `PATCH /conversations/${group.id}`
  const asked = serve({
    'GET /account/agreements': () => waiting,
    [`GET /conversations/${group.id}/participants`]: () => ({ participants: group.participants }),
    [line]: () => {
      waiting = { ...waiting, places: [] }
      return { conversation: group }
    },
  })
  render(<GroupPanel id={group.id} open level={0} onClose={() => undefined} />)
  await refreshAgreements()
  await screen.findByText(/En attente de l’accord de Hugo\. Le groupe la montrera ensuite\./)
  fireEvent.click(within(screen.getByRole('figure')).getByRole('button', { name: 'Retirer' }))
  await waitFor(() => expect(screen.queryByRole('figure')).toBeNull())
  expect(asked.filter((s) => s.line === line).map((s) => s.body)).toEqual([
    { avatar_media_id: null },
  ])
})
