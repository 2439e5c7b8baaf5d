import type { Message } from '#contract/messaging/messages'
import type { Outbox } from '../../../data/device/outbox-store'
import { session } from '../../../data/session/session'
import { storage } from '../../../data/device/storage'
import { setDraftPreview, currentDraftAuthor, type DraftAuthor } from './drafts'
import type { Photo } from '../state/model'
import { openDevice } from '../outbox/device'
import { copiesOf, makeCopy } from '../outbox/copies'
import { filesOf, releasePreviews, restoredPhoto, storedPhoto } from '../outbox/photos'
import { quotingState } from './quoting'

const textKey = (id: string, who: DraftAuthor, accountId = session.accountId) =>
  `draft:${accountId ?? ''}:${id}:${who}` as const
/**
 * Photos of each draft, by its key; stored in the outbox's database. The text is in
 * src/data/device/storage.ts, written at each key press.
 */
const pictures = new Map<string, readonly Photo[]>()
const changed = new Set<(key: string) => void>()

/** A draft written before an identity was chosen goes to that identity, unless it has its own. */
const source = (id: string, who: DraftAuthor): DraftAuthor =>
  who !== 'none' && storage.get(textKey(id, who)) === undefined && !pictures.has(textKey(id, who))
    ? 'none'
    : who
export const draftText = (id: string, who: DraftAuthor): string =>
  storage.get(textKey(id, source(id, who))) ?? ''
export const draftPhotos = (id: string, who: DraftAuthor): readonly Photo[] =>
  pictures.get(textKey(id, source(id, who))) ?? []
export const storeDraftText = (id: string, who: DraftAuthor, text: string): void => {
  if (text) storage.set(textKey(id, who), text)
  else storage.remove(textKey(id, who))
  setDraftPreview(`${id}:${who}`, text, pictures.get(textKey(id, who))?.length ?? 0)
}
/** Photos still in the blur modal are not stored: they are not confirmed. */
export const storeDraftPhotos = (
  id: string,
  who: DraftAuthor,
  photos: readonly Photo[],
  quote: Message['quote'],
): void => {
  const key = `${id}:${who}`
  const confirmed = photos.filter((p) => !p.pending)
  if (confirmed.length > 0) pictures.set(textKey(id, who), confirmed)
  else pictures.delete(textKey(id, who))
  setDraftPreview(key, draftText(id, who), confirmed.length)
  const store = (): void => {
    const copies = copiesOf(confirmed)
    const stored = confirmed.map((p) => ({ ...storedPhoto(p), converted: p.id in copies }))
    void openDevice()
      ?.box.then((box) => box.putDraft({ key, photos: stored, quote }, filesOf(confirmed, copies)))
      .catch(() => undefined)
  }
  store()
  // what will be sent takes the place of the chosen file
  void Promise.all(confirmed.map((p) => makeCopy(p).catch(() => false))).then((made) => {
    if (made.includes(true) && pictures.get(textKey(id, who)) === confirmed) store()
  })
}
/** Takes over the draft written before an identity was chosen. */
export const adoptDraft = (id: string, who: DraftAuthor): void => {
  if (who === 'none' || source(id, who) !== 'none') return
  const photos = pictures.get(textKey(id, 'none'))
  storage.remove(textKey(id, 'none'))
  setDraftPreview(`${id}:none`, '', 0)
  if (!photos) return
  storeDraftPhotos(id, 'none', [], null)
  storeDraftPhotos(id, who, photos, null)
}
/** Calls `fn` with the key of each draft whose photos have been read from the device. */
export const onDraftRestored = (fn: (key: string) => void): (() => void) => {
  changed.add(fn)
  return () => void changed.delete(fn)
}

/** Restores photos and quotes of an earlier page. Photos chosen here meanwhile take precedence. */
export const restoreDrafts = async (accountId: string, box: Outbox): Promise<void> => {
  for (const d of await box.drafts().catch(() => [])) {
    const photos = (await Promise.all(d.photos.map((p) => restoredPhoto(p, box.file)))).filter(
      (p) => p !== null,
    )
    if (session.accountId !== accountId) return releasePreviews(photos)
    const at = d.key.indexOf(':')
    const [id, who] = [d.key.slice(0, at), d.key.slice(at + 1)]
    if (photos.length > 0 && !pictures.has(textKey(id, who))) {
      pictures.set(textKey(id, who), photos)
      setDraftPreview(d.key, storage.get(textKey(id, who)) ?? '', photos.length)
    }
    if (d.quote && who === currentDraftAuthor()) quotingState.byConversation[id] ??= d.quote
    for (const fn of changed) fn(d.key)
  }
}
/** Account changed or signed out. */
export const forgetDraftPhotos = (accountId: string): void => {
  for (const [key, photos] of pictures) {
    if (!key.startsWith(`draft:${accountId}:`)) continue
    releasePreviews(photos)
    pictures.delete(key)
  }
}
