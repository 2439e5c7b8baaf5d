import type { ParticipantRow, patchParticipant } from '#contract/events/participants'
import type { ParsedInput } from '#contract/route'
import { areSeparated, separatedAccounts, lockUnseparated } from '../../access/blocks'
import { mayInviteToEvent } from '../../access/contact'
import { eventRoleOf, readEvent, requireOrganizer, type EventRole } from '../../access/events'
import type { Ctx, Viewer } from '../../context'
import { flag, type Conn } from '../../db/dialect'
import { fail } from '../../fail'
import { presentAccounts } from '../../profile/service'
import {
  announceParticipations,
  eventAudience,
  changeParticipations,
  publishEventChanged,
} from '../editing/changes'
import { maskedIdOf } from '../../tokens'
import { iso } from '../../iso'
import { decideParticipation } from './participation'
import { guestStates } from './reconfirm-state'
import {
  handlesByAccount,
  hasRequestedPlace,
  lockEventRow,
  lockEvent,
  organizerIds,
  participationById,
  participationOf,
  type ParticipationRow,
} from '../queries'

export const HIDDEN_HANDLE = 'Pseudo caché'

/**
 * Rows as the viewer may see them: hidden participants and organizers' notes only for organizers
 * (and for oneself). A hidden participant stays listed when a block separates it from the viewer,
 * because a row that vanished with a block would reveal its account. For the same reason hidden
 * rows come last, in a meaningless order and without row id, which would reveal the creation time.
 */
export const presentParticipants = async (
  ctx: Ctx,
  viewer: Viewer,
  { event, isOrganizer }: Pick<EventRole, 'event' | 'isOrganizer'>,
  rows: readonly ParticipationRow[],
): Promise<ParticipantRow[]> => {
  const blocked = await separatedAccounts(ctx.db, viewer.accountId)
  const accounts = await presentAccounts(
    ctx,
    viewer,
    rows.map((r) => r.account_id),
  )
  const reconfirmOf = isOrganizer ? await guestStates(ctx.db, event) : () => null
  const inviters = await handlesByAccount(
    ctx.db,
    rows.flatMap((r) => (r.invited_by_account_id ? [r.invited_by_account_id] : [])),
  )
  const shown = rows.flatMap((r): ParticipantRow[] => {
    const account = accounts.get(r.account_id)
    const own = r.account_id === viewer.accountId
    const masked = r.is_hidden === 1 && !isOrganizer && !own
    if (!account || account.deleted || (blocked.has(r.account_id) && !masked)) return []
    const inviter =
      isOrganizer && r.invited_by_account_id && !blocked.has(r.invited_by_account_id)
        ? r.invited_by_account_id
        : null
    return [
      {
        id: masked ? maskedIdOf(ctx.secret, 'participant', r.id) : r.id,
        account_id: masked ? null : r.account_id,
        account_handle: masked ? HIDDEN_HANDLE : account.account_handle,
        avatar_url: masked ? null : account.avatar_url,
        identities: masked
          ? []
          : account.identities.filter((i) => r.identity_id === null || i.id === r.identity_id),
        status: r.status,
        has_asked: isOrganizer ? hasRequestedPlace(r) : null,
        has_paid: isOrganizer ? r.has_paid === 1 : null,
        is_present: isOrganizer ? r.is_present === 1 : null,
        is_vip: isOrganizer && r.is_vip === 1,
        is_hidden: r.is_hidden === 1,
        organizer_comment: isOrganizer ? r.organizer_comment : null,
        is_creator: r.account_id === event.creator_account_id,
        is_co_organizer: r.is_co_organizer === 1,
        invited_by_account_id: inviter,
        invited_by_handle: inviter ? (inviters.get(inviter) ?? null) : null,
        // a creation time would reveal the account
        created_at: iso(masked ? event.created_at : r.created_at),
        offer_until: isOrganizer || own ? iso(r.offer_until) : null,
        reconfirm: reconfirmOf(r),
        invitation_transfers_remaining: 0,
      },
    ]
  })
  const hidden = shown.filter((r) => r.account_id === null).sort((a, b) => (a.id < b.id ? -1 : 1))
  return hidden.length === 0 ? shown : [...shown.filter((r) => r.account_id !== null), ...hidden]
}

/** As by hand (`inviteMember`): who declined an invitation is invited again as a stranger is. */
const mayBeInvited = async (
  trx: Conn,
  viewer: Viewer,
  row: ParticipationRow,
  now: number,
): Promise<boolean> => {
  if (hasRequestedPlace(row)) return true
  const account = await trx
    .selectFrom('accounts')
    .where('id', '=', row.account_id)
    .select(['id', 'preferences'])
    .executeTakeFirstOrThrow()
  return mayInviteToEvent(trx, viewer.accountId, account, now)
}

