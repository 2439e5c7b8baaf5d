import { identityIdsOf } from '../server/access/accounts'
import type { Ctx, StaffViewer, Viewer } from '../server/context'
import { decideOpenCase } from '../server/moderation/decisions/decide'
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
    await submitPhoto(ctx, viewer, id, await photoOf(handle))
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
