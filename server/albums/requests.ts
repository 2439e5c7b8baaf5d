import { type AlbumRequest, type answerAlbumRequest } from '#contract/albums/requests'
import { ALBUM_REQUESTS_SHOWN } from '#contract/limits'
import type { ParsedInput } from '#contract/route'
import { mayRequestAlbum, openAlbumRequests, requestCutoff } from '../access/album-requests'
import { requireVisibleMember } from '../access/accounts'
import { lockUnseparated } from '../access/blocks'
import { requireUnrestricted } from '../access/sanctions'
import { albumReasons, countOpenAlbumsOf } from '../access/albums'
import type { AfterCommit, Ctx, Viewer } from '../context'
import { retryOnDeadlock, type Conn } from '../db/dialect'
import type { Row } from '../db/tables'
import { fail } from '../fail'
import { iso } from '../iso'
import { addNews, announceNews } from '../news/service'
import { presentAccounts } from '../profile/service'
import { notifySharingChange } from '../relations/service'
import { maskedIdOf, newId } from '../tokens'
import { albumsOf, lockPrivateAlbum } from './queries'
import { grantAlbum, notifyShareParties, shareEnd } from './shares'

/** A private album that is closed to the viewer, by the id that lists show to them; else 404. */
const closedAlbum = async (
  ctx: Ctx,
  viewer: Viewer,
  ownerId: string,
  maskedId: string,
): Promise<Row<'albums'>> => {
  const rows = await albumsOf(ctx.db, ownerId)
  const reasons = await albumReasons(ctx.db, viewer.accountId, rows, ctx.now())
  return (
    rows.find(
      (r) => reasons.get(r.id) === 'private' && maskedIdOf(ctx.secret, 'album', r.id) === maskedId,
    ) ?? fail('not_found')
  )
}

/**
 * Stores the request in the caller's transaction; null: an earlier request is still pending.
 * Returns whether the owner is to know of it: not within a month of a refusal. What is read and
 * written is the same for a pending request as after a refusal, so that the duration reveals
 * nothing either.
 */
const storeRequest = async (
  trx: Conn,
  given: Omit<Row<'album_requests'>, 'refused_at'>,
): Promise<boolean | null> => {
  const since = requestCutoff(given.asked_at)
  const last = await trx
    .selectFrom('album_requests')
    .where('album_id', '=', given.album_id)
    .where('with_account_id', '=', given.with_account_id)
    .selectAll()
    .executeTakeFirst()
  if (last && last.asked_at > since) return null
  const isSilent = last !== undefined && last.refused_at !== null && last.refused_at > since
  if (last) await trx.deleteFrom('album_requests').where('id', '=', last.id).execute()
  await trx
    .insertInto('album_requests')
    .values({ ...given, refused_at: isSilent ? last.refused_at : null })
    .execute()
  return !isSilent
}

/** Fails with `restricted`, `not_found` (also across a block and for an open album), `no_conversation`. */
export const requestAlbum = async (
  ctx: Ctx,
  viewer: Viewer,
  body: { account_id: string; album_id: string; words: string },
): Promise<void> => {
  const now = ctx.now()
  const [asker, owner] = [viewer.accountId, body.account_id]
  await requireUnrestricted(ctx.db, viewer, 'conversations', now)
  await requireVisibleMember(ctx.db, viewer, owner)
  const { id: album_id } = await closedAlbum(ctx, viewer, owner, body.album_id)
  const request = {
    id: newId(),
    album_id,
    account_id: owner,
    with_account_id: asker,
    words: body.words,
    asked_at: now,
  }
  const isNew = await ctx.db.transaction().execute(async (trx) => {
    if (!(await lockUnseparated(trx, asker, owner))) fail('not_found')
    await lockPrivateAlbum(trx, album_id)
    if (!(await mayRequestAlbum(trx, asker, owner, ctx.now()))) fail('no_conversation')
    return storeRequest(trx, request)
  })
  if (!isNew) return
  // after the reply, whose duration must not depend on whether the owner is notified
  ctx.bus.later('album-request', async () => {
    const ids = await ctx.db.transaction().execute((trx) =>
      addNews(
        trx,
        [
          {
            accountId: owner,
            actorAccountId: asker,
            eventId: null,
            type: 'album_requested',
            payload: { request: request.id },
          },
        ],
        now,
      ),
    )
    await announceNews(ctx, ids)
    notifySharingChange(ctx, owner, asker)
  })
}

