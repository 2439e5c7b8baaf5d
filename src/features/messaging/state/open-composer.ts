import type { Message } from '#contract/messaging/messages'
import { draftText, storeDraftText } from '../composer/draft-box'
import { currentDraftAuthor } from '../composer/drafts'
import type { Photo } from './model'

interface GivenDraft {
  readonly text: string
  readonly photos: readonly Photo[]
  readonly quote: Message['quote']
}
/** What the composer on the screen takes from elsewhere. */
export interface OpenComposer {
  /** False when another text is being written in it. */
  takeText(text: string): boolean
  addPhotos(files: Iterable<File>): void
  takeDraft(given: GivenDraft): void
}
const composers = new Map<string, OpenComposer>()

/** Registers the composer of a conversation; returns how to end that. */
export const registerComposer = (id: string, composer: OpenComposer): (() => void) => {
  composers.set(id, composer)
  return () => {
    if (composers.get(id) === composer) composers.delete(id)
  }
}

/**
 * Gives a text back to the member, as the draft of a conversation; false when another message is
 * being written there.
 */
export const restoreDraftText = (id: string, text: string): boolean => {
  const open = composers.get(id)
  if (open) return open.takeText(text)
  const who = currentDraftAuthor()
  if (draftText(id, who).trim() !== '') return false
  storeDraftText(id, who, text)
  return true
}

/** Gives a message that was taken back to the composer on the screen, else its text to the draft. */
export const restoreDraft = (id: string, given: GivenDraft): void => {
  const open = composers.get(id)
  if (open) open.takeDraft(given)
  else restoreDraftText(id, given.text)
}

/** Whether a message is being written in this conversation on this screen. */
export const hasOpenComposer = (id: string): boolean => composers.has(id)
export const addPhotosToComposer = (id: string, files: Iterable<File>): void =>
  composers.get(id)?.addPhotos(files)
