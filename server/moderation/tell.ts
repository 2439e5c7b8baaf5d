import type { AfterCommit, Ctx } from '../context'
import type { Conn } from '../db/dialect'
import { queueLetters, sendLettersLater } from '../mail/queue'
import { addNews, announceNews } from '../news/service'

type StaffMessage =
  | 'decision'
  | 'lifted'
  | 'report'
  | 'reconsidered'
  | 'looked'
  | 'warned'
  | 'appeal'
  | 'comment'
  | 'vouch'
  | 'verification'
const TYPE = {
  decision: 'moderation_decision',
  lifted: 'moderation_lifted',
  report: 'moderation_report',
  reconsidered: 'moderation_reconsidered',
  looked: 'private_photo_looked',
  warned: 'moderation_reports_warned',
  appeal: 'moderation_appeal',
  comment: 'comment_answered',
  vouch: 'vouch_asked',
  verification: 'verification_answered',
} as const

/**
 * Stores the message to an account in the caller's transaction; call the result after the commit.
 * The news says neither what was decided nor about what: that is read in «Mes signalements et
 * décisions».
 */
export const storeStaffMessage = async (
  ctx: Ctx,
  trx: Conn,
  accountIds: readonly string[],
  what: StaffMessage,
  { byMail }: { readonly byMail: boolean },
): Promise<AfterCommit> => {
  const ids = [...new Set(accountIds.filter((id) => id !== ''))]
  const news = await addNews(
    trx,
    ids.map((accountId) => ({
      accountId,
      actorAccountId: null,
      eventId: null,
      type: TYPE[what],
      payload: {},
    })),
    ctx.now(),
  )
  if (byMail && ids.length > 0) {
    const users = await trx
      .selectFrom('users')
      .where('account_id', 'in', ids)
      .where('email_verified_at', 'is not', null)
      .select('id')
      .execute()
    await queueLetters(
      trx,
      users.map(({ id }) => ({ to: { userId: id }, what })),
      ctx.now(),
    )
  }
  return async () => {
    await announceNews(ctx, news)
    if (byMail) sendLettersLater(ctx)
  }
}
