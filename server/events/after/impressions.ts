import { IMPRESSIONS_BATCH, type After, type Band, type Impressions } from '#contract/events/after'
import type { Conn } from '../../db/dialect'
import { fail } from '../../fail'

const NAMES = ['welcome', 'respect', 'again'] as const satisfies readonly (keyof Impressions)[]

export const ownImpressions = async (
  db: Conn,
  eventId: string,
  accountId: string,
): Promise<Impressions | null> =>
  (await db
    .selectFrom('event_impressions')
    .where('event_id', '=', eventId)
    .where('account_id', '=', accountId)
    .select(NAMES)
    .executeTakeFirst()) ?? null

const answersOf = (db: Conn, eventId: string) =>
  db
    .selectFrom('event_impressions')
    .where('event_id', '=', eventId)
    .select(['account_id', ...NAMES])
    .orderBy('at')
    .orderBy('account_id')
    .execute()
/** How many of the first answers are read together. */
const countedOf = (answers: number): number => answers - (answers % IMPRESSIONS_BATCH)

/**
 * Stores, changes or removes the answers of a guest, under the lock of the event. Answers that
 * organizers have read stay as they are: the difference would reveal those of the others in the
 * batch. Fails with `impressions_read`.
 */
export const storeImpressions = async (
  trx: Conn,
  event_id: string,
  account_id: string,
  said: Impressions | null,
  at: number,
): Promise<void> => {
  const all = await answersOf(trx, event_id)
  const place = all.findIndex((r) => r.account_id === account_id)
  const known = all[place]
  if (known && place < countedOf(all.length)) {
    if (said && NAMES.every((name) => said[name] === known[name])) return
    fail('impressions_read')
  }
  await (
    said
      ? trx
          .insertInto('event_impressions')
          .values({ event_id, account_id, ...said, at })
          .onConflict((c) => c.columns(['event_id', 'account_id']).doUpdateSet(said))
      : trx
          .deleteFrom('event_impressions')
          .where('event_id', '=', event_id)
          .where('account_id', '=', account_id)
  ).execute()
}

const bandOf = (said: readonly number[]): Band => {
  const most = (value: number): boolean =>
    said.filter((n) => n === value).length * 3 >= said.length * 2
  return most(3) ? 'yes' : most(1) ? 'no' : 'mixed'
}

/**
 * What organizers read: bands of the first guests who answered, by three. One more answer changes
 * nothing until two others have come, so that none is found by comparing before and after. Not by
 * viewer: who blocks a guest would read the others.
 */
export const aggregateImpressions = async (
  db: Conn,
  eventId: string,
): Promise<NonNullable<After['organizer']>['impressions']> => {
  const all = await answersOf(db, eventId)
  const of = countedOf(all.length)
  if (of === 0) return null
  const band = (name: keyof Impressions): Band => bandOf(all.slice(0, of).map((r) => r[name]))
  return { of, welcome: band('welcome'), respect: band('respect'), again: band('again') }
}
