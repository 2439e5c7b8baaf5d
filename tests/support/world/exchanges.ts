import * as m from '#contract/messaging/messages'
import type { Gender } from '#contract/common'
import { newId } from '../../../server/tokens'
import type { Member, TestApp } from '../server/server'

let made = 0

/** Two members, the first a couple by default, and their direct conversation. */
export const pairOf = async (
  t: TestApp,
  genders: readonly Gender[] = ['woman', 'man'],
): Promise<[Member, Member, string]> => {
  made += 1
  const [a, b] = [
    await t.member(`anne_${made}`, genders),
    await t.member(`basile_${made}`, ['man']),
  ]
  return [
    a,
    b,
    (await a.call(m.startConversation, { body: { handle: b.handle } })).body.conversation.id,
  ]
}

/** Sends, as the first identity by default; returns the stored message. Throws on a refusal. */
export const say = async (
  who: Member,
  id: string,
  content: string,
  more: object = {},
): Promise<m.Message> => {
  const { status, body } = await who.call(m.sendMessage, {
    params: { id },
    body: {
      content,
      sender_identity_id: who.identityIds[0] ?? null,
      client_msg_id: newId(),
      ...more,
    },
  })
  if (status !== 201) throw new Error(`send: ${status} ${JSON.stringify(body)}`)
  return body
}
/** A group of these members, the first its administrator. */
export const groupOf = async (
  t: TestApp,
  members: readonly Member[],
  type: 'group' | 'event' = 'group',
): Promise<string> => {
  const [id, now] = [newId(), t.ctx.now()]
  await t.ctx.db
    .insertInto('conversations')
    .values({
      id,
      type,
      title: 'Les voisins',
      title_key: 'les voisins',
      description: null,
      avatar_media_id: null,
      direct_key: null,
      event_id: null,
      created_at: now,
      clock: now,
      last_message_id: null,
      last_message_at: null,
    })
    .execute()
  await t.ctx.db
    .insertInto('conversation_participants')
    .values(
      members.map((who, i) => ({
        conversation_id: id,
        account_id: who.accountId,
        is_admin: i === 0 ? (1 as const) : (0 as const),
        joined_at: now + i,
        visible_after: 0,
        left_at: null,
        has_written: 0 as const,
      })),
    )
    .execute()
  return id
}
const membershipOf = (t: TestApp, id: string, who: Member) =>
  t.ctx.db
    .updateTable('conversation_participants')
    .where('conversation_id', '=', id)
    .where('account_id', '=', who.accountId)
export const takeOut = (t: TestApp, id: string, who: Member): Promise<unknown> =>
  membershipOf(t, id, who).set({ left_at: t.ctx.now() }).execute()
/** Re-admits a member, who only sees messages after `after`. */
export const seesFrom = (t: TestApp, id: string, who: Member, after: number): Promise<unknown> =>
  membershipOf(t, id, who).set({ left_at: null, visible_after: after }).execute()
export const hide = (t: TestApp, id: string, who: Member): Promise<unknown> =>
  membershipOf(t, id, who).set({ hidden: 1 }).execute()
export const blocks = (t: TestApp, who: Member, whom: Member): Promise<unknown> =>
  t.ctx.db
    .insertInto('blocks')
    .values({ account_id: who.accountId, blocked_account_id: whom.accountId, created_at: 1 })
    .execute()
export const pageOf = async (who: Member, id: string, query: object = {}) =>
  (await who.call(m.listMessages, { params: { id }, query })).body
export const syncOf = async (who: Member, id: string, since: string) =>
  (await who.call(m.syncConversation, { params: { id }, query: { since } })).body
/** Polls until it holds. */
export const settled = async (holds: () => boolean, withinMs = 3_000): Promise<void> => {
  for (const end = Date.now() + withinMs; !holds() && Date.now() < end;)
    await new Promise((resolve) => setTimeout(resolve, 5))
}
/** Waits until nothing more is published for `silenceMs`, then clears the events. */
export const hush = async (events: unknown[], silenceMs = 60): Promise<void> => {
  for (let before = -1; before !== events.length;) {
    before = events.length
    await new Promise((resolve) => setTimeout(resolve, silenceMs))
  }
  events.splice(0)
}
