import type { Ctx } from '../context'
import type { Conn } from '../db/dialect'
import { queueLetters, sendLettersLater } from '../mail/queue'
import { addNews, announceNews } from '../news/service'
import { loginsOf } from '../session/service'

/** Stores a letter to all logins of the account, and a news item. */
export const storePartingLetters = async (
  trx: Conn,
  accountId: string,
  type: 'parting_asked' | 'parting_cancelled',
  now: number,
): Promise<readonly string[]> => {
  const letters = (await loginsOf(trx, accountId)).map(
    ({ id }) => ({ to: { userId: id }, what: type }) as const,
  )
  await queueLetters(trx, letters, now)
  const item = { accountId, actorAccountId: null, eventId: null, type, payload: {} }
  return addNews(trx, [item], now)
}
export const sendPartingLetters = async (ctx: Ctx, news: readonly string[]): Promise<void> => {
  sendLettersLater(ctx)
  await announceNews(ctx, news)
}
