import { session } from '../session/state'

interface TabMessage<T> {
  readonly accountId: string | null
  readonly word: T
}

/**
 * Returns a function that sends to the other tabs of the same account; `hear` receives from them.
 * Best effort: without BroadcastChannel nothing is sent.
 */
export const openTabChannel = <T>(name: string, hear: (word: T) => void): ((word: T) => void) => {
  if (typeof BroadcastChannel === 'undefined') return () => undefined
  const channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }: MessageEvent<TabMessage<T>>) => {
    if (data.accountId !== null && data.accountId === session.accountId) hear(data.word)
  }
  return (word) =>
    channel.postMessage({ accountId: session.accountId, word } satisfies TabMessage<T>)
}
