import * as m from '#contract/messaging/messages'
import * as g from '#contract/messaging/groups'
import * as talk from '../../../server/messaging/service'
import { newId } from '../../../server/tokens'
import type { Member, TestApp } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'

export let t: TestApp

export const START = Date.parse('2026-12-31T19:00:00.000Z')

let n = 0

interface Sortie {
  eventId: string
  title: string
  startAt: number
  id: string
  organizer: Member
  second: Member
  guest: Member
  other: Member
}

/** An event with one organizer, two who are accepted, and `second` who has nothing to do with it yet. */
export const sortie = async (groupOptions: 'organizers' | 'all' = 'all'): Promise<Sortie> => {
  n += 1
  const [organizer, second, guest, other] = [
    await t.member(`sortie_${n}_orga`),
    await t.member(`sortie_${n}_adjoint`),
    await t.member(`sortie_${n}_invite`),
    await t.member(`sortie_${n}_autre`),
  ]
  const event = { eventId: newId(), title: `Réveillon à l’Étang ${n}`, startAt: START }
  const { id, after } = await talk.openEventConversation(t.ctx, t.ctx.db, {
    ...event,
    groupOptions,
    organizerIds: [organizer.accountId],
  })
  await after()
  await sync(event.eventId, [organizer], [guest, other])
  return { ...event, id, organizer, second, guest, other }
}

export const sync = async (
  eventId: string,
  organizers: readonly Member[],
  accepted: readonly Member[],
  hidden: readonly Member[] = [],
): Promise<void> => {
  const announce = await talk.syncEventMembers(t.ctx, t.ctx.db, {
    eventId,
    organizers: organizers.map((o) => o.accountId),
    accepted: [...accepted, ...hidden].map((a) => ({
      accountId: a.accountId,
      hidden: hidden.includes(a),
    })),
  })
  await announce()
}

export const direct = (
  s: Sortie,
  participant: Member,
  by: Member,
  organizers: readonly Member[] = [s.organizer],
) =>
  talk.openEventDirect(t.ctx, t.ctx.db, {
    eventId: s.eventId,
    title: s.title,
    startAt: s.startAt,
    participantId: participant.accountId,
    organizerIds: organizers.map((o) => o.accountId),
    by: { ...by, identityId: null },
  })

export const send = (by: Member, id: string, content = 'Bonsoir') =>
  by.call(m.sendMessage, {
    params: { id },
    body: { content, sender_identity_id: by.identityIds[0] ?? null, client_msg_id: newId() },
  })

export const lines = async (by: Member, id: string) =>
  (await by.call(m.listMessages, { params: { id } })).body.messages.map((x) =>
    x.systemType ? `${x.systemType}: ${x.content}` : x.content,
  )

export const seen = async (by: Member, id: string) =>
  (await by.call(m.getConversation, { params: { id } })).body.conversation

export const inside = async (by: Member, id: string) =>
  (await by.call(g.listParticipants, { params: { id } })).body.participants

/** Starts what every test of this file shares. */
export const setUp = (): void => {
  t = sharedApp()
}
