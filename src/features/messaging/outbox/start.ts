import { session } from '../../../data/session/session'
import type { Engine } from './engine'

const AGAIN_MS = 4_000
let engine: { readonly accountId: string; readonly ready: Promise<Engine> } | null = null

/** The engine is fetched after the first screen; without network and not fetched yet, it is asked for until it comes. */
const fetchEngine = async (accountId: string): Promise<Engine> => {
  for (;;) {
    const code = await import('./engine').catch(() => null)
    if (code) return code.openEngine(accountId)
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
  }
}
/** The outbox of the account that is here; null while nobody is. */
export const startOutbox = (): Promise<Engine> | null => {
  const { accountId } = session
  if (!accountId) return null
  if (engine?.accountId !== accountId) {
    stopOutbox()
    engine = { accountId, ready: fetchEngine(accountId) }
  }
  return engine.ready
}
export const stopOutbox = (): void => {
  void engine?.ready.then((e) => e.stop())
  engine = null
}
export const withEngine = (work: (e: Engine) => void): void => void startOutbox()?.then(work)
/** A message of one's own has arrived by another way than its answer. */
export const noteArrived = (id: string, clientMsgId: string): void => {
  if (engine) withEngine((e) => void e.arrived(id, clientMsgId))
}
