import { loadAround } from '../state/api'
import { messaging, threadOf } from '../state/store'

/** Time limit for rendering the row, ms. */
const PATIENCE_MS = 10_000
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Scrolls to a message and highlights it, loading its window when needed; also in a conversation
 * that is opened just after. Without `focus` the focus does not move. Rejects with ApiError when it
 * cannot be loaded.
 */
export const jumpTo = async (id: string, messageId: string, focus = true): Promise<void> => {
  const jump = { id, messageId, focus }
  messaging.jump = jump
  clearTimeout(timer)
  timer = setTimeout(() => endJump(messageId), PATIENCE_MS)
  if (
    messaging.openId !== id ||
    threadOf(id).phase !== 'ready' ||
    threadOf(id).messages.some((m) => m.id === messageId)
  )
    return
  try {
    await loadAround(id, messageId)
  } catch (error) {
    endJump(messageId)
    throw error
  }
}
/** Clears the jump: its row is rendered, or never will be. */
export const endJump = (messageId: string): void => {
  if (messaging.jump?.messageId === messageId) messaging.jump = null
}
