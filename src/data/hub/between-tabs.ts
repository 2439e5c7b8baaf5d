import { session } from '../session/state'

interface Word<T> {
  readonly accountId: string | null
  readonly word: T
}

/** Answers the way to tell the other tabs of the same account something; `hear` gets what they tell. A hint: without BroadcastChannel nothing is told. */
export const betweenTabs = <T>(name: string, hear: (word: T) => void): ((word: T) => void) => {
  if (typeof BroadcastChannel === 'undefined') return () => undefined
  const channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }: MessageEvent<Word<T>>) => {
    if (data.accountId !== null && data.accountId === session.accountId) hear(data.word)
  }
  return (word) => channel.postMessage({ accountId: session.accountId, word } satisfies Word<T>)
}
