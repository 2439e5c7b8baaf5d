import { session } from '../../../data/session/session'
import { loadCodeWithRetry } from '../../../data/start/load-code'
import { closeDevice } from './device'
import type { OutboxEngine } from './engine'

let engine: { readonly accountId: string; readonly ready: Promise<OutboxEngine> } | null = null

/**
 * Starts the engine of the signed-in account; its code is loaded after the first screen. null:
 * nobody is signed in.
 */
export const startOutbox = (): Promise<OutboxEngine> | null => {
  const { accountId } = session
  if (!accountId) return null
  if (engine?.accountId !== accountId) {
    if (engine) stopOutbox()
    engine = {
      accountId,
      ready: loadCodeWithRetry(() => import('./engine')).then((code) =>
        code.openOutboxEngine(accountId),
      ),
    }
  }
  return engine.ready
}
/** Signed out, or another account. */
export const stopOutbox = (): void => {
  void engine?.ready.then((e) => e.stop())
  engine = null
  closeDevice()
}
/** An own message came as an event. */
export const noteArrived = (id: string, clientMsgId: string): void =>
  void engine?.ready.then((e) => e.arrived(id, clientMsgId))
