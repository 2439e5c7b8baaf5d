import type { Conn } from '../db/dialect'
import { newId } from '../tokens'
import type { Division } from './division'

type Feelings = Record<string, unknown>

/** Both could read all notes of the account; a rating of one person goes with that person. */
const divideNotes = async (trx: Conn, d: Division): Promise<void> => {
  const notes = await trx.selectFrom('notes').where('account_id', '=', d.from).selectAll().execute()
  for (const note of notes) {
    const { [d.leaver.id]: left, ...rest } = JSON.parse(note.identity_feelings) as Feelings
    if (d.to && (left !== undefined || note.global_comment !== null))
      await trx
        .insertInto('notes')
        .values({
          ...note,
          account_id: d.to.accountId,
          global_feeling: null,
          identity_feelings: JSON.stringify(left === undefined ? {} : { [d.to.identityId]: left }),
        })
        .execute()
    await trx
      .updateTable('notes')
      .set({ identity_feelings: JSON.stringify(rest) })
      .where('account_id', '=', d.from)
      .where('about_account_id', '=', note.about_account_id)
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
    .select('r.with_account_id')
    .execute()
  for (const { with_account_id } of rows)
    await trx
      .insertInto('relations')
      .values([
        { account_id: to.accountId, with_account_id, created_at: d.now, origin: 'link' as const },
        {
          account_id: with_account_id,
          with_account_id: to.accountId,
          created_at: d.now,
          origin: 'link' as const,
        },
      ])
      .execute()
}

/**
 * Blocks of the account, in both directions, hold for the new account too. A block by another member
 * becomes a pair that is not in their list: they do not learn of the new account.
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
  const others = rows.filter((r) => r.blocked_account_id === from).map((r) => r.account_id)
  for (const account_id of parting.apart === 1 ? [...others, from] : others)
    await trx
      .insertInto('parted_pairs')
      .values({ account_id, with_account_id: to.accountId })
      .execute()
}

/** Zones and sanctions apply to both accounts. */
const copyBounds = async (trx: Conn, { from, to }: Division): Promise<void> => {
  if (!to) return
  const account_id = to.accountId
  for (const zone of await trx
    .selectFrom('zones')
    .where('account_id', '=', from)
    .selectAll()
    .execute())
    await trx
      .insertInto('zones')
      .values({ ...zone, id: newId(), account_id })
      .execute()
  for (const sanction of await trx
    .selectFrom('sanctions')
    .where('account_id', '=', from)
    .selectAll()
    .execute())
    await trx
      .insertInto('sanctions')
      .values({ ...sanction, id: newId(), account_id })
      .execute()
}

/** What is neither photo nor discussion, in the transaction of the division. */
export const moveRows = async (trx: Conn, d: Division): Promise<void> => {
  await takeRelations(trx, d)
  await divideNotes(trx, d)
  await copyBlocks(trx, d)
  await copyBounds(trx, d)
  // both were on the photo of the verification
  await trx.deleteFrom('verifications').where('account_id', '=', d.from).execute()
  await trx.deleteFrom('verification_requests').where('account_id', '=', d.from).execute()
  await trx.deleteFrom('agreements').where('account_id', '=', d.from).execute()
  await trx.deleteFrom('identity_codes').where('account_id', '=', d.from).execute()
}
