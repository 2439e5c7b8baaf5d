import type { listBlocks, report, ReportKind } from '#contract/safety'
import type { ParsedInput, Reply } from '#contract/route'
import { requireMember } from '../access/members'
import { lockAccount, requireVisibleAccount } from '../access/accounts'
import { readableMedia } from '../access/media'
import type { Ctx, Viewer } from '../context'
import { lockEach, retryOnDeadlock, type Conn } from '../db/dialect'
import type { Row } from '../db/tables'
import { fail } from '../fail'
import { iso } from '../iso'
import { photoHashes } from '../media/service'
import { presentAccounts } from '../profile/service'
import {
  endRelation,
  notifySharingBoth,
  notifySharingChange,
  withdrawPresence,
} from '../relations/service'
import { newId } from '../tokens'
import { openCase, priorityOf } from './cases'
import { claimPhoto, openClaimOf, requireClaimLeft } from './claims'
import {
  eventContent,
  messageContent,
  requestContent,
  profileContent,
  type Content,
} from './evidence'
import { photoContent, readPhotos } from './evidence-photos'
import { freezeContent } from './freeze'
import { priorityForReporter } from './misuse'
import { rankCase } from './rank'
import { blocksOf, insertBlock, insertReport, findMessage, removeBlock } from './queries'

// used by later rooms
export { openCase, priorityOf } from './cases'
export { endClaims, type Freed } from './claims'
export { freezeContent } from './freeze'
export { misuseOf, type Misuse } from './misuse'
export { profileContent, type Content, type FrozenEvent } from './evidence'
export { readPhotos } from './evidence-photos'

/**
 * Hides both accounts from each other everywhere and ends their relation and sharing, without
 * notifying anyone of the reason. Idempotent. Also works on an account that blocks the viewer (a
 * `not_found` here would reveal that block).
 */
export const blockAccount = async (ctx: Ctx, viewer: Viewer, otherId: string): Promise<void> => {
  if (otherId === viewer.accountId) fail('own_account')
  const other = await ctx.db
    .selectFrom('accounts')
    .where('id', '=', otherId)
    .select('id')
    .executeTakeFirst()
  if (!other) fail('not_found')
  const { relation, sharing } = await retryOnDeadlock(() =>
    ctx.db.transaction().execute(async (trx) => {
      await insertBlock(trx, viewer.accountId, otherId, ctx.now())
      return endRelation(trx, viewer.accountId, otherId)
    }),
  )
  for (const ownerId of [viewer.accountId, otherId]) ctx.bus.emit('shares.ended', { ownerId })
  await withdrawPresence(ctx, viewer.accountId, [otherId])
  // a stranger would learn of the block from the event itself
  if (relation || sharing) notifySharingBoth(ctx, viewer.accountId, otherId)
  else notifySharingChange(ctx, viewer.accountId, otherId)
  ctx.bus.emit('member.blocked', { accountId: viewer.accountId, blockedAccountId: otherId })
}

export const unblockAccount = async (ctx: Ctx, viewer: Viewer, otherId: string): Promise<void> => {
  if (!(await removeBlock(ctx.db, viewer.accountId, otherId))) fail('not_found')
  notifySharingChange(ctx, viewer.accountId, otherId)
}

type BlockLine = Reply<typeof listBlocks>['blocks'][number]
/** Accounts that the viewer blocks: only the handle and signs that the unblock list needs. */
export const listBlockedAccounts = async (ctx: Ctx, viewer: Viewer): Promise<BlockLine[]> => {
  const rows = await blocksOf(ctx.db, viewer.accountId)
  const accounts = await presentAccounts(
    ctx,
    viewer,
    rows.map((r) => r.blocked_account_id),
  )
  return rows.flatMap((r) => {
    const a = accounts.get(r.blocked_account_id)
    return a
      ? [
          {
            account_id: a.id,
            account_handle: a.account_handle,
            avatar_url: null,
            identities: a.identities,
            since: iso(r.created_at),
          },
        ]
      : []
  })
}

/**
 * The account behind reported content, and the content as it is now. Fails with `not_found` for what
 * the viewer cannot see.
 */
