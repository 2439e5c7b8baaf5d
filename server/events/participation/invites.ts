import { MINUTE_MS } from '#contract/limits'
import {
  NO_SUCH_MEMBER,
  type inviteToEvent,
  type listEventGroups,
} from '#contract/events/participants'
import type { Relation } from '#contract/relations'
import type { Reply } from '#contract/route'
import { notSeparated, lockUnseparated } from '../../access/blocks'
import { mayInviteToEvent } from '../../access/contact'
import { findEvent, isEnded, requireOrganizer, eventRoleOf } from '../../access/events'
import { refuseInConstantTime } from '../../constant-time'
import type { Ctx, Viewer } from '../../context'
import { foldText, type Conn } from '../../db/dialect'
import { fail } from '../../fail'
import { groupBy } from '../../group-by'
import { addNews } from '../../news/service'
import { listOwnRelations } from '../../relations/service'
import {
  announceParticipations,
  changeParticipations,
  type ParticipationChanges,
} from '../editing/changes'
import { presentParticipants } from './people'
import { newsFor } from './organizer-news'
import { setParticipationStatus } from './status'
import { hasRequestedPlace, lockEvent, participationOf, type EventRow } from '../queries'

type InvitationResult = Reply<typeof inviteToEvent>
/** So long a repeated invitation is the same one; later it says that the account is invited already. */
const AGAIN_MS = 10 * MINUTE_MS
const no = (error: string): InvitationResult => ({ success: false, error })
type Invited = ParticipationChanges & { readonly error?: string }
const refused = (error: string): Invited => ({ error, changes: [], news: [] })
/**
 * No block separates this account from the event's creator or from the inviter (`lockUnseparated`
 * of both).
 */
const isOpenTo = async (
  trx: Conn,
  event: EventRow,
  inviterId: string,
  accountId: string,
): Promise<boolean> =>
  (await lockUnseparated(trx, event.creator_account_id, accountId)) &&
  (inviterId === event.creator_account_id || (await lockUnseparated(trx, inviterId, accountId)))

/**
 * Refusals by a rule are replies, not errors: the screen shows their sentence beside the handle.
 */
export const inviteMember = (
  ctx: Ctx,
  viewer: Viewer,
  id: string,
  handle: string,
): Promise<InvitationResult> =>
  refuseInConstantTime(
    () => inviteByHandle(ctx, viewer, id, handle),
    ({ error }) => error === NO_SUCH_MEMBER,
  )

const inviteByHandle = async (
  ctx: Ctx,
  viewer: Viewer,
  id: string,
  handle: string,
): Promise<InvitationResult> => {
  const { event: known } = await requireOrganizer(ctx.db, viewer, id)
  const now = ctx.now()
  if (known.status === 'draft') return no('Événement non publié – publiez-le pour pouvoir inviter')
  if (isEnded(known, now)) return no('Événement terminé')
  const key = foldText(handle.replace(/^@/, ''))
  if (!/^[a-z0-9_]{4,}$/.test(key))
    return no('Le pseudo doit contenir au moins 4 caractères alphanumériques')
  const target = await ctx.db
    .selectFrom('accounts')
    .where('handle_key', '=', key)
    .where('deleted_at', 'is', null)
    .select(['id', 'preferences'])
    .executeTakeFirst()
  if (target?.id === viewer.accountId) return no('Vous ne pouvez pas vous inviter vous‑même')
  if (!target) return no(NO_SUCH_MEMBER)
  const done = await changeParticipations(ctx, known.id, async (trx): Promise<Invited> => {
    if (!(await isOpenTo(trx, known, viewer.accountId, target.id))) return refused(NO_SUCH_MEMBER)
    const event = (await lockEvent(trx, known.id, now)) ?? fail('not_found')
    const row = await participationOf(trx, event.id, target.id)
    // tried again after a lost reply: the answer of the first time
    if (
      row?.status === 'invited' &&
      row.invited_by_account_id === viewer.accountId &&
      row.status_at > now - AGAIN_MS
    )
      return { changes: [], news: [] }
    if (row && row.status !== 'declined' && row.status !== 'cancelled')
      return refused('Déjà invité')
    // who asked for a place is no stranger; who declined is as one who was never invited
    if (
      !(row && hasRequestedPlace(row)) &&
      !(await mayInviteToEvent(trx, viewer.accountId, target, now))
    )
      return refused(NO_SUCH_MEMBER)
    if (event.max_participants !== null && event.seats_taken >= event.max_participants)
      return refused(`Capacité maximale atteinte (${event.max_participants})`)
    const change = await setParticipationStatus(trx, event, target.id, 'invited', now, {
      invitedBy: viewer.accountId,
    })
    return {
      changes: [change],
      news: await addNews(trx, [newsFor(event, 'event_invited', target.id, viewer.accountId)], now),
    }
  })
  if (done.error !== undefined) return no(done.error)
  await announceParticipations(ctx, known.id, done)
  const row = await participationOf(ctx.db, known.id, target.id)
  const [participant] = row
    ? await presentParticipants(ctx, viewer, { event: known, isOrganizer: true }, [row])
    : []
  return { success: true, ...(participant ? { participant } : {}) }
}

