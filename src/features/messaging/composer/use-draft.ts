import { useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { MESSAGE_MEDIA_MAX } from '#contract/limits'
import { toast } from '../../../data/state/toasts'
import { NBSP } from '../../../lib/text'
import { isAcceptedFile } from '../thread/accept'
import {
  adoptDraft,
  draftPhotos,
  draftText,
  joinPhotos,
  storeDraftPhotos,
  storeDraftText,
  onDraftRestored,
} from './draft-box'
import type { DraftAuthor } from './drafts'
import type { Photo } from '../state/model'
import { forgetCopies } from '../outbox/copies'
import { confirmedPhoto, releasePreviews } from '../outbox/photos'
import { quotingState } from './quoting'

/** How long the photos of a draft are seen; undefined: they stay. Each photo has the choice with it. */
export const briefOf = (photos: readonly Photo[]): Photo['brief'] =>
  photos.find((p) => p.brief !== undefined)?.brief

/** Tells the member how many of the chosen photos were too many for one message. */
const reportSurplus = (over: number): void => {
  if (over <= 0) return
  const left = over > 1 ? `${over} n’ont pas été ajoutées` : '1 n’a pas été ajoutée'
  toast(`${MESSAGE_MEDIA_MAX} photos au plus par message${NBSP}: ${left}.`, {
    kind: 'info',
    durationMs: 5_000,
  })
}

/** Text, photos and quote of the draft of a conversation, stored on the device. */
export const useDraft = (id: string, who: DraftAuthor) => {
  const [text, setText] = useState(() => draftText(id, who))
  const [photos, setPhotos] = useState(() => draftPhotos(id, who))
  const quote = useSnapshot(quotingState).byConversation[id]
  /** Current draft, for the end of an earlier send; null once unmounted. */
  const now = useRef<{ readonly text: string; readonly photos: readonly Photo[] } | null>(null)
  const kept = useRef({ photos, quote: quote?.id })
  useEffect(() => adoptDraft(id, who), [id, who])
  useEffect(() => storeDraftText(id, who, text), [id, who, text])
  useEffect(() => {
    if (kept.current.photos === photos && kept.current.quote === quote?.id) return
    kept.current = { photos, quote: quote?.id }
    storeDraftPhotos(id, who, photos, quote ? { ...quote } : null)
  }, [id, who, photos, quote])
  useEffect(() => {
    now.current = { text, photos }
  }, [text, photos])
  useEffect(
    () =>
      onDraftRestored((key, restored) => {
        if (key !== `${id}:${who}`) return
        kept.current = { ...kept.current, photos: restored }
        setPhotos((list) => joinPhotos(restored, list))
      }),
    [id, who],
  )
  useEffect(
    () => () => {
      const pending = now.current?.photos.filter((p) => p.pending) ?? []
      releasePreviews(pending)
      forgetCopies(pending)
      now.current = null
    },
    [],
  )

  /** Adds photos of at most 30 MB, up to the limit of a message; larger files are ignored silently. */
  const add = (files: Iterable<File>): void => {
    const chosen = [...files].filter(isAcceptedFile).map((file): Photo => ({
      id: crypto.randomUUID(),
      file,
      spots: [],
      faces: null,
      preview: null,
      still: null,
      ratio: null,
      pending: true,
    }))
    if (chosen.length === 0) return
    reportSurplus(photos.length + chosen.length - MESSAGE_MEDIA_MAX)
    // the photos of the last render are not all: of two pastes in one frame both add here
    setPhotos((list) => {
      const room = Math.max(0, MESSAGE_MEDIA_MAX - list.length)
      const brief = briefOf(list)
      return [...list, ...chosen.slice(0, room).map((p) => ({ ...p, brief }))]
    })
  }
  const remove = (photoId: string): void => {
    const removed = photos.filter((p) => p.id === photoId)
    releasePreviews(removed)
    forgetCopies(removed)
    setPhotos((list) => list.filter((p) => p.id !== photoId))
  }
  const change = (photoId: string, patch: Partial<Photo>): void =>
    setPhotos((list) => list.map((p) => (p.id === photoId ? { ...p, ...patch } : p)))
  const setBrief = (brief: Photo['brief']): void =>
    setPhotos((list) => list.map((p) => ({ ...p, brief })))
  /** Confirms all pending photos with the spots of their faces, except `but`, the one in the blur modal. */
  const addAll = (but: string): void => {
    const added = new Map(
      photos.filter((p) => p.pending && p.id !== but).map((p) => [p.id, confirmedPhoto(p)]),
    )
    setPhotos((list) => list.map((p) => (p.pending ? (added.get(p.id) ?? p) : p)))
  }
  return { text, setText, photos, setPhotos, setBrief, add, remove, change, addAll, now }
}
