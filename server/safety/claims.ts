import { CLAIMS_PER_DAY, DAY_MS } from '#contract/limits'
import { waitingMedia } from '../access/agreements'
import { showPicture, type Place } from '../access/pictures'
import type { Conn } from '../db/dialect'
import { fail } from '../fail'
import { photoHashes } from '../media/service'
import type { FrozenPhoto } from './evidence'
import { misuseOf } from './misuse'

/** Whether the account already said so, and nobody has answered: a repeated call. */
export const isClaimedBy = async (db: Conn, accountId: string, mediaId: string): Promise<boolean> =>
  (await db
    .selectFrom('reports as r')
    .innerJoin('photo_claims as c', 'c.case_id', 'r.case_id')
    .where('r.account_id', '=', accountId)
    .where('r.reason', '=', 'pictured')
    .where('c.media_id', '=', mediaId)
    .select('r.id')
    .executeTakeFirst()) !== undefined

/** Fails with `claims_today`. */
export const requireClaimLeft = async (db: Conn, accountId: string, now: number): Promise<void> => {
  const { n } = await db
    .selectFrom('reports')
    .where('account_id', '=', accountId)
    .where('reason', '=', 'pictured')
    .where('created_at', '>', now - DAY_MS)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  if (Number(n) >= CLAIMS_PER_DAY) fail('claims_today')
}

/**
 * Hides a photo from others until its case dismisses the claim, in the transaction of the report.
 * Returns false for a member whose claims were unfounded and who went on after a warning: the case
 * is read, and hides nothing.
 */
export const claimPhoto = async (
  trx: Conn,
  claim: { readonly mediaId: string; readonly ownerId: string; readonly caseId: string },
  by: string,
  [photo]: readonly FrozenPhoto[],
  now: number,
): Promise<boolean> => {
  if ((await misuseOf(trx, by, now)) === 'last') return false
  const hashes = photo ? await photoHashes(Buffer.from(photo.jpeg, 'base64')) : []
  await trx
    .insertInto('photo_claims')
    .values({
      media_id: claim.mediaId,
      case_id: claim.caseId,
      account_id: claim.ownerId,
      hash: hashes[0] ?? null,
      created_at: now,
    })
    .onConflict((c) => c.column('media_id').doNothing())
    .execute()
  return true
}

/** A photo that is no longer claimed, and the places that show it again. */
export interface Freed {
  readonly mediaId: string
  readonly accountId: string
  readonly places: readonly Place[]
}

/** Ends the claims of a case that found nothing, in its transaction. */
export const endClaims = async (trx: Conn, caseId: string): Promise<Freed[]> => {
  const rows = await trx
    .deleteFrom('photo_claims')
    .where('case_id', '=', caseId)
    .returning(['media_id', 'account_id'])
    .execute()
  const freed: Freed[] = []
  for (const { media_id: mediaId, account_id: accountId } of rows) {
    const isWaiting = (await waitingMedia(trx, [mediaId])).size > 0
    freed.push({ mediaId, accountId, places: isWaiting ? [] : await showPicture(trx, mediaId) })
  }
  return freed
}
