import { HOUR_MS, MINUTE_MS } from '#contract/limits'
import { identityIdsOf } from '../../access/accounts'
import { NOTHING, type AfterCommit, type Ctx } from '../../context'
import type { Conn } from '../../db/dialect'
import type { Row } from '../../db/tables'
import { forEachDueRow } from '../../each-due'
import { insertDraft } from '../../events/service'
import { saveMedia } from '../../media/service'
import { restoreProfileTexts, identitiesOf } from '../../profile/service'
import type { FrozenEvent } from '../../safety/service'
import { accountStateAt } from '../suspension'

type Decision = Row<'decisions'>
/** Lease of the first try: after a kill another process tries again. */
const LEASE_MS = 2 * MINUTE_MS
/** However long it has been owed: its cause may be fixed. */
const LONGEST_MS = HOUR_MS
/**
 * When a decision is tried again: after as long as it has been owed, so that one that always fails is
 * tried less often, until the copy of its case is destroyed. Also the lease of the try that begins.
 */
const nextTry = (decision: Decision, now: number): number =>
  now + Math.min(LONGEST_MS, Math.max(LEASE_MS, now - (decision.undone_at ?? now)))

/** The newest copy of the removed photo, event or profile; undefined once it is destroyed. */
const newestCopy = (db: Conn, decision: Decision) =>
  db
    .selectFrom('evidence')
    .where('case_id', '=', decision.case_id)
    .where('kind', '=', KIND_OF[decision.subject_kind] ?? 'photo')
    .orderBy('captured_at', 'desc')
    .select(['id', 'payload', 'captured_at'])
    .executeTakeFirst()

const KIND_OF: Readonly<Record<string, 'event' | 'profile'>> = {
  event: 'event',
  profile: 'profile',
}

interface FrozenProfile {
  readonly identities: readonly { readonly handle: string }[]
  readonly profile: Readonly<Record<string, unknown>>
}
/**
 * The texts of a copy by the persons who are in the account now: since then one of a couple may have
 * left it, and the other is its first person.
 */
const textsOf = async (
  trx: Conn,
  accountId: string,
  { identities, profile }: FrozenProfile,
  capturedAt: number,
): Promise<Readonly<Record<string, unknown>>> => {
  const people = await identitiesOf(trx, [accountId])
  const isSame =
    people.length === identities.length && people.every((p) => p.created_at <= capturedAt)
  if (isSame) return profile
  const before = (at: 0 | 1): unknown => {
    const was = identities.findIndex((one) => one.handle === people[at]?.handle)
    return was === -1 ? null : profile[`person${was + 1}`]
  }
  return { ...profile, person1: before(0), person2: before(1), coupleComments: {} }
}

const columnsOf = (event: FrozenEvent) => ({
  title: event.title,
  description: event.description,
  rules: event.rules ?? null,
  place: event.place && JSON.stringify(event.place),
  place_lat: event.place?.lat ?? null,
  place_lng: event.place?.lng ?? null,
  start_at: Date.parse(event.startAt),
  end_at: event.endAt === null ? null : Date.parse(event.endAt),
  price: event.price,
  payment_url: event.paymentUrl,
  ...event.entry,
})

/** Whether the account is deleted for good: nothing of its member comes back. */
export const isErased = async (
  db: Conn,
  accountId: string | null,
  now: number,
): Promise<boolean> => {
  const account = await db
    .selectFrom('accounts')
    .where('id', '=', accountId ?? '')
    .selectAll()
    .executeTakeFirst()
  return account !== undefined && accountStateAt(account, now) === 'deleted'
}

const givePhoto = async (ctx: Ctx, accountId: string, evidenceId: string): Promise<void> => {
  const photo = await ctx.db
    .selectFrom('evidence_photos')
    .where('evidence_id', '=', evidenceId)
    .select('jpeg')
    .orderBy('position')
    .executeTakeFirst()
  if (!photo) return
  await saveMedia(
    ctx,
    {
      userId: '',
      sessionId: '',
      accountId,
      identityId: null,
      // a couple says again who is on it before it is shown
      identityIds: await identityIdsOf(ctx.db, accountId),
    },
    { bytes: Buffer.from(photo.jpeg, 'base64') },
    // it was theirs before: a full account gets it back too
    Infinity,
  )
}

/** Restores what the decision owes. A kill just before the end repeats it. */
const restoreOwed = async (ctx: Ctx, decision: Decision): Promise<void> => {
  const accountId = decision.account_id
  const copy = await newestCopy(ctx.db, decision)
  if (accountId !== null && copy && !(await isErased(ctx.db, accountId, ctx.now()))) {
    if (decision.subject_kind === 'event') {
      const event = JSON.parse(copy.payload ?? 'null') as FrozenEvent | null
      if (event) await insertDraft(ctx, accountId, columnsOf(event))
    } else await givePhoto(ctx, accountId, copy.id)
  }
  await ctx.db
    .updateTable('decisions')
    .set({ owed_at: null })
    .where('id', '=', decision.id)
    .execute()
}

/** Every minute: restores what a failure or a kill after the commit left. */
export const restorePendingContent = async (ctx: Ctx): Promise<void> => {
  const now = ctx.now()
  const due = await ctx.db.selectFrom('decisions').where('owed_at', '<=', now).selectAll().execute()
  await forEachDueRow(ctx, due, async (decision) => {
    const { numUpdatedRows } = await ctx.db
      .updateTable('decisions')
      .set({ owed_at: nextTry(decision, now) })
      .where('id', '=', decision.id)
      .where('owed_at', '<=', now)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows > 0n) await restoreOwed(ctx, decision)
  })
}

/**
 * Gives a removed photo or event back to its owner, from the copy of the case: the photo among
 * their photos, without its albums; the event as a draft with the same conditions for participants,
 * without its guests, questions and precise address; texts to the profile. Photo and event are owed
 * from the caller's transaction on. Returns what remains to be done after the commit.
 */
export const restoreContent = async (
  ctx: Ctx,
  trx: Conn,
  decision: Decision,
): Promise<AfterCommit> => {
  const accountId = decision.account_id
  const copy = accountId === null ? undefined : await newestCopy(trx, decision)
  if (accountId === null || !copy) return NOTHING
  if (decision.subject_kind === 'profile') {
    const profile = JSON.parse(copy.payload ?? 'null') as FrozenProfile | null
    if (profile)
      await restoreProfileTexts(
        trx,
        accountId,
        await textsOf(trx, accountId, profile, copy.captured_at),
      )
    return NOTHING
  }
  await trx
    .updateTable('decisions')
    .set({ owed_at: ctx.now() + LEASE_MS })
    .where('id', '=', decision.id)
    .execute()
  return () => restoreOwed(ctx, decision)
}
