import { randomInt } from 'node:crypto'
import type { followNotice, sendNotice } from '#contract/moderation'
import type { ParsedInput, Reply } from '#contract/route'
import type { Ctx } from '../context'
import { foldText, isUniqueViolation } from '../db/dialect'
import type { Row } from '../db/tables'
import { fail } from '../fail'
import { iso } from '../iso'
import {
  freezeContent,
  openCase,
  priorityOf,
  profileContent,
  readPhotos,
  type Content,
} from '../safety/service'
import { hashSecret, newId } from '../tokens'
import { refuseProof } from './puzzle'

/** No letter or digit that looks like another one. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789'
const newCode = (): string =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 4 }, () => SIGNS[randomInt(SIGNS.length)]).join(''),
  ).join('-')

/** Adds the profile as it is now to a case that is not decided yet. */
const freezeProfile = async (ctx: Ctx, caseId: string, account: Row<'accounts'>): Promise<void> => {
  const now = ctx.now()
  const content = await profileContent(ctx.db, account, now)
  const photos = await readPhotos(ctx, content.mediaIds)
  await ctx.db.transaction().execute(async (trx) => {
    const open = await trx
      .selectFrom('cases')
      .where('id', '=', caseId)
      .where('state', '!=', 'decided')
      .select('id')
      .forUpdate()
      .executeTakeFirst()
    if (open) await freezeContent(trx, caseId, content, photos, now)
  })
  ctx.bus.emit('case.changed', { caseId })
}

/**
 * Stores a notice from outside the community. The reply does not depend on the target: a handle
 * only decides which case it joins.
 */
export const storeNotice = async (
  ctx: Ctx,
  body: Omit<ParsedInput<typeof sendNotice>['body'], 'proof'>,
  id: string = newId(),
): Promise<string> => {
  const now = ctx.now()
  const code = newCode()
  const account = await ctx.db
    .selectFrom('accounts')
    .where('handle_key', '=', foldText(body.target.replace(/^@/, '')))
    .where('deleted_at', 'is', null)
    .selectAll()
    .executeTakeFirst()
  const words: Content = {
    kind: 'notice',
    subjectId: id,
    payload: { target: body.target, reason: body.reason, text: body.text },
    mediaIds: [],
  }
  const caseId = await ctx.db
    .transaction()
    .execute(async (trx) => {
      const opened = await openCase(
        trx,
        {
          kind: 'notice',
          subject_kind: 'profile',
          subject_id: account?.id ?? id,
          account_id: account?.id ?? null,
          priority: priorityOf(body.reason),
        },
        now,
      )
      await freezeContent(trx, opened.id, words, [], now)
      await trx
        .insertInto('notices')
        .values({
          id,
          case_id: opened.id,
          code_hash: hashSecret(code),
          email: body.email ?? null,
          created_at: now,
        })
        .execute()
      return opened.id
    })
    .catch((error: unknown) =>
      // its puzzle has served already
      isUniqueViolation(error) ? refuseProof() : Promise.reject(error),
    )
  ctx.log.warn({ reason: body.reason, caseId }, 'notice received')
  ctx.bus.emit('case.changed', { caseId })
  // after the reply: twenty photos take longer to copy than a constant time hides
  if (account) ctx.bus.later('notice-profile', () => freezeProfile(ctx, caseId, account))
  return code
}

export const readNoticeState = async (
  ctx: Ctx,
  code: string,
): Promise<Reply<typeof followNotice>> => {
  const row =
    (await ctx.db
      .selectFrom('notices')
      .where('code_hash', '=', hashSecret(code.toLowerCase()))
      .selectAll()
      .executeTakeFirst()) ?? fail('not_found')
  return {
    state: row.outcome ?? 'received',
    createdAt: iso(row.created_at),
    closedAt: iso(row.closed_at),
  }
}
