import { requestRefusal, type SignedRequest } from './auth'
import type { Withdrawal } from './grants'
import { isChannel, isPresence, isSocketId, parseObject, type Json } from './protocol'

export interface RestReply {
  readonly status: number
  readonly body: unknown
}
/** A channel with subscribers on one process: name, sockets, members. */
export interface Occupied {
  readonly n: string
  readonly s: number
  readonly m: readonly string[]
}
interface Figures {
  sockets: number
  readonly members: Set<string>
}
interface RestDeps {
  readonly appId: string
  readonly key: string
  readonly secret: string
  /** Occupied channels with this prefix, of every process: one row per process. */
  occupied(prefix: string): Promise<Occupied[]>
  readonly now: () => number
  channelName(name: string): boolean
  publish(channels: readonly string[], event: string, data: unknown, except?: string): void
  withdraw(match: Withdrawal): Promise<void>
}

/** Data of one event, characters. Hosted Pusher accepts 10 kB. */
const DATA_MAX = 102_400
const CHANNELS_MAX = 100
const BATCH_MAX = 10

const reply = (status: number, body: unknown = {}): RestReply => ({ status, body })
const refuse = (status: number, error: string): RestReply => reply(status, { error })
class Refused extends Error {}

interface Trigger {
  readonly channels: readonly string[]
  readonly event: string
  readonly data: string
  readonly except?: string
  readonly info: Info
}

/** The figures that a request asks for: `subscription_count`, `user_count`. */
type Info = readonly string[]
const infoOf = (query: SignedRequest['query']): Info => (query['info'] ?? '').split(',')

/** Reads the events of a request. Throws `Refused`. */
const createTriggerReader = (channelName: RestDeps['channelName']) => {
  const requireChannel = (name: unknown): string => {
    if (isChannel(name) && channelName(name)) return name
    throw new Refused('Invalid channel name')
  }
  const readTrigger = (body: Json, isOfBatch: boolean): Trigger => {
    const { name, data, socket_id, info } = body
    if (
      typeof name !== 'string' ||
      name === '' ||
      name.length > 200 ||
      /^pusher(?:_internal)?:/.test(name)
    )
      throw new Refused('Invalid event name')
    if (typeof data !== 'string') throw new Refused('data must be text')
    if (socket_id !== undefined && !isSocketId(socket_id)) throw new Refused('Invalid socket_id')
    const list =
      !isOfBatch && Array.isArray(body['channels'])
        ? (body['channels'] as unknown[])
        : [body['channel']]
    if (list.length === 0 || list.length > CHANNELS_MAX)
      throw new Refused(`1 to ${CHANNELS_MAX} channels`)
    return {
      channels: list.map(requireChannel),
      event: name,
      data,
      info: typeof info === 'string' ? info.split(',') : [],
      ...(socket_id === undefined ? {} : { except: socket_id }),
    }
  }
  return { requireChannel, readTrigger }
}

/** Queries of occupied channels and their counts. */
const createChannelQueries = (occupied: RestDeps['occupied']) => {
  const figuresByChannel = async (prefix: string): Promise<Map<string, Figures>> => {
    const found = new Map<string, Figures>()
    for (const { n, s, m } of await occupied(prefix)) {
      const all = found.get(n) ?? { sockets: 0, members: new Set<string>() }
      all.sockets += s
      for (const id of m) all.members.add(id)
      found.set(n, all)
    }
    return found
  }
  const countsOf = (name: string, info: Info, of: Figures | undefined): Record<string, number> => ({
    ...(info.includes('subscription_count') ? { subscription_count: of?.sockets ?? 0 } : {}),
    ...(info.includes('user_count') && isPresence(name)
      ? { user_count: of?.members.size ?? 0 }
      : {}),
  })
  const readCounts = async (name: string, info: Info): Promise<Record<string, number>> =>
    countsOf(name, info, info.length > 0 ? (await figuresByChannel(name)).get(name) : undefined)
  const listChannels = async (query: SignedRequest['query']): Promise<RestReply> => {
    const prefix = query['filter_by_prefix'] ?? ''
    const info = infoOf(query)
    if (info.includes('user_count') && !isPresence(prefix))
      return refuse(400, 'user_count is a figure of presence channels: filter_by_prefix=presence-')
    return reply(200, {
      channels: Object.fromEntries(
        [...(await figuresByChannel(prefix))].map(([n, of]) => [n, countsOf(n, info, of)]),
      ),
    })
  }
  const readChannel = async (name: string, query: SignedRequest['query']): Promise<RestReply> => {
    const info = infoOf(query)
    if (info.includes('user_count') && !isPresence(name))
      return refuse(400, 'user_count is a figure of presence channels')
    const of = (await figuresByChannel(name)).get(name)
    return reply(200, { occupied: of !== undefined, ...countsOf(name, info, of) })
  }
  const listUsers = async (name: string): Promise<RestReply> =>
    isPresence(name)
      ? reply(200, {
          users: [...((await figuresByChannel(name)).get(name)?.members ?? [])].map((id) => ({
            id,
          })),
        })
      : refuse(400, 'Only presence channels have users')
  return { readCounts, listChannels, readChannel, listUsers }
}

