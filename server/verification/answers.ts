import { DAY_MS } from '#contract/limits'
import { identityIdsOf } from '../access/accounts'
import { idsOrNone, type Conn } from '../db/dialect'
import type { Row } from '../db/tables'
import { newId } from '../tokens'
import { destroyProof } from './proof'

const identityIds = async (trx: Conn, accountId: string): Promise<string> =>
  JSON.stringify((await identityIdsOf(trx, accountId)).toSorted())
const storeVerification = async (
  trx: Conn,
  request: Row<'verification_requests'>,
  now: number,
): Promise<void> => {
  const { account_id } = request
  const found = {
    verified_on: now - (now % DAY_MS),
    identities: await identityIds(trx, account_id),
  }
  await trx
    .insertInto('verifications')
    .values({ account_id, ...found })
    .onConflict((c) => c.column('account_id').doUpdateSet(found))
    .execute()
  await trx.deleteFrom('verification_photos').where('account_id', '=', account_id).execute()
  const media = await trx
    .selectFrom('media')
    .where('id', 'in', idsOrNone(JSON.parse(request.media_ids) as string[]))
    .where('account_id', '=', account_id)
    .select('id')
    .execute()
  for (const { id } of media)
    await trx.insertInto('verification_photos').values({ account_id, media_id: id }).execute()
}
/**
 * The decision, or none in time (`lapsed`), in the transaction that closes the case: the photo is
 * destroyed with it. Returns false when the member has withdrawn the request.
 */
export const answerVerificationRequest = async (
  trx: Conn,
  { id: caseId, subject_id }: Pick<Row<'cases'>, 'id' | 'subject_id'>,
  state: 'accepted' | 'refused' | 'lapsed',
  words: string | null,
  now: number,
  by: string | null = null,
): Promise<boolean> => {
  await destroyProof(trx, caseId)
  const request = await trx
    .updateTable('verification_requests')
    .set({ state, words, closed_at: now, refused_by: by })
    .where('id', '=', subject_id)
    .where('state', '=', 'waiting')
    .returningAll()
    .executeTakeFirst()
  if (request && state === 'accepted') await storeVerification(trx, request, now)
  return request !== undefined
}
/** What a member whose verification was taken back reads. */
const TAKEN_BACK = 'L’équipe a retiré la vérification de votre profil.'
/** Takes a verification back, as if it had been refused; false when there is none. */
export const revokeVerification = async (
  trx: Conn,
  accountId: string,
  by: string,
  now: number,
): Promise<boolean> => {
  await trx.deleteFrom('verification_photos').where('account_id', '=', accountId).execute()
  const ended = await trx
    .deleteFrom('verifications')
    .where('account_id', '=', accountId)
    .returning('account_id')
    .executeTakeFirst()
  if (!ended) return false
  await trx
    .insertInto('verification_requests')
    .values({
      id: newId(),
      account_id: accountId,
      gestures: '[]',
      media_ids: '[]',
      state: 'refused',
      words: TAKEN_BACK,
      started_at: now,
      expires_at: now,
      closed_at: now,
      refused_by: by,
    })
    .execute()
  return true
}

/**
 * Deletes the open cases of requests that are deleted in the same transaction, and what was stored for
 * the comparison. Returns them, for `case.changed`.
 */
export const deleteRequestCases = async (
  trx: Conn,
  requestIds: readonly string[],
): Promise<Pick<Row<'cases'>, 'id'>[]> => {
  const cases = await trx
    .selectFrom('cases')
    .where('subject_kind', '=', 'verification')
    .where('subject_id', 'in', idsOrNone(requestIds))
    .where('state', '!=', 'decided')
    .select('id')
    .execute()
  for (const { id } of cases) {
    await destroyProof(trx, id)
    await trx.deleteFrom('cases').where('id', '=', id).execute()
  }
  return cases
}

/** Open cases of requests whose time has passed, or which no longer exist. */
export const overdueCases = (db: Conn, now: number): Promise<Row<'cases'>[]> =>
  db
    .selectFrom('cases')
    .where('subject_kind', '=', 'verification')
    .where('state', '!=', 'decided')
    .where('subject_id', 'not in', (eb) =>
      eb.selectFrom('verification_requests').where('expires_at', '>', now).select('id'),
    )
    .selectAll()
    .limit(500)
    .execute()
