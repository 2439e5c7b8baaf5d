import type { Outbox } from '../../../data/device/outbox-store'
import { session } from '../../../data/session/session'
import { loadCodeWithRetry } from '../../../data/start/load-code'

/** Delay after a failed read: the device may hold something all the same, ms. */
export const READ_AGAIN_MS = 2_000

/** The signed-in account's messages and drafts on this device, open once per page. */
export interface OutboxDevice {
  readonly accountId: string
  /** Rejects when it was closed before it was open. */
  readonly box: Promise<Outbox>
  /** Aborted when the database is closed or wiped (sign-out, also in another tab). */
  readonly closed: AbortSignal
  close(): void
}
let device: OutboxDevice | null = null

const open = (accountId: string): OutboxDevice => {
  const closing = new AbortController()
  const box = loadCodeWithRetry(() => import('../../../data/device/outbox-store')).then(
    ({ openOutbox }) => {
      // signed out meanwhile: opening it would claim the device again
      closing.signal.throwIfAborted()
      return openOutbox(accountId, () => closing.abort())
    },
  )
  box.catch(() => undefined)
  return {
    accountId,
    box,
    closed: closing.signal,
    close: () => {
      closing.abort()
      box.then(
        (b) => b.close(),
        () => undefined,
      )
    },
  }
}
/** null while no account is signed in. */
export const openDevice = (): OutboxDevice | null => {
  const { accountId } = session
  if (!accountId) return null
  if (device?.accountId !== accountId) {
    device?.close()
    device = open(accountId)
  }
  return device
}
export const closeDevice = (): void => {
  device?.close()
  device = null
}
