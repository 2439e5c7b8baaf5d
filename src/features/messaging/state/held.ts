import { proxy } from 'valtio'
import {
  amendHeld,
  approveHeld,
  listHeld,
  setFourHands,
  takeBackHeld,
  type HeldMessage,
} from '#contract/messaging/held'
import { call } from '../../../data/http/api'
import { session } from '../../../data/session/session'
import { createAccountCheck } from './device-copy'
import { ownAccountId } from './own-account'
import { messaging, updateListForMessage, setThread, mergeIntoThread } from './store'
import { isCouple } from '../../../lib/couple'

/** Loads what waits in a conversation, and its rule «À quatre mains». */
export const loadHeld = async (id: string): Promise<void> => {
  // only couples have anything that waits; without an account nothing is known yet
  if (!isCouple(session.account?.identities)) return
  const same = createAccountCheck()
  const { held, four_hands } = await call(listHeld, { params: { id } }, { identity: 'none' })
  if (same() && messaging.threads[id]) setThread(id, { held, fourHands: four_hands })
}

/** An identity's yes to what is on the screen. The last one sends the message. */
export const approveHeldMessage = async (
  held: HeldMessage,
  identity: string,
  code?: string,
): Promise<void> => {
  const same = createAccountCheck()
  const { message } = await call(
    approveHeld,
    { params: { id: held.id }, body: { revision: held.revision, ...(code ? { code } : {}) } },
    { identity: { as: identity } },
  )
  if (message && same()) {
    mergeIntoThread(held.conversationId, [message], ownAccountId())
    updateListForMessage(message, ownAccountId())
  }
  // it is done: a list that cannot be loaded now is loaded at the next event
  await loadHeld(held.conversationId).catch(() => undefined)
}
/** The held message whose text is being changed; its dialog outlives the row. */
export const amendingState = proxy<{ held: HeldMessage | null }>({ held: null })
export const setAmending = (held: HeldMessage | null): void => {
  amendingState.held = held
}
export const amendHeldMessage = async (
  held: HeldMessage,
  identity: string,
  content: string,
): Promise<void> => {
  await call(
    amendHeld,
    { params: { id: held.id }, body: { revision: held.revision, content } },
    { identity: { as: identity } },
  )
  // it is done: a list that cannot be loaded now is loaded at the next event
  await loadHeld(held.conversationId).catch(() => undefined)
}
/** Takes a message back: it is never sent. Returns it as it was last. */
export const withdrawHeldMessage = async ({
  id,
  conversationId,
}: HeldMessage): Promise<HeldMessage> => {
  const { held } = await call(takeBackHeld, { params: { id } }, { identity: 'none' })
  await loadHeld(conversationId).catch(() => undefined)
  return held
}

export const requestFourHands = async (
  id: string,
  on: boolean,
  identity?: string,
  code?: string,
): Promise<boolean> => {
  const same = createAccountCheck()
  const { four_hands } = await call(
    setFourHands,
    { params: { id }, body: { on, ...(code ? { code } : {}) } },
    { identity: identity ? { as: identity } : 'none' },
  )
  if (same()) setThread(id, { fourHands: four_hands })
  return four_hands.on
}
