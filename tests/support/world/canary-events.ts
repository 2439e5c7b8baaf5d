import * as e from '#contract/events/events'
import { offerRide } from '#contract/events/rides'
import * as m from '#contract/messaging/messages'
import * as acts from '#contract/messaging/acts'
import { sayTyping } from '#contract/messaging/typing'
import * as p from '#contract/events/participants'
import { checkInCode } from '#contract/events/check-in'
import { calendarFeed } from '#contract/events/calendar'
import { setAvatar } from '#contract/profile/profile'
import { newId } from '../../../server/tokens'
import { ok, raise, SLUG, ADDRESS, type Stage } from './canary-stage'

/** The victim's event with a hidden address, and a draft. */
export const addEvent = async ({ who, v, photo, at, make }: Stage) => {
  const banner = await photo(v, 5)
  const evening = await make(v, {
    title: 'Zqsoiree',
    slug: SLUG,
    description: 'Zqdescription',
    price: 'Zqtarif',
    payment_url: 'https://zqpaiement.example/x',
    start_date: at(72),
    end_date: at(78),
    place_id: '45234',
    private_location: ADDRESS,
    banner_media_id: banner,
    requires_approval: true,
    has_waitlist: true,
    rules: 'Zqregles',
    questions: ['Zqquestion'],
  })
  const draft = await make(v, {
    title: 'Zqbrouillon',
    slug: 'zqcode-brouillon',
    description: 'Zqbrouillondesc',
    start_date: at(96),
    place_id: '45234',
    private_location: { ...ADDRESS, address: '9 Zqadressedeux' },
  })
  await ok(v.call(e.publishEvent, { params: { id: evening }, body: { status: 'published' } }))
  for (const id of [evening, draft])
    await ok(
      v.call(p.addCoOrganizer, { params: { id }, body: { account_id: who.coorg.accountId } }),
    )
  return { evening, draft, banner }
}

/** One participant of each status; returns the ids of their rows. */
export const addEventParticipants = async ({ db, who, v, invite }: Stage, evening: string) => {
  const patch = (participantId: string, body: object) =>
    ok(v.call(p.patchParticipant, { params: { id: evening }, body: { participantId, ...body } }))
  const rows = {} as Record<string, string>
  for (const name of [
    'invited',
    'pending',
    'waiting',
    'accepted',
    'cancelled',
    'declined',
    'concealed',
    'blocked',
    'blocker',
    'neighbour',
  ] as const)
    rows[name] = await invite(v, evening, name)
  await patch(rows['concealed'] ?? '', { is_hidden: true, organizer_comment: 'Zqcommentaire' })
  const [question] = (await ok(v.call(e.getEvent, { params: { id: evening }, query: {} }))).event
    .questions
  for (const name of [
    'accepted',
    'cancelled',
    'declined',
    'concealed',
    'blocked',
    'blocker',
    'neighbour',
  ] as const)
    await ok(
      who[name].call(e.participateInEvent, {
        params: { id: evening },
        body: {
          rules_version: 1,
          accepted_by: who[name].identityIds,
          answers:
            name === 'accepted' ? [{ question_id: question?.id ?? '', text: 'Zqreponse' }] : [],
        },
      }),
    )
  await patch(rows['accepted'] ?? '', { organizer_comment: 'Zqcommentaire' })
  await ok(
    who.accepted.call(offerRide, {
      params: { id: evening },
      body: { seats: 2, place_id: '35238', leaves_at: '19:37' },
    }),
  )
  await patch(rows['cancelled'] ?? '', { status: 'cancelled' })
  await ok(who.declined.call(e.leaveEvent, { params: { id: evening } }))
  for (const [name, status] of [
    ['waiting', 'waitlist'],
    ['pending', 'pending_approval'],
  ] as const)
    await db
      .updateTable('event_participants')
      .set({ status })
      .where('id', '=', rows[name] ?? '')
      .execute()
  return rows
}

