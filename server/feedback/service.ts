import type { sendFeedback } from '#contract/feedback'
import { MINUTE_MS } from '#contract/limits'
import type { ParsedInput } from '#contract/route'
import type { Ctx } from '../context'
import { lockEach } from '../db/dialect'
import { freezeContent, openCase } from '../safety/service'
import { insertFeedback, isCommentKnown } from './queries'

/** After everything that concerns a member's safety. */
const LAST = 3

/** So long the same words of a member are the same comment: sent again after a lost reply. */
const AGAIN_MS = 10 * MINUTE_MS

/** Stores a comment with a case of its own, which the team answers. */
export const storeComment = async (
  ctx: Ctx,
  accountId: string,
  body: ParsedInput<typeof sendFeedback>['body'],
): Promise<void> => {
  const now = ctx.now()
  const caseId = await ctx.db.transaction().execute(async (trx) => {
    await lockEach(trx, 'feedback', [accountId], 'alone')
    if (await isCommentKnown(trx, accountId, body, now - AGAIN_MS)) return null
    const id = await insertFeedback(trx, accountId, body, now)
    const opened = await openCase(
      trx,
      {
        kind: 'comment',
        subject_kind: 'comment',
        subject_id: id,
        account_id: accountId,
        priority: LAST,
      },
      now,
    )
    const payload = { text: body.content, path: body.url_path }
    await freezeContent(
      trx,
      opened.id,
      { kind: 'comment', subjectId: id, payload, mediaIds: [] },
      [],
      now,
    )
    return opened.id
  })
  if (caseId !== null) ctx.bus.emit('case.changed', { caseId })
}