export const listWaitingRequests = async (ctx: Ctx, viewer: Viewer): Promise<AlbumRequest[]> => {
  const rows = await openAlbumRequests(ctx.db, ctx.now())
    .where('q.account_id', '=', viewer.accountId)
    .orderBy('q.asked_at')
    .orderBy('q.id')
    .limit(ALBUM_REQUESTS_SHOWN)
    .execute()
  const accounts = await presentAccounts(
    ctx,
    viewer,
    rows.map((r) => r.with_account_id),
  )
  return rows.flatMap((r): AlbumRequest[] => {
    const from = accounts.get(r.with_account_id)
    if (!from || from.deleted) return []
    const { id, account_handle, avatar_url, identities } = from
    return [
      {
        id: r.id,
        album: { id: r.album_id, name: r.album },
        words: r.words,
        askedAt: iso(r.asked_at),
        from: { id, account_handle, avatar_url, identities },
      },
    ]
  })
}

/** Fails with `not_found` (answered already, lapsed, blocked), `no_conversation`. */
export const decideAlbumRequest = async (
  ctx: Ctx,
  viewer: Viewer,
  id: string,
  answer: ParsedInput<typeof answerAlbumRequest>['body']['answer'],
): Promise<void> => {
  const now = ctx.now()
  const request =
    (await openAlbumRequests(ctx.db, now)
      .where('q.id', '=', id)
      .where('q.account_id', '=', viewer.accountId)
      .executeTakeFirst()) ?? fail('not_found')
  const asker = request.with_account_id
  if (answer === 'no') {
    const refused = await ctx.db
      .updateTable('album_requests')
      .set({ refused_at: now })
      .where('id', '=', id)
      .where('refused_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!refused) fail('not_found')
    return notifySharingChange(ctx, viewer.accountId, asker)
  }
  const before = await countOpenAlbumsOf(ctx.db, viewer.accountId, asker, now)
  await retryOnDeadlock(() =>
    ctx.db.transaction().execute(async (trx) => {
      if (!(await lockUnseparated(trx, viewer.accountId, asker))) fail('not_found')
      await lockPrivateAlbum(trx, request.album_id)
      // `grantAlbum` deletes it, once it has counted as what lets the owner share (`mayShareWith`)
      const waits = await trx
        .selectFrom('album_requests')
        .where('id', '=', id)
        .where('refused_at', 'is', null)
        .select('id')
        .forUpdate()
        .executeTakeFirst()
      if (!waits) fail('not_found')
      await grantAlbum(trx, viewer, {
        album_id: request.album_id,
        account_id: asker,
        expires_at: shareEnd({ for: answer }, now),
        now,
      })
    }),
  )
  await notifyShareParties(ctx, viewer.accountId, asker)
  ctx.bus.emit('albums.opened', { ownerId: viewer.accountId, readerId: asker, before })
}

/**
 * By staff: empties the words of a request, or gives them back; the request itself waits on. Returns
 * what remains to be done after the commit; null when it is answered or gone.
 */
export const setRequestWords = async (
  ctx: Ctx,
  trx: Conn,
  id: string,
  words: string,
): Promise<AfterCommit | null> => {
  const row = await trx
    .updateTable('album_requests')
    .set({ words })
    .where('id', '=', id)
    .returning(['account_id', 'with_account_id'])
    .executeTakeFirst()
  if (!row) return null
  return () => {
    notifySharingChange(ctx, row.account_id, row.with_account_id)
    return Promise.resolve()
  }
}