/**
 * Invites through an organizer's join link, after the relation was made. Does nothing for a draft, an
 * ended event, an account that the event lists already, a link whose author no longer organizes it,
 * or across a block with the author or the creator. A full event does not end the link, as it does
 * an invitation by hand: whoever follows it may wait for a place.
 */
export const inviteByLink = async (
  ctx: Ctx,
  eventId: string,
  accountId: string,
  inviterId: string,
): Promise<void> => {
  const known = await findEvent(ctx.db, eventId)
  const now = ctx.now()
  if (
    !known ||
    known.status !== 'published' ||
    isEnded(known, now) ||
    known.creator_account_id === accountId ||
    (await participationOf(ctx.db, eventId, accountId))
  )
    return
  if (!(await eventRoleOf(ctx.db, inviterId, known)).isOrganizer) return
  const done = await changeParticipations(ctx, eventId, async (trx) => {
    if (!(await isOpenTo(trx, known, inviterId, accountId))) return { changes: [], news: [] }
    const event = (await lockEvent(trx, eventId, now)) ?? fail('not_found')
    if (await participationOf(trx, eventId, accountId)) return { changes: [], news: [] }
    const change = await setParticipationStatus(trx, event, accountId, 'invited', now, {
      invitedBy: inviterId,
    })
    return {
      changes: [change],
      news: await addNews(trx, [newsFor(event, 'event_invited', accountId, inviterId)], now),
    }
  })
  await announceParticipations(ctx, eventId, done)
}

/** The viewer's relations, each with its status in the event. */
export const listInvitableRelations = async (
  ctx: Ctx,
  viewer: Viewer,
  id: string,
  q: string | undefined,
) => {
  const { event } = await requireOrganizer(ctx.db, viewer, id)
  const relations: Relation[] = await listOwnRelations(ctx, viewer, q)
  if (relations.length === 0) return []
  const rows = await ctx.db
    .selectFrom('event_participants')
    .where('event_id', '=', event.id)
    .where(
      'account_id',
      'in',
      relations.map((r) => r.with_account_id),
    )
    .select(['account_id', 'status'])
    .execute()
  const status = new Map(rows.map((p) => [p.account_id, p.status]))
  return relations.map((r) => ({
    ...r,
    participation_status: status.get(r.with_account_id) ?? null,
  }))
}

export type Group = Reply<typeof listEventGroups>['groups'][number]
/**
 * The viewer's group conversations whose name contains q, with the members that the viewer may see.
 */
export const listInvitableGroups = async (
  ctx: Ctx,
  viewer: Viewer,
  q: string | undefined,
): Promise<Group[]> => {
  const text = foldText((q ?? '').replace(/[<>]/g, ''))
  const rows = await ctx.db
    .selectFrom('conversation_participants as mine')
    .innerJoin('conversations as c', 'c.id', 'mine.conversation_id')
    .where('mine.account_id', '=', viewer.accountId)
    .where('mine.left_at', 'is', null)
    .where('c.type', '=', 'group')
    .select(['c.id', 'c.title'])
    .orderBy('c.last_message_at', 'desc')
    .limit(200)
    .execute()
  const shown = rows.filter((r) => foldText(r.title ?? '').includes(text))
  if (shown.length === 0) return []
  const members = await ctx.db
    .selectFrom('conversation_participants as p')
    .innerJoin('accounts as a', 'a.id', 'p.account_id')
    .where(
      'p.conversation_id',
      'in',
      shown.map((r) => r.id),
    )
    .where('p.left_at', 'is', null)
    .where('a.deleted_at', 'is', null)
    .where(notSeparated('a.id', viewer.accountId))
    .select(['p.conversation_id', 'a.id', 'a.handle'])
    .orderBy('a.handle_key')
    .execute()
  const byGroup = groupBy(members, (m) => m.conversation_id)
  return shown.map((r) => {
    const participants = (byGroup.get(r.id) ?? []).map((m) => ({
      account_id: m.id,
      account_handle: m.handle,
    }))
    return { id: r.id, name: r.title ?? 'Groupe', member_count: participants.length, participants }
  })
}