const targetOf = async (
  ctx: Ctx,
  viewer: Viewer,
  kind: Exclude<ReportKind, 'event'>,
  id: string,
): Promise<Target> => {
  if (kind === 'profile') {
    const account = await requireVisibleAccount(ctx.db, viewer, id)
    // one reply for who blocks, is deleted, or never existed
    if (account.deleted_at !== null) fail('not_found')
    return { accountId: account.id, content: await profileContent(ctx.db, account, ctx.now()) }
  }
  if (kind === 'photo') {
    if (!(await readableMedia(ctx.db, viewer.accountId, [id], ctx.now())).has(id)) fail('not_found')
    return photoContent(ctx.db, id)
  }
  if (kind === 'request') return requestContent(ctx.db, viewer, id, ctx.now())
  const message = (await findMessage(ctx.db, id)) ?? fail('not_found')
  const { participant } = await requireMember(ctx.db, viewer, message.conversation_id)
  if (
    message.seq <= participant.visible_after ||
    message.deleted_at !== null ||
    message.sender_account_id === null
  )
    fail('not_found')
  return {
    accountId: message.sender_account_id,
    content: await messageContent(ctx.db, viewer, message, participant.visible_after),
  }
}

interface Target {
  readonly accountId: string | null
  readonly content: Content
}
/** How later rooms resolve a reported event. */
export type ResolveReportedEvent = (viewer: Viewer, eventId: string) => Promise<Row<'events'>>

/**
 * Stores a report with a frozen copy of its content, in the case of its subject. A claim to be on a
 * photo hides the photo from others, unless earlier claims of the member were unfounded. Fails with
 * `own_account` for one's own content, and with `claims_today`.
 */
export const storeReport = async (
  ctx: Ctx,
  viewer: Viewer,
  body: ParsedInput<typeof report>['body'],
  eventTarget: ResolveReportedEvent,
): Promise<{ readonly isHidden: boolean }> => {
  const isClaim = body.reason === 'pictured'
  if (isClaim && body.kind !== 'photo') fail('invalid_payload')
  // hidden since the first call: without this, a repeated one would fail with `not_found`
  const said = isClaim ? await openClaimOf(ctx.db, viewer.accountId, body.id) : null
  if (said) return said
  const { accountId, content }: Target =
    body.kind === 'event'
      ? await eventTarget(viewer, body.id).then(async (event) => ({
          accountId: event.creator_account_id,
          content: await eventContent(ctx.db, event),
        }))
      : await targetOf(ctx, viewer, body.kind, body.id)
  if (accountId === viewer.accountId) fail('own_account')
  const now = ctx.now()
  const photos = await readPhotos(ctx, content.mediaIds)
  // before the transaction, which holds the embedded database
  const [frozen] = isClaim ? photos : []
  const hashes = frozen ? await photoHashes(Buffer.from(frozen.jpeg, 'base64')) : []
  const store = async (trx: Conn) => {
    await lockEach(trx, 'report', [viewer.accountId], 'alone')
    if (isClaim) {
      // in one order: two may claim a photo of each other. An upload of the owner compares its picture
      // before or after
      for (const one of [viewer.accountId, accountId ?? fail('not_found')].sort())
        await lockAccount(trx, one)
      await requireClaimLeft(trx, viewer.accountId, now)
    }
    const { id, isNew } = await openCase(
      trx,
      {
        kind: 'report',
        subject_kind: body.kind,
        subject_id: content.subjectId,
        account_id: accountId,
        priority: await priorityForReporter(trx, viewer.accountId, priorityOf(body.reason), now),
      },
      now,
    )
    await freezeContent(trx, id, content, photos, now)
    await insertReport(trx, {
      id: newId(),
      account_id: viewer.accountId,
      kind: body.kind,
      target_id: content.subjectId,
      target_account_id: accountId,
      reason: body.reason,
      comment: body.comment,
      copy: null,
      created_at: now,
      handled_at: null,
      case_id: id,
    })
    await rankCase(trx, id)
    if (!isClaim) return { id, isNew, hidden: [] }
    const claim = { mediaId: body.id, ownerId: accountId ?? fail('not_found'), caseId: id }
    return { id, isNew, hidden: await claimPhoto(trx, claim, viewer.accountId, hashes, now) }
  }
  const opened = await retryOnDeadlock(() => ctx.db.transaction().execute(store))
  ctx.log.warn({ kind: body.kind, reason: body.reason, caseId: opened.id }, 'report received')
  ctx.bus.emit('case.changed', { caseId: opened.id })
  for (const mediaId of accountId === null ? [] : opened.hidden)
    ctx.bus.emit('photo.claimed', { accountId: accountId ?? '', mediaId })
  return { isHidden: opened.hidden.length > 0 }
}