/** The two calls that publish events. */
const createEventCalls = (
  publish: RestDeps['publish'],
  readTrigger: (body: Json, isOfBatch: boolean) => Trigger,
  readCounts: (name: string, info: Info) => Promise<Record<string, number>>,
) => {
  const send = (triggers: readonly Trigger[]): RestReply | null => {
    if (triggers.some((t) => t.data.length > DATA_MAX))
      return refuse(413, `data is longer than ${DATA_MAX} characters`)
    for (const t of triggers) publish(t.channels, t.event, t.data, t.except)
    return null
  }
  const events = async (body: Json): Promise<RestReply> => {
    const t = readTrigger(body, false)
    const refused = send([t])
    if (refused || t.info.length === 0) return refused ?? reply(200)
    return reply(200, {
      channels: Object.fromEntries(
        await Promise.all(t.channels.map(async (c) => [c, await readCounts(c, t.info)] as const)),
      ),
    })
  }
  const batch = async (body: Json): Promise<RestReply> => {
    const list = body['batch']
    if (!Array.isArray(list) || list.length === 0 || list.length > BATCH_MAX)
      return refuse(400, `1 to ${BATCH_MAX} events`)
    const triggers = list.map((item: unknown) =>
      readTrigger(typeof item === 'object' && item !== null ? (item as Json) : {}, true),
    )
    const refused = send(triggers)
    if (refused || triggers.every((t) => t.info.length === 0)) return refused ?? reply(200)
    return reply(200, {
      batch: await Promise.all(triggers.map((t) => readCounts(t.channels[0] ?? '', t.info))),
    })
  }
  return { events, batch }
}

/**
 * The REST API of Pusher Channels: events, batch_events, channels, users, terminate_connections.
 * Never rejects: 400 malformed, 401 not signed (or too old), 404 unknown app or path, 413 data too
 * long.
 */
export const createRest = ({
  appId,
  key,
  secret,
  occupied,
  now,
  channelName,
  publish,
  withdraw,
}: RestDeps) => {
  const { requireChannel, readTrigger } = createTriggerReader(channelName)
  const { readCounts, listChannels, readChannel, listUsers } = createChannelQueries(occupied)
  const { events, batch } = createEventCalls(publish, readTrigger, readCounts)

  const route = async (
    method: string,
    path: string,
    request: SignedRequest,
  ): Promise<RestReply> => {
    if (method === 'POST') {
      const terminated = /^\/users\/([^/]+)\/terminate_connections$/.exec(path)?.[1]
      if (terminated) {
        await withdraw({ accountId: decodeURIComponent(terminated) })
        return reply(200)
      }
      if (path !== '/events' && path !== '/batch_events') return refuse(404, 'Unknown path')
      const body = parseObject(request.rawBody.toString())
      if (!body) return refuse(400, 'The body must be a JSON object')
      return path === '/events' ? events(body) : batch(body)
    }
    if (method !== 'GET') return refuse(405, 'GET or POST')
    if (path === '/channels') return listChannels(request.query)
    const m = /^\/channels\/([^/]+)(\/users)?$/.exec(path)
    if (!m?.[1]) return refuse(404, 'Unknown path')
    const name = requireChannel(decodeURIComponent(m[1]))
    return m[2] ? listUsers(name) : readChannel(name, request.query)
  }

  return async (request: SignedRequest): Promise<RestReply> => {
    const base = `/apps/${appId}`
    if (!request.path.startsWith(`${base}/`)) return refuse(404, 'Unknown app')
    const why = requestRefusal(request, key, secret, now())
    if (why) return refuse(401, why)
    try {
      return await route(request.method.toUpperCase(), request.path.slice(base.length), request)
    } catch (error) {
      if (error instanceof Refused || error instanceof URIError) return refuse(400, error.message)
      throw error
    }
  }
}
