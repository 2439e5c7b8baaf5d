import { useRef } from 'react'

/**
 * Sends what creates something with a `making_key`: the same until it succeeds, so that pressing
 * again after a lost reply makes no second one. What is changed before the next try has a new one:
 * the server would answer the first, without the change.
 */
export const useMakingKey = () => {
  const last = useRef({ sent: '', key: '' })
  return async <T extends object, R>(
    body: T,
    send: (body: T & { making_key: string }) => Promise<R>,
  ): Promise<R> => {
    const sent = JSON.stringify(body)
    if (sent !== last.current.sent) last.current = { sent, key: crypto.randomUUID() }
    const made = await send({ ...body, making_key: last.current.key })
    last.current = { sent: '', key: '' }
    return made
  }
}
