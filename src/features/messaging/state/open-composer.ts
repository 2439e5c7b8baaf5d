import { useEffect, useEffectEvent } from 'react'
import { draftText, keepText } from './draft-box'
import { whoWrites } from './drafts'
import type { useDraft } from './use-draft'

/** What the composer on the screen takes from elsewhere. */
interface OpenComposer {
  /** False when another text is being written in it. */
  takeText(text: string): boolean
  addPhotos(files: Iterable<File>): void
}
const composers = new Map<string, OpenComposer>()

/** Offers the composer of a conversation to `giveText` and `givePhotos` while it is on the screen. */
export const useGiven = (id: string, draft: ReturnType<typeof useDraft>): void => {
  const takeText = useEffectEvent((text: string): boolean => {
    if (!draft.now.current || draft.now.current.text.trim() !== '') return false
    draft.setText(text)
    return true
  })
  const addPhotos = useEffectEvent((files: Iterable<File>): void => draft.add(files))
  useEffect(() => {
    const open: OpenComposer = {
      takeText: (text) => takeText(text),
      addPhotos: (files) => addPhotos(files),
    }
    composers.set(id, open)
    return () => {
      if (composers.get(id) === open) composers.delete(id)
    }
  }, [id])
}

/**
 * Gives a text back to the member, as the draft of a conversation; false when another message is
 * being written there.
 */
export const giveText = (id: string, text: string): boolean => {
  const open = composers.get(id)
  if (open) return open.takeText(text)
  const who = whoWrites()
  if (draftText(id, who).trim() !== '') return false
  keepText(id, who, text)
  return true
}

/** Whether a message is being written in this conversation on this screen. */
export const takesPhotos = (id: string): boolean => composers.has(id)
export const givePhotos = (id: string, files: Iterable<File>): void =>
  composers.get(id)?.addPhotos(files)
