import { createHash } from 'node:crypto'
import { AGREEMENT_TEXTS } from '#contract/profile/agreement-texts'
import type { PhotoPeople } from '#contract/profile/people'
import { immediateAgreement, claimedPhotos, hashesClosedByParting } from '../access/agreements'
import type { Viewer } from '../context'
import type { Conn } from '../db/dialect'
import type { Row } from '../db/tables'
import { isAlike } from './hashes'

/** What is stored with an answer: which text, in which version. */
export const agreementTextOf = (kind: keyof typeof AGREEMENT_TEXTS) => {
  const { version, text } = AGREEMENT_TEXTS[kind]
  return {
    text_version: version,
    text_hash: createHash('sha256').update(text).digest('hex'),
  }
}

const subjectsOf = (db: Conn, mediaIds: readonly string[]) =>
  db
    .selectFrom('media_subjects')
    .where('media_id', 'in', [...mediaIds])
    .selectAll()
    .execute()

/** Persons of the account who did not agree to this picture when it was there before. */
const refusedBy = async (
  db: Conn,
  accountId: string,
  hashes: readonly string[],
): Promise<string[]> => {
  if (hashes.length === 0) return []
  const rows = await db
    .selectFrom('media_refusals')
    .where('account_id', '=', accountId)
    .select(['identity_id', 'hash'])
    .execute()
  return rows.filter((r) => isAlike(hashes, r.hash)).map((r) => r.identity_id)
}

/**
 * Persons named on a picture whatever its upload says: those who refused it before, and both where a
 * request to leave closes one like it, which would otherwise be shown again.
 */
export const unavoidableSubjects = async (
  db: Conn,
  { accountId, identityIds }: Pick<Viewer, 'accountId' | 'identityIds'>,
  hashes: readonly string[],
): Promise<readonly string[]> =>
  (await hashesClosedByParting(db, accountId)).some((hash) => isAlike(hashes, hash))
    ? identityIds
    : refusedBy(db, accountId, hashes)

/** A person has agreed: the picture is no longer one that they refused. */
export const deleteRefusal = async (
  trx: Conn,
  identityId: string,
  hash: string | null,
): Promise<void> => {
  if (hash === null) return
  const rows = await trx
    .selectFrom('media_refusals')
    .where('identity_id', '=', identityId)
    .select('hash')
    .execute()
  const alike = rows.filter((r) => isAlike([hash], r.hash)).map((r) => r.hash)
  if (alike.length > 0)
    await trx
      .deleteFrom('media_refusals')
      .where('identity_id', '=', identityId)
      .where('hash', 'in', alike)
      .execute()
}

/**
 * Names persons on a photo of the viewer's account, in the caller's transaction. Agreements stay;
 * for the others a request is opened, except for the person that adds it. Returns those with a new
 * request.
 */
export const nameSubjects = async (
  trx: Conn,
  viewer: Viewer,
  media: Pick<Row<'media'>, 'id' | 'hash'>,
  identityIds: readonly string[],
  now: number,
): Promise<string[]> => {
  const known = new Map((await subjectsOf(trx, [media.id])).map((s) => [s.identity_id, s.state]))
  const asked: string[] = []
  for (const identity_id of identityIds) {
    const state = known.get(identity_id)
    if (state === 'yes' || state === 'asked') continue
    const proof = await immediateAgreement(trx, viewer, identity_id)
    const answer =
      proof === null
        ? { state: 'asked' as const, decided_at: null, decided_by: null, strong: 0 as const }
        : {
            state: 'yes' as const,
            yes_at: now,
            yes_by: viewer.userId,
            decided_at: now,
            decided_by: viewer.userId,
            strong: proof === 'strong' ? (1 as const) : (0 as const),
            ...agreementTextOf('adding'),
          }
    await trx
      .insertInto('media_subjects')
      .values({
        media_id: media.id,
        identity_id,
        account_id: viewer.accountId,
        asked_at: now,
        ...answer,
      })
      .onConflict((c) =>
        c.columns(['media_id', 'identity_id']).doUpdateSet({ asked_at: now, ...answer }),
      )
      .execute()
    if (proof === null) asked.push(identity_id)
    else await deleteRefusal(trx, identity_id, media.hash)
  }
  return asked
}

/**
 * The subjects of an account's photos, for itself; photos without a choice and without a claim are
 * left out.
 */
export const peopleByPhoto = async (
  db: Conn,
  rows: readonly Pick<Row<'media'>, 'id' | 'people'>[],
): Promise<ReadonlyMap<string, PhotoPeople>> => {
  if (rows.length === 0) return new Map()
  const claimed = await claimedPhotos(
    db,
    rows.map((r) => r.id),
  )
  const said = rows.filter((r) => r.people !== null || claimed.has(r.id))
  if (said.length === 0) return new Map()
  const subjects = await subjectsOf(
    db,
    said.map((r) => r.id),
  )
  return new Map(
    said.map((r) => [
      r.id,
      {
        people: r.people,
        subjects: subjects
          .filter((s) => s.media_id === r.id)
          .map(({ identity_id, state, corrected_at }) => ({
            identity_id,
            state,
            corrected: corrected_at !== null,
          })),
        ...(claimed.has(r.id) ? { claimed: true } : {}),
      },
    ]),
  )
}
