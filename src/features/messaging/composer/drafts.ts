import { proxy, useSnapshot } from 'valtio'
import { actingIdentity, session } from '../../../data/session/session'
import { keysOf, storage } from '../../../data/device/storage'
import { plural } from '../../../lib/text'

/** Whose draft it is: an identity's, both's, or nobody's yet. */
export type Who = string
export const whoWrites = (): Who => {
  const acting = actingIdentity()
  return acting.kind === 'single' ? acting.id : acting.kind
}

/** What the list says of each draft, by `conversation:who`. Text and pictures: draft-box.ts. */
const drafts = proxy<{ words: Record<string, string> }>({ words: {} })
const WORDS = 120
export const sayDraft = (key: string, text: string, photos: number): void => {
  const words =
    text.replace(/\s+/g, ' ').trim().slice(0, WORDS) ||
    (photos === 1 ? 'Photo' : photos > 1 ? plural(photos, 'photo') : '')
  if (words) drafts.words[key] = words
  else delete drafts.words[key]
}
/** «Brouillon : …» of the one who writes now, in the preview of a conversation; undefined without a draft. */
export const useDraftOf = (id: string): string | undefined => {
  const { mode, activeIdentityId } = useSnapshot(session)
  return useSnapshot(drafts).words[
    `${id}:${mode === 'both' ? 'both' : (activeIdentityId ?? 'none')}`
  ]
}

/** Another account, or a fresh page: what the list can say before anything is read from the database. */
export const readDrafts = (): void => {
  drafts.words = {}
  const prefix = `draft:${session.accountId ?? ''}:` as const
  for (const key of keysOf(prefix)) sayDraft(key.slice(prefix.length), storage.get(key) ?? '', 0)
}
