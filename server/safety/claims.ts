import { CLAIMS_PER_DAY, DAY_MS } from '#contract/limits'
import { lockAccount } from '../access/accounts'
import { mediaAwaitingAgreement } from '../access/agreements'
import { showAgreedPicture, type PictureChange } from '../access/pictures'
import type { Conn } from '../db/dialect'
import { fail } from '../fail'
import { isAlike, lockPhotos } from '../media/service'
import { misuseOf } from './misuse'

/** An open claim of this account, for a repeated call: whether it hides the photo. */
export const openClaimOf = async (
  db: Conn,
  accountId: string,
  mediaId: string,
): Promise<{ readonly isHidden: boolean } | null> => {
  const row = await db
    .selectFrom('reports as r')
    .leftJoin('photo_claims as c', (on) =>
      on.onRef('c.case_id', '=', 'r.case_id').on('c.media_id', '=', mediaId),
    )
    .where('r.account_id', '=', accountId)
    .where('r.target_id', '=', mediaId)
    .where('r.reason', '=', 'pictured')
    .where('r.closed_at', 'is', null)
    .select('c.media_id')
    .executeTakeFirst()
  return row ? { isHidden: row.media_id !== null } : null
}

/** Fails with `claims_today`; under the lock of the account. */
export const requireClaimLeft = async (
  trx: Conn,
  accountId: string,
  now: number,
): Promise<void> => {
  const { n } = await trx
    .selectFrom('reports')
    .where('account_id', '=', accountId)
    .where('reason', '=', 'pictured')
    .where('created_at', '>', now - DAY_MS)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  if (n >= CLAIMS_PER_DAY) fail('claims_today')
}

/** Whether the staff found nothing in an earlier claim of this account on this photo. */
const wasDismissed = async (trx: Conn, accountId: string, mediaId: string): Promise<boolean> =>
  (await trx
    .selectFrom('reports')
    .where('account_id', '=', accountId)
    .where('target_id', '=', mediaId)
    .where('reason', '=', 'pictured')
    .where('outcome', '=', 'dismissed')
    .select('id')
    .executeTakeFirst()) !== undefined

/** The photo, and others of its account with the same picture. */
const alikeOf = async (
  trx: Conn,
  ownerId: string,
  mediaId: string,
  hashes: readonly string[],
): Promise<string[]> => {
  const rows = await trx
    .selectFrom('media')
    .where('account_id', '=', ownerId)
    .where('hash', 'is not', null)
    .select(['id', 'hash'])
    .execute()
  const alike = rows.filter((r) => r.hash !== null && isAlike(hashes, r.hash))
  return [...new Set([mediaId, ...alike.map((r) => r.id)])].sort()
}

/**
 * Hides a photo from others until its case dismisses the claim, in the transaction of the report and
 * under the lock of its owner. Returns the photos that are hidden: none for a member whose claims
 * were unfounded and who went on after a warning, and for a repeated one that the staff has dismissed.
 */
export const claimPhoto = async (
  trx: Conn,
  claim: { readonly mediaId: string; readonly ownerId: string; readonly caseId: string },
  by: string,
  hashes: readonly string[],
  now: number,
): Promise<readonly string[]> => {
  if ((await misuseOf(trx, by, now)) === 'last') return []
  if (await wasDismissed(trx, by, claim.mediaId)) return []
  const ids = await alikeOf(trx, claim.ownerId, claim.mediaId, hashes)
  // what shows a photo at this moment waits for the claim, or is found by it
  await lockPhotos(trx, ids)
  for (const media_id of ids)
    await trx
      .insertInto('photo_claims')
      .values({
        media_id,
        case_id: claim.caseId,
        account_id: claim.ownerId,
        hash: hashes[0] ?? null,
        created_at: now,
      })
      .onConflict((c) => c.columns(['media_id', 'case_id']).doNothing())
      .execute()
  return ids
}

/** A photo that is no longer claimed, and the places that show it again. */
export interface Freed {
  readonly mediaId: string
  readonly accountId: string
  readonly places: readonly PictureChange[]
}

/** Ends the claims of a case that found nothing, in its transaction; photos that are shown again. */
export const endClaims = async (trx: Conn, caseId: string): Promise<Freed[]> => {
  const claimed = await trx
    .selectFrom('photo_claims')
    .where('case_id', '=', caseId)
    .select('account_id')
    .distinct()
    .execute()
  for (const { account_id } of claimed) await lockAccount(trx, account_id)
  const rows = await trx
    .selectFrom('photo_claims as c')
    .leftJoin('media as m', 'm.id', 'c.media_id')
    .where('c.case_id', '=', caseId)
    .select(['c.media_id', 'm.id as there', 'm.account_id'])
    .orderBy('c.media_id')
    .execute()
  await lockPhotos(
    trx,
    rows.map((r) => r.media_id),
  )
  await trx.deleteFrom('photo_claims').where('case_id', '=', caseId).execute()
  const freed: Freed[] = []
  for (const { media_id: mediaId, there, account_id: accountId } of rows)
    if (
      there !== null &&
      accountId !== null &&
      (await mediaAwaitingAgreement(trx, [mediaId])).size === 0
    )
      freed.push({ mediaId, accountId, places: await showAgreedPicture(trx, mediaId) })
  return freed
}
