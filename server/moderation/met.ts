import { MEETINGS_NEEDED } from '#contract/verification'
import { meetingCounts, shownMetBy } from '../access/verified'
import type { AfterCommit, Ctx } from '../context'
import type { Conn } from '../db/dialect'
import { addNews, announceNews } from '../news/service'

/**
 * Runs an act after which the confirmations of this account no longer count, and notifies members
 * whose profiles then show no meetings, without naming it. Call the result after the commit.
 */
export const withEndedMeetingNotice = async (
  ctx: Ctx,
  trx: Conn,
  accountId: string,
  act: () => Promise<void>,
): Promise<AfterCommit> => {
  const shown = await shownMetBy(trx, accountId, ctx.now())
  await act()
  const still = await meetingCounts(trx, shown, ctx.now())
  const lost = shown.filter((id) => (still.get(id) ?? 0) < MEETINGS_NEEDED)
  const news = await addNews(
    trx,
    lost.map((accountId) => ({
      accountId,
      actorAccountId: null,
      eventId: null,
      type: 'met_badge_lost',
      payload: {},
    })),
    ctx.now(),
  )
  return () => announceNews(ctx, news)
}
