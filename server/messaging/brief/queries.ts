import type { Message } from '#contract/messaging/messages'
import { BRIEF_DAY_MS, BRIEF_ONCE_MS, type BriefMode } from '#contract/messaging/brief'
import type { Conn } from '../../db/dialect'
import { iso } from '../../iso'
import { newId } from '../../tokens'
import type { Mask } from '../conversations/mask'

/** Stores the photos of a new message, in place of `message_media`: no list of photos knows them. */
export const insertBrief = async (
  trx: Conn,
  message: { readonly id: string; readonly created_at: number },
  accountId: string,
  mode: BriefMode,
  mediaIds: readonly string[],
): Promise<void> => {
  await trx
    .insertInto('brief_photos')
    .values(
      mediaIds.map((media_id, position) => ({
        id: newId(),
        message_id: message.id,
        media_id,
        account_id: accountId,
        mode,
        position,
        expires_at: message.created_at + (mode === 'once' ? BRIEF_ONCE_MS : BRIEF_DAY_MS),
      })),
    )
    .execute()
}

export type BriefRow = Awaited<ReturnType<typeof briefPhotosOf>>[number]

/** Brief photos of messages, in order, with the accounts that opened them. */
export const briefPhotosOf = async (db: Conn, messageIds: readonly string[]) => {
  if (messageIds.length === 0) return []
  const photos = await db
    .selectFrom('brief_photos')
    .where('message_id', 'in', [...messageIds])
    .select(['id', 'message_id', 'mode', 'expires_at'])
    .orderBy('position')
    .execute()
  if (photos.length === 0) return []
  const views = await db
    .selectFrom('brief_views')
    .where(
      'photo_id',
      'in',
      photos.map((p) => p.id),
    )
    .select(['photo_id', 'account_id'])
    .orderBy('opened_at')
    .execute()
  return photos.map((p) => ({
    ...p,
    openedBy: views.filter((v) => v.photo_id === p.id).map((v) => v.account_id),
  }))
}

/**
 * As members see them; of those who opened a photo, hidden ones and the `blocked` are left out.
 */
export const presentBrief = (
  rows: readonly BriefRow[],
  mask: Mask,
  blocked: ReadonlySet<string>,
): Message['brief'] => {
  const [first] = rows
  if (!first) return undefined
  return {
    mode: first.mode,
    photos: rows.map((r) => ({
      id: r.id,
      openedBy: r.openedBy.filter((id) => !mask.hides(id) && !blocked.has(id)),
      expiresAt: iso(r.expires_at),
    })),
  }
}
