import type { Conn } from '../db/dialect'
import { newId } from '../tokens'

export const insertFeedback = async (
  db: Conn,
  accountId: string,
  feedback: { readonly content: string; readonly url_path: string },
  now: number,
): Promise<string> => {
  const id = newId()
  await db
    .insertInto('feedbacks')
    .values({
      id,
      account_id: accountId,
      content: feedback.content,
      url_path: feedback.url_path,
      created_at: now,
    })
    .execute()
  return id
}
