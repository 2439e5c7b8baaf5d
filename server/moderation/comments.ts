import type { OwnComment } from '#contract/moderation'
import { NOTHING, type AfterCommit, type Ctx, type Viewer } from '../context'
import type { Conn } from '../db/dialect'
import { iso } from '../iso'
import type { DecisionBody } from './decisions/check-measure'
import type { CaseRow } from './queries'
import { storeStaffMessage } from './tell'

const COMMENTS_MAX = 100

/** The team's reply to a comment; closed without words, its author is not notified. */
export const answerComment = async (
  ctx: Ctx,
  trx: Conn,
  row: CaseRow,
  body: Pick<DecisionBody, 'measure' | 'facts'>,
): Promise<AfterCommit> => {
  const answer = body.measure === 'answer' ? body.facts : null
  await trx
    .updateTable('feedbacks')
    .set({ answer, closed_at: ctx.now() })
    .where('id', '=', row.subject_id)
    .execute()
  return answer === null
    ? NOTHING
    : storeStaffMessage(ctx, trx, [row.account_id ?? ''], 'comment', { byMail: false })
}

export const listOwnComments = async (ctx: Ctx, viewer: Viewer): Promise<OwnComment[]> => {
  const rows = await ctx.db
    .selectFrom('feedbacks')
    .where('account_id', '=', viewer.accountId)
    .select(['id', 'content', 'created_at', 'answer', 'closed_at'])
    .orderBy('created_at', 'desc')
    .limit(COMMENTS_MAX)
    .execute()
  return rows.map((r) => ({
    id: r.id,
    text: r.content,
    createdAt: iso(r.created_at),
    answer: r.answer,
    answeredAt: r.answer === null ? null : iso(r.closed_at),
  }))
}