/** Actions of a concealed and a confirmed participant in the event's conversations. */
export const addEventTalk = async ({ db, who, v, photo, send }: Stage, evening: string) => {
  const eventTalk =
    (await ok(v.call(e.getEvent, { params: { id: evening }, query: {} }))).event.conversation_id ??
    raise('no conversation')
  const concealedAvatar = await photo(who.concealed, 6)
  await ok(who.concealed.call(setAvatar, { body: { mediaId: concealedAvatar } }))
  await db
    .updateTable('identities')
    .set({
      handle: 'zqcacheidentite',
      handle_key: 'zqcacheidentite',
      avatar_media_id: concealedAvatar,
    })
    .where('account_id', '=', who.concealed.accountId)
    .execute()
  const written = await send(who.concealed, eventTalk, 'Zqparole', [await photo(who.concealed, 7)])
  const answer = await send(who.accepted, eventTalk, 'Réponse')
  await ok(
    who.concealed.call(acts.setReaction, {
      params: { id: answer.id },
      body: { emoji: '👍', identity_id: who.concealed.identityIds[0] ?? '' },
    }),
  )
  await ok(
    who.concealed.call(m.markRead, {
      params: { id: eventTalk },
      body: { identityId: who.concealed.identityIds[0] ?? '' },
    }),
  )
  await ok(
    who.concealed.call(sayTyping, {
      params: { id: eventTalk },
      body: { identity_id: who.concealed.identityIds[0] ?? '', isTyping: true },
    }),
  )
  await ok(
    who.accepted.call(m.sendMessage, {
      params: { id: eventTalk },
      body: {
        content: 'Oui',
        sender_identity_id: who.accepted.identityIds[0] ?? null,
        client_msg_id: newId(),
        quoted_message_id: written.id,
      },
    }),
  )
  const opened = await ok(
    who.accepted.call(p.startEventConversation, { params: { id: evening }, body: {} }),
  )
  const organizersTalk = opened.conversation_id ?? raise('no conversation')
  await send(who.accepted, organizersTalk, 'Zqorganisateurs')
  const { code } = await ok(who.accepted.call(checkInCode, { params: { id: evening } }))
  const feed =
    new URL((await ok(who.accepted.call(calendarFeed, { body: { discreet: false } }))).url).pathname
      .split('/')
      .at(-1) ?? ''
  return { eventTalk, concealedAvatar, answer, organizersTalk, code, feed }
}

/** Another member's event, where the victim and members that it cannot see participate. */
export const addParty = async ({ who, v, at, make, invite }: Stage) => {
  const party = await make(who.host, { title: 'Fête', start_date: at(80), place_id: '45234' })
  await ok(who.host.call(e.publishEvent, { params: { id: party }, body: { status: 'published' } }))
  for (const name of ['victim', 'blocked', 'blocker', 'neighbour'] as const) {
    await invite(who.host, party, name)
    await ok(who[name].call(e.participateInEvent, { params: { id: party } }))
  }
  await ok(
    who.host.call(p.addCoOrganizer, { params: { id: party }, body: { account_id: v.accountId } }),
  )
  return party
}

/** An event of the host that ended: its guests choose whom to meet again. */
export const addPast = async ({ t, db, who, at, make, invite }: Stage) => {
  const past = await make(who.host, { title: 'Hier', start_date: at(80), place_id: '45234' })
  await ok(who.host.call(e.publishEvent, { params: { id: past }, body: { status: 'published' } }))
  for (const name of ['victim', 'accepted', 'blocked', 'blocker', 'neighbour'] as const) {
    await invite(who.host, past, name)
    await ok(who[name].call(e.participateInEvent, { params: { id: past } }))
  }
  await db
    .updateTable('events')
    .set({ start_at: t.ctx.now() - 60 * 3_600_000, end_at: t.ctx.now() - 50 * 3_600_000 })
    .where('id', '=', past)
    .execute()
  return past
}
