import type { Feelings } from '#contract/notes'
import { notSeparated } from '../access/blocks'
import { lockZones, recomputeZonePairs } from '../access/zones'
import { idsOrNone, type Conn } from '../db/dialect'
import { createRelation } from '../relations/service'
import { newId } from '../tokens'
import { deleteRequestCases } from '../verification/service'
import type { Division } from './division'

type Ratings = Feelings['identity_feelings']
/** The global feeling of an account of one person is that person's. */
const feelingOf = (ratings: Ratings): number | null => Object.values(ratings)[0]?.feeling ?? null

/** Both could read all notes of the account; a rating of one person goes with that person. */
const divideNotes = async (trx: Conn, d: Division): Promise<void> => {
  const notes = await trx.selectFrom('notes').where('account_id', '=', d.from).selectAll().execute()
  for (const note of notes) {
    const { [d.leaver.id]: left, ...rest } = JSON.parse(note.identity_feelings) as Ratings
    const parts = [
      { account_id: d.from, ratings: rest },
      ...(d.to
        ? [{ account_id: d.to.accountId, ratings: left ? { [d.to.identityId]: left } : {} }]
        : []),
    ]
    await trx
      .deleteFrom('notes')
      .where('account_id', '=', d.from)
      .where('about_account_id', '=', note.about_account_id)
      .execute()
    for (const { account_id, ratings } of parts)
      if (note.global_comment !== null || Object.keys(ratings).length > 0)
        await trx
          .insertInto('notes')
          .values({
            ...note,
            account_id,
            global_feeling: feelingOf(ratings),
            identity_feelings: JSON.stringify(ratings),
          })
          .execute()
  }
}

/** The relations chosen by the leaver; the account keeps its own. */
const takeRelations = async (trx: Conn, d: Division): Promise<void> => {
  const { to } = d
  if (!to) return
  const rows = await trx
    .selectFrom('parting_choices as c')
    .innerJoin('relations as r', (j) =>
      j.onRef('r.with_account_id', '=', 'c.target_id').on('r.account_id', '=', d.from),
    )
    .where('c.parting_id', '=', d.parting.id)
    .where('c.kind', '=', 'relation')
    .where(notSeparated('r.with_account_id', d.from))
    .select('r.with_account_id')
    .execute()
  for (const { with_account_id } of rows)
    await createRelation(trx, to.accountId, with_account_id, 'link', d.now)
}

/**
 * Blocks of the account, in both directions, and its earlier partings hold for the new account too. A
 * block by another member becomes a pair that is not in their list: they do not learn of the new
 * account.
 */
const copyBlocks = async (trx: Conn, { from, to, now, parting }: Division): Promise<void> => {
  if (!to) return
  const rows = await trx
    .selectFrom('blocks')
    .where((eb) => eb.or([eb('account_id', '=', from), eb('blocked_account_id', '=', from)]))
    .selectAll()
    .execute()
  const own = rows.filter((r) => r.account_id === from).map((r) => r.blocked_account_id)
  for (const blocked_account_id of own)
    await trx
      .insertInto('blocks')
      .values({ account_id: to.accountId, blocked_account_id, created_at: now })
      .execute()
  const pairs = await trx
    .selectFrom('parted_pairs')
    .where((eb) => eb.or([eb('account_id', '=', from), eb('with_account_id', '=', from)]))
    .selectAll()
    .execute()
  const others = new Set([
    ...rows.filter((r) => r.blocked_account_id === from).map((r) => r.account_id),
    ...pairs.map((p) => (p.account_id === from ? p.with_account_id : p.account_id)),
    ...(parting.apart === 1 ? [from] : []),
  ])
  for (const account_id of others)
    await trx
      .insertInto('parted_pairs')
      .values({ account_id, with_account_id: to.accountId })
      .execute()
}

/** Zones apply to both accounts, with the exceptions for the relations that the leaver takes. */
const copyZones = async (trx: Conn, { from, to }: Division): Promise<void> => {
  if (!to) return
  const account_id = to.accountId
  await lockZones(trx)
  const zones = await trx.selectFrom('zones').where('account_id', '=', from).selectAll().execute()
  for (const zone of zones)
    await trx
      .insertInto('zones')
      .values({ ...zone, id: newId(), account_id })
      .execute()
  const excepted = await trx
    .selectFrom('zone_exceptions as x')
    .innerJoin('relations as r', (j) =>
      j.onRef('r.with_account_id', '=', 'x.with_account_id').on('r.account_id', '=', account_id),
    )
    .where('x.account_id', '=', from)
    .select('x.with_account_id')
    .execute()
  for (const { with_account_id } of excepted)
    await trx.insertInto('zone_exceptions').values({ account_id, with_account_id }).execute()
  await recomputeZonePairs(trx, account_id)
}

/**
 * Sanctions of the account apply to both accounts. Those of the leaver alone move to the new account,
 * with their decisions and appeals; without a new account they end.
 */
const divideSanctions = async (trx: Conn, { from, to, leaver }: Division): Promise<void> => {
  if (!to) {
    await trx
      .deleteFrom('sanctions')
      .where('account_id', '=', from)
      .where('identity_id', '=', leaver.id)
      .execute()
    return
  }
  const shared = await trx
    .selectFrom('sanctions')
    .where('account_id', '=', from)
    .where('identity_id', 'is', null)
    .selectAll()
    .execute()
  for (const sanction of shared)
    await trx
      .insertInto('sanctions')
      .values({ ...sanction, id: newId(), account_id: to.accountId })
      .execute()
  const taken = { account_id: to.accountId, identity_id: to.identityId }
  await trx
    .updateTable('sanctions')
    .set(taken)
    .where('account_id', '=', from)
    .where('identity_id', '=', leaver.id)
    .execute()
  const decisions = await trx
    .updateTable('decisions')
    .set(taken)
    .where('account_id', '=', from)
    .where('identity_id', '=', leaver.id)
    .returning('id')
    .execute()
  const ids = idsOrNone(decisions.map((d) => d.id))
  const account_id = to.accountId
  await trx.updateTable('appeals').set({ account_id }).where('decision_id', 'in', ids).execute()
  await trx
    .updateTable('cases')
    .set({ account_id })
    .where('subject_kind', '=', 'decision')
    .where('subject_id', 'in', ids)
    .execute()
}

/** Both were on the photo of the verification. Returns the cases of the desk that end with it. */
const endVerification = async (trx: Conn, { from }: Division): Promise<readonly string[]> => {
  await trx.deleteFrom('verifications').where('account_id', '=', from).execute()
  const requests = await trx
    .deleteFrom('verification_requests')
    .where('account_id', '=', from)
    .returning('id')
    .execute()
  const cases = await deleteRequestCases(
    trx,
    requests.map((r) => r.id),
  )
  return cases.map((c) => c.id)
}

/**
 * What is neither photo nor discussion, in the transaction of the division. Returns the cases of the
 * desk that end with it.
 */
export const moveRows = async (trx: Conn, d: Division): Promise<readonly string[]> => {
  await takeRelations(trx, d)
  await divideNotes(trx, d)
  await copyBlocks(trx, d)
  await copyZones(trx, d)
  await divideSanctions(trx, d)
  const cases = await endVerification(trx, d)
  await trx.deleteFrom('agreements').where('account_id', '=', d.from).execute()
  await trx.deleteFrom('identity_codes').where('account_id', '=', d.from).execute()
  await trx.deleteFrom('identity_passkeys').where('account_id', '=', d.from).execute()
  return cases
}
