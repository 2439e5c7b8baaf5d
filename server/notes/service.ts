import type { Feelings, saveFeelings } from '#contract/notes'
import type { ParsedInput } from '#contract/route'
import { requireVisibleMember } from '../access/accounts'
import type { Ctx, Viewer } from '../context'
import { fail } from '../fail'
import { NO_NOTES, presentNote } from './present'
import { deleteNote, findNote, upsertNote } from './queries'

/**
 * Notes can be written on any other account that the viewer can see and that is not deleted. Fails
 * with `own_account`, `not_found`.
 */
const requireNotable = async (ctx: Ctx, viewer: Viewer, aboutId: string): Promise<void> => {
  if (aboutId === viewer.accountId) fail('own_account')
  await requireVisibleMember(ctx.db, viewer, aboutId)
}

/** The rounded mean; null until every identity of the account has rated. */
const meanOf = (
  identityIds: readonly string[],
  feelings: Feelings['identity_feelings'],
): number | null => {
  const rated = identityIds.flatMap((id) => feelings[id]?.feeling ?? [])
  return rated.length > 0 && rated.length === identityIds.length
    ? Math.round(rated.reduce((sum, n) => sum + n, 0) / rated.length)
    : null
}

/**
 * The viewer's notes on a member: they belong to the account, so both identities read them, and no
 * other account can.
 */
export const readNotes = async (ctx: Ctx, viewer: Viewer, aboutId: string): Promise<Feelings> => {
  await requireNotable(ctx, viewer, aboutId)
  const row = await findNote(ctx.db, viewer.accountId, aboutId)
  return row ? presentNote(row) : NO_NOTES
}

/**
 * Replaces the notes; empty ones are deleted. The mean is always computed here. Fails with
 * `foreign_identity` for a key that is not one of the viewer's identities.
 */
export const writeNotes = async (
  ctx: Ctx,
  viewer: Viewer,
  aboutId: string,
  body: ParsedInput<typeof saveFeelings>['body'],
): Promise<Feelings> => {
  await requireNotable(ctx, viewer, aboutId)
  if (Object.keys(body.identity_feelings).some((id) => !viewer.identityIds.includes(id)))
    fail('foreign_identity')
  const kept = Object.entries(body.identity_feelings)
    .map(([id, v]) => [id, { feeling: v.feeling, comment: v.comment || null }] as const)
    .filter(([, v]) => v.feeling !== null || v.comment !== null)
  const identity_feelings: Feelings['identity_feelings'] = Object.fromEntries(kept)
  const global_comment = body.global_comment || null
  if (kept.length === 0 && global_comment === null) {
    await deleteNote(ctx.db, viewer.accountId, aboutId)
    return NO_NOTES
  }
  const global_feeling = meanOf(viewer.identityIds, identity_feelings)
  await upsertNote(ctx.db, {
    account_id: viewer.accountId,
    about_account_id: aboutId,
    global_feeling,
    global_comment,
    identity_feelings: JSON.stringify(identity_feelings),
    updated_at: ctx.now(),
  })
  return { global_feeling, global_comment, identity_feelings }
}
