import { proxy, useSnapshot } from 'valtio'
import { actingIdentity, session } from '../../../data/session/session'
import { storedKeysWith, storage } from '../../../data/device/storage'
import { plural } from '../../../lib/text'

/** Author of a draft: an identity's id, `both`, or `none` before an identity is chosen. */
export type DraftAuthor = string
export const currentDraftAuthor = (): DraftAuthor => {
  const acting = actingIdentity()
  return acting.kind === 'single' ? acting.id : acting.kind
}

/** Preview of each draft for the list, by `conversation:who`. Text and photos: draft-box.ts. */
const drafts = proxy<{ words: Record<string, string> }>({ words: {} })
const WORDS = 120
export const setDraftPreview = (key: string, text: string, photos: number): void => {
  const words =
    text.replace(/\s+/g, ' ').trim().slice(0, WORDS) ||
    (photos === 1 ? 'Photo' : photos > 1 ? plural(photos, 'photo') : '')
  if (words) drafts.words[key] = words
  else delete drafts.words[key]
}
/**
 * Text of «Brouillon : …» for the acting identity, in the preview of a conversation; undefined
 * without a draft.
 */
export const useDraftPreview = (id: string): string | undefined => {
  const { mode, activeIdentityId } = useSnapshot(session)
  return useSnapshot(drafts).words[
    `${id}:${mode === 'both' ? 'both' : (activeIdentityId ?? 'none')}`
  ]
}

/** Account changed, or page loaded: previews available before the database is read. */
export const loadDraftPreviews = (): void => {
  drafts.words = {}
  const prefix = `draft:${session.accountId ?? ''}:` as const
  for (const key of storedKeysWith(prefix))
    setDraftPreview(key.slice(prefix.length), storage.get(key) ?? '', 0)
}
