import { useEffect } from 'react'
import { draftText, keepText } from './draft-box'
import { whoWrites } from './drafts'
import type { useDraft } from './use-draft'

/** Takes a text into the composer on the screen; false when another is being written in it. */
type Take = (text: string) => boolean
const composers = new Map<string, Take>()

/** Offers the composer of a conversation to `giveText` while it is on the screen. */
export const useGivenText = (id: string, { now, setText }: ReturnType<typeof useDraft>): void =>
  useEffect(() => {
    const take: Take = (text) => {
      if (!now.current || now.current.text.trim() !== '') return false
      setText(text)
      return true
    }
    composers.set(id, take)
    return () => {
      if (composers.get(id) === take) composers.delete(id)
    }
  }, [id, now, setText])

/**
 * Gives a text back to the member, as the draft of a conversation; false when another message is
 * being written there.
 */
export const giveText = (id: string, text: string): boolean => {
  const take = composers.get(id)
  if (take) return take(text)
  const who = whoWrites()
  if (draftText(id, who).trim() !== '') return false
  keepText(id, who, text)
  return true
}
