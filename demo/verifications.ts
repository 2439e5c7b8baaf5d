import { identityIdsOf } from '../server/access/accounts'
import type { Ctx, StaffViewer, Viewer } from '../server/context'
import { decideOpenCase } from '../server/moderation/decisions/decide'
import { newId } from '../server/tokens'
import { submitPhoto, startVerificationRequest } from '../server/verification/service'
import { people } from './drawings/face'
import { render } from './drawings/picture'
import { MEMBERS } from './members'

/** The first one is verified, the other one waits for the staff. */
const HANDLES = ['clara_et_tom', 'samuel_w'] as const

const photoOf = async (handle: string): Promise<Buffer> => {
  const looks = MEMBERS.find((m) => m.handle === handle)?.people.flatMap((p) => p.look ?? []) ?? []
  return (await render(people(`verification ${handle}`, looks, false, 900, 1200))).full
}

/** Runs this as the member in a session of their own: a photo is stored only while one lasts. */
const inSession = async (
  { db, now }: Ctx,
  viewer: Viewer,
  work: (viewer: Viewer) => Promise<void>,
): Promise<void> => {
  const user = await db
    .selectFrom('users')
    .where('account_id', '=', viewer.accountId)
    .select('id')
    .executeTakeFirstOrThrow()
  const id = newId()
  await db
    .insertInto('sessions')
    .values({ id, user_id: user.id, created_at: now(), last_used_at: now(), user_agent: '' })
    .execute()
  await work({ ...viewer, userId: user.id, sessionId: id })
  await db.deleteFrom('sessions').where('id', '=', id).execute()
}

/** A verified member, and a photo with a gesture in the staff's queue. */
export const seedVerifications = async (
  ctx: Ctx,
  staff: StaffViewer,
  viewerOf: (accountId: string) => Viewer,
): Promise<void> => {
  for (const [at, handle] of HANDLES.entries()) {
    const account = await ctx.db
      .selectFrom('accounts')
      .where('handle', '=', handle)
      .select('id')
      .executeTakeFirst()
    if (!account) continue
    const done = await ctx.db
      .selectFrom('verification_requests')
      .where('account_id', '=', account.id)
      .select('id')
      .executeTakeFirst()
    if (done) continue
    const viewer = viewerOf(account.id)
    const { id } = await startVerificationRequest(ctx, viewer)
    const photo = await photoOf(handle)
    await inSession(ctx, viewer, (member) => submitPhoto(ctx, member, id, photo))
    const waiting = await ctx.db
      .selectFrom('cases')
      .where('subject_id', '=', id)
      .select(['id', 'version'])
      .executeTakeFirstOrThrow()
    if (at === 0)
      await decideOpenCase(ctx, staff, waiting.id, {
        version: waiting.version,
        measure: 'verify',
        facts: '',
        scopes: [],
        persons: [...(await identityIdsOf(ctx.db, account.id))],
      })
  }
}