/**
 * An organizer's decision and notes about one participant. Fails with `event_full`, `not_asked`,
 * `guest_hidden` (an organizer hides any guest, and shows nobody), `conflict` for an organizer's
 * status and for hiding one, and `not_found` for an account separated from the viewer by a block,
 * whose row is in no list.
 */
export const changeParticipant = async (
  ctx: Ctx,
  viewer: Viewer,
  id: string,
  body: ParsedInput<typeof patchParticipant>['body'],
): Promise<ParticipantRow> => {
  const { event: known } = await requireOrganizer(ctx.db, viewer, id)
  const now = ctx.now()
  const done = await changeParticipations(ctx, known.id, async (trx) => {
    const target = (await participationById(trx, known.id, body.participantId)) ?? fail('not_found')
    if (await areSeparated(trx, viewer.accountId, target.account_id)) fail('not_found')
    // before the event's lock, in the order of `inviteMember` and `participate`
    const isApart =
      body.status !== undefined &&
      !(await lockUnseparated(trx, known.creator_account_id, target.account_id))
    const event = (await lockEvent(trx, known.id, now)) ?? fail('not_found')
    const row = (await participationById(trx, event.id, target.id)) ?? fail('not_found')
    // organizers are seen, and the creator could not show themselves again
    if (body.is_hidden === true && (await eventRoleOf(trx, row.account_id, event)).isOrganizer)
      fail('conflict')
    // what they wrote meanwhile would get their name as well
    if (body.is_hidden === false && row.is_hidden === 1) fail('guest_hidden')
    const isBarred =
      isApart || (body.status === 'invited' && !(await mayBeInvited(trx, viewer, row, now)))
    const decided =
      body.status === undefined
        ? { changes: [], news: [] }
        : await decideParticipation(trx, event, row, body.status, viewer.accountId, now, isBarred)
    const { has_paid, is_present, is_vip, is_hidden, organizer_comment: comment } = body
    const set = {
      ...(has_paid === undefined ? {} : { has_paid: flag(has_paid) }),
      ...(is_present === undefined
        ? {}
        : // also of an absence: what a phone recorded before it arrives later
          { is_present: flag(is_present), present_at: now, gone_at: null }),
      ...(is_vip === undefined ? {} : { is_vip: flag(is_vip) }),
      ...(is_hidden === undefined ? {} : { is_hidden: flag(is_hidden) }),
      ...(comment === undefined ? {} : { organizer_comment: comment || null }),
    }
    if (Object.keys(set).length > 0)
      await trx.updateTable('event_participants').set(set).where('id', '=', row.id).execute()
    return is_hidden === undefined ? decided : { ...decided, renamed: [row.account_id] }
  })
  await announceParticipations(ctx, known.id, done)
  if (body.is_hidden !== undefined)
    publishEventChanged(ctx, known.id, await eventAudience(ctx, known.id))
  else if (done.changes.length === 0)
    publishEventChanged(ctx, known.id, await organizerIds(ctx.db, known))
  const row = (await participationById(ctx.db, known.id, body.participantId)) ?? fail('not_found')
  return (
    (await presentParticipants(ctx, viewer, { event: known, isOrganizer: true }, [row]))[0] ??
    fail('not_found')
  )
}

/** The viewer's own choice to be «Pseudo caché» in this event. */
export const setOwnHidden = async (
  ctx: Ctx,
  viewer: Viewer,
  id: string,
  hidden: boolean,
): Promise<ParticipantRow> => {
  const { event, participant } = await readEvent(ctx.db, viewer, id)
  if (!participant) return fail('not_found')
  const done = await changeParticipations(ctx, event.id, async (trx) => {
    // before the row, as every other change does
    const held = (await lockEventRow(trx, event.id)) ?? fail('not_found')
    // only now: they may have been made an organizer, whom the guests must know, at the same moment
    if ((await eventRoleOf(trx, viewer.accountId, held)).isOrganizer) fail('own_event')
    await trx
      .updateTable('event_participants')
      .set({ is_hidden: flag(hidden) })
      .where('id', '=', participant.id)
      .execute()
    return { changes: [], news: [], renamed: [viewer.accountId] }
  })
  await announceParticipations(ctx, event.id, done)
  publishEventChanged(ctx, event.id, await eventAudience(ctx, event.id))
  const row = (await participationOf(ctx.db, event.id, viewer.accountId)) ?? fail('not_found')
  return (
    (await presentParticipants(ctx, viewer, { event, isOrganizer: false }, [row]))[0] ??
    fail('not_found')
  )
}
