import { type Member } from '../../../support/server/server'
import * as e from '#contract/events/events'
import { reconfirm } from '#contract/events/reminders'
import { listNews } from '#contract/news'
import { runReconfirmations } from '../../../../server/events/participation/reconfirm-jobs'
import { inHours, invite, join, make, read, t } from '../events-setup'

export const members = async (n: number): Promise<Member[]> => {
  const all = []
  for (let i = 0; i < n; i++) all.push(await t.member())
  return all
}
export const asked = async (m: Member, type = 'reconfirm_asked') =>
  (await m.call(listNews, { query: {} })).body.items.filter((n) => n.newsType === type)
/** Every one that was sent, those replaced or withdrawn since included. */
export const everSent = async (m: Member) =>
  (
    await t.ctx.db
      .selectFrom('news')
      .where('account_id', '=', m.accountId)
      .where('news_type', '=', 'reconfirm_asked')
      .select('id')
      .execute()
  ).length
export const again = (m: Member, id: string) => m.call(reconfirm, { params: { id } })
export const own = async (m: Member, id: string) => (await read(m, id)).body.event.reconfirm
/** In 60 hours, asked two days before, joined by these; `later`: only invited. */
export const evening = async (
  host: Member,
  patch: Partial<e.EventInput>,
  guests: readonly Member[],
  later: readonly Member[] = [],
) => {
  const id = await make(host, {
    start_date: inHours(60),
    end_date: inHours(64),
    reconfirm_hours: 48,
    ...patch,
  })
  for (const x of [...guests, ...later]) await invite(host, id, x)
  for (const x of guests) await join(x, id)
  return id
}
export const run = () => runReconfirmations(t.ctx)
