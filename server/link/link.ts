import { newId } from '../tokens'
import type { RedisPair } from './redis'

type Handler = (data: never, from: string) => void
type Answer = (data: never) => unknown

/**
 * What the processes of one community say to each other. A hint, as realtime is: what is said while Redis is away is lost,
 * and `onGap` tells those who must catch up. Without REDIS_URL there is nobody else, and everything stays in this process.
 */
export interface Link {
  /** This process, for this life. */
  readonly node: string
  readonly redis: RedisPair['commands'] | null
  /** Redis answers and this process hears the others; true when there is nothing to hear. */
  up(): boolean
  /** To all other processes, in the order of the calls. Resolves when Redis has handed it on; false when it was lost. Never rejects. */
  tell(topic: string, data: unknown): Promise<boolean>
  on(topic: string, handler: Handler): void
  /** What the other processes answer, within 400 ms. */
  ask(topic: string, data: unknown): Promise<unknown[]>
  answer(topic: string, handler: Answer): void
  /** Something may have been missed: Redis is back (`over`), or has been away for another minute. */
  onGap(handler: (over: boolean) => void): void
  close(): Promise<void>
}

export const aloneLink = (): Link => ({
  node: newId(),
  redis: null,
  up: () => true,
  tell: () => Promise.resolve(false),
  on: () => undefined,
  ask: () => Promise.resolve([]),
  answer: () => undefined,
  onGap: () => undefined,
  close: () => Promise.resolve(),
})

const ASK_MS = 400
/** While Redis is away, rights and messages of other processes are caught up this often. */
const GAP_MS = 60_000

interface Envelope {
  readonly f: string
  readonly t: string
  readonly d: unknown
  readonly q?: string
  readonly a?: string
}

/** `name`: the pub/sub channel; numbered databases of Redis share them, so it is the community's own. */
export const redisLink = (
  pair: RedisPair,
  name: string,
  onError: (error: unknown) => void,
): Link => {
  const node = newId()
  const handlers = new Map<string, Handler>()
  const answers = new Map<string, Answer>()
  const gaps: ((over: boolean) => void)[] = []
  const open = new Map<string, { readonly got: unknown[]; expected: number; done(): void }>()
  let wasUp = pair.up()

  const post = async (envelope: Omit<Envelope, 'f'>): Promise<number> => {
    if (!pair.up()) return 0
    try {
      return await pair.commands.publish(name, JSON.stringify({ f: node, ...envelope }))
    } catch {
      return 0
    }
  }
  const take = ({ f, t, d, q, a }: Envelope): void => {
    if (f === node) return
    if (a !== undefined) {
      const asked = open.get(a)
      if (!asked) return
      asked.got.push(d)
      if (asked.got.length >= asked.expected) asked.done()
    } else if (q !== undefined) {
      const answer = answers.get(t)
      if (answer) void post({ t, d: answer(d as never) ?? null, a: q })
    } else handlers.get(t)?.(d as never, f)
  }
  pair.listen(name, (text) => {
    try {
      take(JSON.parse(text) as Envelope)
    } catch (error) {
      onError(error)
    }
  })
  const say = (over: boolean): void => gaps.forEach((g) => g(over))
  pair.onChange((up) => {
    if (up && !wasUp) say(true)
    wasUp = up
  })
  const timer = setInterval(() => !pair.up() && say(false), GAP_MS)
  timer.unref()

  return {
    node,
    redis: pair.commands,
    up: pair.up,
    tell: async (topic, data) => (await post({ t: topic, d: data })) > 0,
    on: (topic, handler) => void handlers.set(topic, handler),
    ask: async (topic, data) => {
      const id = newId()
      return new Promise((resolve) => {
        const timeout = setTimeout(() => asked.done(), ASK_MS)
        const asked = {
          got: [] as unknown[],
          expected: Infinity,
          done: (): void => {
            clearTimeout(timeout)
            open.delete(id)
            resolve(asked.got)
          },
        }
        open.set(id, asked)
        void post({ t: topic, d: data, q: id }).then((heard) => {
          // this process hears itself
          asked.expected = heard - 1
          if (asked.got.length >= asked.expected) asked.done()
        })
      })
    },
    answer: (topic, handler) => void answers.set(topic, handler),
    onGap: (handler) => void gaps.push(handler),
    close: async () => {
      clearInterval(timer)
      await pair.close()
    },
  }
}
