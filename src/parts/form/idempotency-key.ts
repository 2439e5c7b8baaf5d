import { useRef } from 'react'

/**
 * Sends a creation with an `idempotency_key`: the same until it succeeds, so that pressing again after
 * a lost reply creates no second one. A changed body has a new key: with the old one the server would
 * return the first creation, without the change.
 */
export const useIdempotencyKey = () => {
  const last = useRef({ sent: '', key: '' })
  return async <T extends object, R>(
    body: T,
    send: (body: T & { idempotency_key: string }) => Promise<R>,
  ): Promise<R> => {
    const sent = JSON.stringify(body)
    if (sent !== last.current.sent) last.current = { sent, key: crypto.randomUUID() }
    const made = await send({ ...body, idempotency_key: last.current.key })
    last.current = { sent: '', key: '' }
    return made
  }
}
