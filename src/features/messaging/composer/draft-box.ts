import { MESSAGE_MEDIA_MAX } from '#contract/limits'
import type { Message } from '#contract/messaging/messages'
import type { Outbox, StoredDraft } from '../../../data/device/outbox-store'
import { session } from '../../../data/session/session'
import { storage } from '../../../data/device/storage'
import { setDraftPreview, currentDraftAuthor, type DraftAuthor } from './drafts'
import type { Photo } from '../state/model'
import { openDevice, READ_AGAIN_MS } from '../outbox/device'
import { copiesOf, makeCopy } from '../outbox/copies'
import { filesOf, releasePreviews, restoredPhoto, storedPhoto } from '../outbox/photos'
import { quotingState } from './quoting'

const textKey = (id: string, who: DraftAuthor) =>
  `draft:${session.accountId ?? ''}:${id}:${who}` as const
/**
 * Photos of each draft, by its key; stored in the outbox's database. The text is in
 * src/data/device/storage.ts, written at each key press.
 */
const pictures = new Map<string, readonly Photo[]>()
type OnRestored = (key: string, photos: readonly Photo[]) => void
const changed = new Set<OnRestored>()

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
  const own = textKey(id, who)
  const store = async (): Promise<void> => {
    const device = openDevice()
    if (!device) return
    const box = await device.box
    // what it replaces is read first: the photos of an earlier page may join these
    const unread = await restoreDrafts(device.accountId, box)
    const kept = pictures.get(own) ?? []
    if (device.closed.aborted || (kept.length === 0 && unread.has(key))) return
    const copies = copiesOf(kept)
    const photos = kept.map((p) => ({ ...storedPhoto(p), converted: p.id in copies }))
    await box.putDraft({ key, photos, quote }, filesOf(kept, copies))
  }
  void store().catch(() => undefined)
  // what will be sent takes the place of the chosen file
  void Promise.all(confirmed.map((p) => makeCopy(p).catch(() => false))).then((made) => {
    if (made.includes(true) && pictures.get(own) === confirmed) void store().catch(() => undefined)
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
/** Calls `fn` with key and photos of each draft that has been read from the device. */
export const onDraftRestored = (fn: OnRestored): (() => void) => {
  changed.add(fn)
  return () => void changed.delete(fn)
}

/** Photos chosen while those of an earlier page were being read come after them. */
export const joinPhotos = (
  earlier: readonly Photo[],
  chosen: readonly Photo[],
): readonly Photo[] => {
  if (chosen.length === 0) return earlier
  const others = earlier.filter((p) => !chosen.some(({ id }) => id === p.id))
  return [...others.slice(0, MESSAGE_MEDIA_MAX - chosen.length), ...chosen]
}

const restoreDraft = async (accountId: string, box: Outbox, d: StoredDraft): Promise<void> => {
  const photos = (await Promise.all(d.photos.map((p) => restoredPhoto(p, box.file)))).filter(
    (p) => p !== null,
  )
  if (session.accountId !== accountId) return releasePreviews(photos)
  const at = d.key.indexOf(':')
  const [id, who] = [d.key.slice(0, at), d.key.slice(at + 1)]
  if (photos.length > 0) {
    const all = joinPhotos(photos, pictures.get(textKey(id, who)) ?? [])
    pictures.set(textKey(id, who), all)
    setDraftPreview(d.key, storage.get(textKey(id, who)) ?? '', all.length)
  }
  if (d.quote && who === currentDraftAuthor()) quotingState.byConversation[id] ??= d.quote
  for (const fn of changed) fn(d.key, photos)
}

const READS = 5
/** Resolves with the keys of drafts that could not be read; rejects when none could. */
const readDrafts = async (accountId: string, box: Outbox): Promise<ReadonlySet<string>> => {
  await box.late
  const read = new Set<string>()
  for (let n = 1; ; n += 1) {
    const drafts = await box.drafts().catch(() => null)
    const unread = drafts?.filter((d) => !read.has(d.key)) ?? []
    for (const d of unread)
      await restoreDraft(accountId, box, d).then(
        () => read.add(d.key),
        () => undefined,
      )
    const left = unread.filter((d) => !read.has(d.key))
    if (drafts && (left.length === 0 || n === READS)) return new Set(left.map((d) => d.key))
    if (n === READS) throw new Error('the drafts cannot be read')
    await new Promise((resolve) => setTimeout(resolve, READ_AGAIN_MS))
    if (session.accountId !== accountId) throw new Error('another account')
  }
}
const reads = new WeakMap<Outbox, ReturnType<typeof readDrafts>>()
/**
 * Restores photos and quotes of an earlier page, once per database; a failed read is repeated.
 * Photos chosen here meanwhile come after them. Resolves with the keys of those that stay unread.
 */
export const restoreDrafts = (accountId: string, box: Outbox): ReturnType<typeof readDrafts> => {
  const known = reads.get(box)
  if (known) return known
  const reading = readDrafts(accountId, box)
  reads.set(box, reading)
  // the next change reads them again
  reading.catch(() => reads.delete(box))
  return reading
}
/** Account changed or signed out. */
export const forgetDraftPhotos = (accountId: string): void => {
  for (const [key, photos] of pictures) {
    if (!key.startsWith(`draft:${accountId}:`)) continue
    releasePreviews(photos)
    pictures.delete(key)
  }
}
