import { JOIN_LINK_S } from '#contract/limits'
import type {
  acceptJoinLink,
  createJoinLink,
  JoinLink,
  readJoinLink,
} from '#contract/profile/profile'
import type { ParsedInput, Reply } from '#contract/route'
import type { Ctx, UserViewer, Viewer } from '../context'
import type { Row } from '../db/tables'
import { forEachDueRow } from '../each-due'
import { fail } from '../fail'
import { iso } from '../iso'
import { unavailableDependency } from '../outage'
import { announceJoining, joinAsPartner, USERS_PER_ACCOUNT } from '../session/service'
import { hashSecret, newId, newSecret } from '../tokens'
import { countUsers } from './queries'
import {
  findValidLink,
  validLinksOf,
  insertLink,
  revokeLink,
  joinTokenOf,
  clearJoinToken,
} from './link-queries'
import { createRelation } from './service'

/**
 * Provided by the events room, which comes later: whether the viewer may invite to an event, and
 * the invitation.
 */
export interface EventInvitations {
  /** Rejects with a Fail when the viewer may not invite. */
  mayInvite(viewer: Viewer, eventId: string): Promise<void>
  invite(eventId: string, accountId: string, inviterId: string): Promise<void>
}

type Link = Pick<Row<'join_links'>, 'id' | 'kind' | 'event_id' | 'created_at' | 'expires_at'>
const presentLink = (row: Link, url: string | null): JoinLink => ({
  id: row.id,
  kind: row.kind,
  event_id: row.event_id,
  created_at: iso(row.created_at),
  expires_at: iso(row.expires_at),
  url,
})

/**
 * Creates a link; only this reply contains its address. Fails with `partner_full`, and `not_found`
 * for an unknown event.
 */
export const makeJoinLink = async (
  ctx: Ctx,
  events: EventInvitations,
  viewer: Viewer,
  input: ParsedInput<typeof createJoinLink>['body'],
): Promise<JoinLink> => {
  const eventId = input.kind === 'event' ? (input.event_id ?? fail('not_found')) : null
  if (eventId) await events.mayInvite(viewer, eventId)
  if (input.kind === 'partner' && (await countUsers(ctx.db, viewer.accountId)) >= USERS_PER_ACCOUNT)
    fail('partner_full')
  const secret = newSecret()
  const now = ctx.now()
  const row = {
    id: newId(),
    account_id: viewer.accountId,
    kind: input.kind,
    event_id: eventId,
    token_hash: hashSecret(secret),
    created_at: now,
    expires_at: now + JOIN_LINK_S * 1000,
  }
  await insertLink(ctx.db, row)
  return presentLink(row, `${ctx.env.publicUrl}/join/${secret}`)
}

export const listValidJoinLinks = async (ctx: Ctx, viewer: Viewer): Promise<JoinLink[]> =>
  (await validLinksOf(ctx.db, viewer.accountId, ctx.now())).map((row) => presentLink(row, null))

export const endJoinLink = async (ctx: Ctx, viewer: Viewer, id: string): Promise<void> => {
  if (!(await revokeLink(ctx.db, viewer.accountId, id, ctx.now()))) fail('not_found')
}

/**
 * Purpose and creator of a link. Does not consume it; all invalid links fail alike.
 */
export const describeJoinLink = async (
  ctx: Ctx,
  token: string,
): Promise<Reply<typeof readJoinLink>> => {
  const link =
    (await findValidLink(ctx.db, hashSecret(token), ctx.now())) ?? fail('join_link_invalid')
  return { kind: link.kind, inviter_handle: link.inviter_handle }
}

/**
 * Follows a link: a member becomes the inviter's relation; a user without account joins the couple
 * of a partner link. Fails with `join_link_invalid` (also when one blocks the other), `own_link`,
 * `partner_full`, `parting_open`, `account_exists` (partner link, but the caller has an account),
 * `account_required` (member link, but the caller has none).
 */
export const followJoinLink = async (
  ctx: Ctx,
  events: EventInvitations,
  viewer: UserViewer,
  token: string,
): Promise<Reply<typeof acceptJoinLink>> => {
  const now = ctx.now()
  const link = (await findValidLink(ctx.db, hashSecret(token), now)) ?? fail('join_link_invalid')
  const answer = { kind: link.kind, account_id: link.account_id, event_id: link.event_id }
  if (link.account_id === viewer.accountId) fail('own_link')
  if (link.kind === 'partner') {
    if (viewer.accountId) fail('account_exists')
    const joining = await ctx.db
      .transaction()
      .execute((trx) => joinAsPartner(trx, link.token_hash, viewer.userId, now))
    if (joining.outcome === 'full') fail('partner_full')
    if (joining.outcome === 'parting') fail('parting_open')
    if (joining.outcome === 'has_account') fail('account_exists')
    if (joining.outcome === 'invalid') fail('join_link_invalid')
    announceJoining(ctx, joining, viewer.userId)
    return answer
  }
  const accountId = viewer.accountId ?? fail('account_required')
  if (!(await relate(ctx, accountId, link.account_id))) fail('join_link_invalid')
  if (link.kind === 'event' && link.event_id)
    await events.invite(link.event_id, accountId, link.account_id)
  return answer
}

/** Returns whether the two are relations now: false across a block. */
const relate = async (ctx: Ctx, accountId: string, inviterId: string): Promise<boolean> => {
  const isNew = await ctx.db
    .transaction()
    .execute((trx) => createRelation(trx, accountId, inviterId, 'link', ctx.now()))
  if (isNew) ctx.bus.emit('relation.created', { accountId, withAccountId: inviterId, byLink: true })
  return isNew !== null
}

/**
 * Follows the member or event link that the user of a new account registered with, if still valid.
 * It may run again: the link is forgotten when it was followed, or cannot be.
 */
export const followPendingLink = async (
  ctx: Ctx,
  events: EventInvitations,
  { accountId, userId }: { accountId: string; userId: string },
): Promise<void> => {
  const tokenHash = await joinTokenOf(ctx.db, userId)
  if (!tokenHash) return
  try {
    await followLink(ctx, events, accountId, tokenHash)
  } catch (error) {
    if (!unavailableDependency(error)) await clearJoinToken(ctx.db, userId)
    throw error
  }
  await clearJoinToken(ctx.db, userId)
}

/** Every minute: invitations that a process which ended did not follow. */
export const followPendingLinks = async (ctx: Ctx, events: EventInvitations): Promise<void> => {
  const users = await ctx.db
    .selectFrom('users')
    .where('join_token_hash', 'is not', null)
    // `is not null` would not use the index
    .where('account_id', '>', '')
    .select(['id', 'account_id'])
    .execute()
  await forEachDueRow(ctx, users, ({ id, account_id }) =>
    followPendingLink(ctx, events, { accountId: account_id ?? '', userId: id }),
  )
}

const followLink = async (
  ctx: Ctx,
  events: EventInvitations,
  accountId: string,
  tokenHash: string,
): Promise<void> => {
  const link = await findValidLink(ctx.db, tokenHash, ctx.now())
  const isFollowed =
    link !== undefined &&
    link.kind !== 'partner' &&
    link.account_id !== accountId &&
    (await relate(ctx, accountId, link.account_id))
  if (isFollowed && link.event_id) await events.invite(link.event_id, accountId, link.account_id)
}
