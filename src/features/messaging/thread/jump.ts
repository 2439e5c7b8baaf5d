import { showAround } from '../state/api'
import { messaging, thread } from '../state/store'

/** Longest wait for the row of a message that is being shown, in ms. */
const PATIENCE_MS = 10_000
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Shows a message of a conversation and lights it up for a moment: also one that is not loaded, and one of a conversation
 * that is opened just after. Without `focus` the keyboard stays where it is. Rejects with ApiError when it cannot be loaded.
 */
export const jumpTo = async (id: string, messageId: string, focus = true): Promise<void> => {
  const jump = { id, messageId, focus }
  messaging.jump = jump
  clearTimeout(timer)
  timer = setTimeout(() => endJump(messageId), PATIENCE_MS)
  if (
    messaging.openId !== id ||
    thread(id).phase !== 'ready' ||
    thread(id).messages.some((m) => m.id === messageId)
  )
    return
  try {
    await showAround(id, messageId)
  } catch (error) {
    endJump(messageId)
    throw error
  }
}
/** Its row stands on the screen, or never will. */
export const endJump = (messageId: string): void => {
  if (messaging.jump?.messageId === messageId) messaging.jump = null
}
