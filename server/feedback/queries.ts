import type { Conn } from '../db/dialect'
import { newId } from '../tokens'

interface Comment {
  readonly content: string
  readonly url_path: string
}

/** Whether the member has sent the same words from the same screen since then. */
export const isCommentKnown = async (
  db: Conn,
  accountId: string,
  { content, url_path }: Comment,
  since: number,
): Promise<boolean> =>
  (
    await db
      .selectFrom('feedbacks')
      .where('account_id', '=', accountId)
      .where('created_at', '>', since)
      .select(['content', 'url_path'])
      .execute()
  )
    // compared here: the words are stored encrypted
    .some((one) => one.content === content && one.url_path === url_path)

export const insertFeedback = async (
  db: Conn,
  accountId: string,
  feedback: Comment,
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
