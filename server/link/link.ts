import { newId } from '../tokens'
import type { RedisPair } from './redis'

type Handler = (data: never, from: string) => void
type ReplyHandler = (data: never) => unknown

/**
 * Messages between the processes of one installation. A hint, like realtime: messages during a
 * Redis outage are lost, and `onGap` handlers catch up. Without REDIS_URL there is a single
 * process.
 */
export interface Link {
  /** Id of this process, new at each start. */
  readonly node: string
  readonly redis: RedisPair['commands'] | null
  /** Redis responds and this process receives messages; true without Redis. */
  up(): boolean
  /**
   * To all other processes, in call order. Resolves when Redis has accepted it; false when it was
   * lost. Never rejects.
   */
  tell(topic: string, data: unknown): Promise<boolean>
  on(topic: string, handler: Handler): void
  /** Replies of the other processes, within 400 ms. */
  ask(topic: string, data: unknown): Promise<unknown[]>
  answer(topic: string, handler: ReplyHandler): void
  /**
   * Messages may have been missed: Redis is back (`over`), or has been unavailable for another
   * minute.
   */
  onGap(handler: (over: boolean) => void): void
  close(): Promise<void>
}

export const singleProcessLink = (): Link => ({
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
/** Interval of `onGap` during a Redis outage, ms. */
const GAP_MS = 60_000

interface Envelope {
  readonly f: string
  readonly t: string
  readonly d: unknown
  readonly q?: string
  readonly a?: string
}

/** Requests to the other processes, by id, with their replies so far. */
const createRequests = (post: (envelope: Omit<Envelope, 'f'>) => Promise<number>) => {
  const requests = new Map<string, { readonly got: unknown[]; expected: number; done(): void }>()
  return {
    onReply: (id: string, data: unknown): void => {
      const request = requests.get(id)
      if (!request) return
      request.got.push(data)
      if (request.got.length >= request.expected) request.done()
    },
    ask: async (topic: string, data: unknown): Promise<unknown[]> => {
      const id = newId()
      return new Promise((resolve) => {
        const timeout = setTimeout(() => request.done(), ASK_MS)
        const request = {
          got: [] as unknown[],
          expected: Infinity,
          done: (): void => {
            clearTimeout(timeout)
            requests.delete(id)
            resolve(request.got)
          },
        }
        requests.set(id, request)
        void post({ t: topic, d: data, q: id }).then((heard) => {
          // minus this process itself
          request.expected = heard - 1
          if (request.got.length >= request.expected) request.done()
        })
      })
    },
  }
}

/**
 * `name`: the pub/sub channel, unique per installation because Redis shares channels across
 * numbered databases.
 */
export const redisLink = (
  pair: RedisPair,
  name: string,
  onError: (error: unknown) => void,
): Link => {
  const node = newId()
  const handlers = new Map<string, Handler>()
  const replyHandlers = new Map<string, ReplyHandler>()
  const gaps: ((over: boolean) => void)[] = []
  let wasUp = pair.up()

  const post = async (envelope: Omit<Envelope, 'f'>): Promise<number> => {
    if (!pair.up()) return 0
    try {
      return await pair.commands.publish(name, JSON.stringify({ f: node, ...envelope }))
    } catch {
      return 0
    }
  }
  const requests = createRequests(post)
  const receive = ({ f, t, d, q, a }: Envelope): void => {
    if (f === node) return
    if (a !== undefined) requests.onReply(a, d)
    else if (q !== undefined) {
      const answer = replyHandlers.get(t)
      if (answer) void post({ t, d: answer(d as never) ?? null, a: q })
    } else handlers.get(t)?.(d as never, f)
  }
  pair.listen(name, (text) => {
    try {
      receive(JSON.parse(text) as Envelope)
    } catch (error) {
      onError(error)
    }
  })
  const notifyGap = (over: boolean): void => gaps.forEach((g) => g(over))
  pair.onChange((up) => {
    if (up && !wasUp) notifyGap(true)
    wasUp = up
  })
  const timer = setInterval(() => !pair.up() && notifyGap(false), GAP_MS)
  timer.unref()

  return {
    node,
    redis: pair.commands,
    up: pair.up,
    tell: async (topic, data) => (await post({ t: topic, d: data })) > 0,
    on: (topic, handler) => void handlers.set(topic, handler),
    ask: requests.ask,
    answer: (topic, handler) => void replyHandlers.set(topic, handler),
    onGap: (handler) => void gaps.push(handler),
    close: async () => {
      clearInterval(timer)
      await pair.close()
    },
  }
}
