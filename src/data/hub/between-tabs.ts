import { session } from '../session/state'

interface TabMessage<T> {
  readonly accountId: string | null
  /** Not to be renamed: tabs of two versions may be open at once. */
  readonly word: T
}

/**
 * Returns a function that sends to the other tabs of the same account; `onMessage` receives from them.
 * Best effort: without BroadcastChannel nothing is sent.
 */
export const openTabChannel = <T>(
  name: string,
  onMessage: (message: T) => void,
): ((message: T) => void) => {
  if (typeof BroadcastChannel === 'undefined') return () => undefined
  const channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }: MessageEvent<TabMessage<T>>) => {
    if (data.accountId !== null && data.accountId === session.accountId) onMessage(data.word)
  }
  return (message) =>
    channel.postMessage({ accountId: session.accountId, word: message } satisfies TabMessage<T>)
}
