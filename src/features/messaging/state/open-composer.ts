import type { Message } from '#contract/messaging/messages'
import { draftText, keepText } from '../composer/draft-box'
import { whoWrites } from '../composer/drafts'
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
export const openComposer = (id: string, composer: OpenComposer): (() => void) => {
  composers.set(id, composer)
  return () => {
    if (composers.get(id) === composer) composers.delete(id)
  }
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

/** Gives a message that was taken back to the composer on the screen, else its text to the draft. */
export const giveDraft = (id: string, given: GivenDraft): void => {
  const open = composers.get(id)
  if (open) open.takeDraft(given)
  else giveText(id, given.text)
}

/** Whether a message is being written in this conversation on this screen. */
export const takesPhotos = (id: string): boolean => composers.has(id)
export const givePhotos = (id: string, files: Iterable<File>): void =>
  composers.get(id)?.addPhotos(files)
