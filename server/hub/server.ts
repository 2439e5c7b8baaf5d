import type { Server } from 'node:http'
import { signChannel, type SignedRequest } from './auth'
import { createChannels, ownerAndSelf, type Channels, type Member } from './channels'
import { createDirectory } from './directory'
import { createFrames } from './frames'
import { remember, verdict, type Withdrawal } from './grants'
import type { ChannelsOptions, ChannelsStats } from './options'
import { createOutbox } from './outbox'
import {
  CODE,
  encodeData,
  errorFrame,
  established,
  eventFrame,
  isChannel,
  isProductChannel,
  isSocketId,
  PING,
  subscriptionError,
} from './protocol'
import { createRest, type Occupied, type RestAnswer } from './rest'
import { createSocket, takeFrame, type Grant, type Socket } from './sockets'
import { createUpgrades } from './upgrade'

export interface ChannelsServer {
  /** Handles the `/app/{key}` upgrades of this server. */
  attach(server: Server): void
  /** `POST /apps/{id}/events` and the rest of the REST API; `rawBody` is what was signed. */
  handleRest(request: SignedRequest): Promise<RestAnswer>
  /** To every subscriber of each channel except the socket `except`. */
  publish(channels: readonly string[], event: string, data: unknown, except?: string): void
  /** One of these channels may have a subscriber; always true with several processes. */
  isHeard(channels: readonly string[]): boolean
  /**
   * Signs one channel for one socket and remembers the owner, so that the right can end. Throws on
   * malformed names.
   */
  authorize(
    socketId: string,
    channel: string,
    presence?: Member,
    grant?: Grant,
  ): { auth: string; channel_data?: string }
  /**
   * Sends the owner of a signature to the other processes when the socket is not local; await it
   * before the signature leaves.
   */
  share(socketId: string, channel: string, grant: Grant): Promise<void>
  /**
   * Ends rights, immediately here and on the other processes when it resolves: with a channel, its
   * subscriptions; without one, the sockets (4009: the client does not reconnect).
   */
  withdraw(match: Withdrawal): Promise<void>
  /**
   * Closes all current sockets, spread over `withinMs`, with a code that makes clients reconnect,
   * request their rights again and catch up.
   */
  recycle(withinMs: number): void
  /** A local socket is subscribed to the account's own channel. */
  hasAccount(accountId: string): boolean
  members(channel: string): Member[]
  stats(): ChannelsStats
  /**
   * Closes all sockets with a code that makes clients reconnect; resolves when they are closed,
   * after `withinMs` at most.
   */
  close(withinMs?: number): Promise<void>
}

const DROPPABLE = ['typing.updated', 'account.presence.updated']
/** Time for a closing handshake, ms. */
const CLOSE_MS = 2_000
/**
 * After a gap between processes all sockets reconnect, a fifth per second at most; more slowly
 * while the gap lasts.
 */
const BACK_MS = 6_000
const AWAY_MS = 30_000
/** After the death of another process: it may have stored messages without publishing them. */
const DEATH_MS = 3_000

interface Published {
  readonly c: readonly string[]
  readonly e: string
  readonly d: string
  readonly x?: string
}
interface Granted {
  readonly s: string
  readonly c: string
  readonly g: Grant
}

/**
 * A Pusher Channels server (protocol 7) without globals; works with unmodified pusher-js and
 * pusher.
 */
export const createChannelsServer = (options: ChannelsOptions): ChannelsServer => {
  const { appId, key, secret, logger } = options
  const now = options.now ?? Date.now
  const activityMs = (options.activityTimeoutS ?? 120) * 1000
  const pongMs = (options.pongTimeoutS ?? 30) * 1000
  const maxSubscriptionsPerSocket = options.maxSubscriptionsPerSocket ?? 1_000
  const channelName = options.channelName ?? isProductChannel
  const droppable = new Set(options.droppable ?? DROPPABLE)
  /** Open sockets; a closing one is only in `leaving`. */
  const sockets = new Map<string, Socket>()
  const leaving = new Set<Socket>()
  const count = {
    published: 0,
    deliveries: 0,
    droppedFrames: 0,
    slowClosed: 0,
    silentClosed: 0,
    floodClosed: 0,
  }
  let closed: (() => void) | null = null

  const outbox = createOutbox<Socket>({
    maxQueueBytes: options.maxQueueBytes ?? 1_048_576,
    onDropped: () => void (count.droppedFrames += 1),
    onSlow: (socket) => {
      count.slowClosed += 1
      // drop what waits: the client catches up with sync
      socket.pending = null
      end(socket, CODE.comeBack, 'Slow reader')
    },
  })
  const { peers } = options
  const directory =
    peers &&
    createDirectory(
      peers,
      function* () {
        for (const name of channels.names())
          for (const member of channels.members(name)) yield [name, member] as const
      },
      (name, member, there) => channels.tellMember(name, member, there),
      () => recycle(DEATH_MS),
    )
  const channels: Channels = createChannels(
    outbox.send,
    options.memberVisible ?? ownerAndSelf,
    directory,
  )
  const onFrame = createFrames({
    key,
    secret,
    channels,
    channelName,
    maxSubscriptionsPerSocket,
    send: outbox.send,
  })

  const end = (socket: Socket, code: number, reason: string): void => {
    if (!sockets.delete(socket.id)) return
    outbox.flush(socket)
    socket.muted = true
    leaving.add(socket)
    for (const name of socket.channels.keys()) channels.leave(socket, name)
    socket.ws.close(code, reason)
    setTimeout(() => socket.ws.terminate(), CLOSE_MS).unref()
  }
  const gone = (socket: Socket): void => {
    socket.muted = true
    sockets.delete(socket.id)
    leaving.delete(socket)
    for (const name of socket.channels.keys()) channels.leave(socket, name)
    if (sockets.size + leaving.size === 0) closed?.()
  }

  const upgrades = createUpgrades({
    key,
    maxSockets: options.maxSockets ?? 20_000,
    opensPerS: options.opensPerS ?? 400,
    allowedOrigins: options.allowedOrigins,
    sockets: () => sockets.size + leaving.size,
    closed: () => closed !== null,
    open: (ws, raw) => {
      const socket = createSocket(ws, raw, now())
      sockets.set(socket.id, socket)
      ws.on('message', (data, binary) => {
        if (socket.muted) return
        const at = now()
        socket.seenAt = at
        socket.pinged = false
        const allowed = takeFrame(socket, at)
        if (allowed === 'ok') onFrame(socket, binary ? '' : data.toString())
        else if (allowed === 'first')
          outbox.send(socket, errorFrame(CODE.rate, 'Too many frames: some are ignored'))
        else if (allowed === 'flood') {
          count.floodClosed += 1
          end(socket, CODE.rate, 'Too many frames')
        }
      })
      // protocol error (too long, not UTF-8, not masked …): ws closes with its code, then emits
      // `close`
      ws.on('error', (error) => logger?.warn({ reason: error.message }, 'realtime socket failed'))
      ws.on('close', () => gone(socket))
      outbox.send(socket, established(socket.id, activityMs / 1000))
    },
  })

  /** Clients that only listen send nothing: ping them, and close those that do not respond. */
  const watch = setInterval(
    () => {
      const at = now()
      for (const socket of sockets.values()) {
        const silent = at - socket.seenAt
        if (silent >= activityMs + pongMs) {
          count.silentClosed += 1
          end(socket, CODE.pongMissing, 'No answer to the ping')
        } else if (silent >= activityMs && !socket.pinged) {
          socket.pinged = true
          outbox.send(socket, PING)
        }
      }
    },
    Math.min(10_000, activityMs / 4),
  )
  watch.unref()

  const deliver = (channel: string, event: string, data: string, except?: string): void => {
    if (channels.has(channel))
      count.deliveries += channels.deliver(
        channel,
        eventFrame(event, channel, data),
        droppable.has(event),
        except,
      )
  }
  const isHeard: ChannelsServer['isHeard'] = (names) =>
    peers !== undefined || names.some((name) => channels.has(name))
  const publish: ChannelsServer['publish'] = (names, event, data, except) => {
    count.published += 1
    // most events concern members without a socket here
    if (!isHeard(names)) return
    const encoded = encodeData(data)
    for (const name of new Set(names)) deliver(name, event, encoded, except)
    void peers?.tell('hub.publish', {
      c: [...new Set(names)],
      e: event,
      d: encoded,
      ...(except === undefined ? {} : { x: except }),
    } satisfies Published)
  }

  const withdrawHere = (match: Withdrawal): void => {
    for (const socket of sockets.values()) {
      const ends = verdict(socket, match)
      if (ends === 'socket') end(socket, CODE.unauthorized, 'The session has ended')
      if (ends !== 'channel' || match.channel === undefined) continue
      socket.grants.delete(match.channel)
      socket.revoked.add(match.channel)
      if (channels.leave(socket, match.channel))
        outbox.send(socket, subscriptionError(match.channel, 403, 'This right has ended'))
    }
  }
  const withdraw: ChannelsServer['withdraw'] = async (match) => {
    withdrawHere(match)
    await peers?.tell('hub.withdraw', match)
  }
  const grantHere = (socketId: string, channel: string, grant: Grant): boolean => {
    const socket = sockets.get(socketId)
    if (socket && !remember(socket, channel, grant, maxSubscriptionsPerSocket * 4))
      end(socket, CODE.comeBack, 'Too many channels in one life')
    return socket !== undefined
  }
  const recycle: ChannelsServer['recycle'] = (withinMs) => {
    // evenly spaced, not random: no second gets more than its share of reconnections
    let n = 0
    for (const socket of sockets.values())
      setTimeout(
        () => end(socket, CODE.comeBack, 'Come back and catch up'),
        ((n += 1) / sockets.size) * withinMs,
      ).unref()
  }
  const occupied = (prefix: string): Occupied[] =>
    [...channels.names()]
      .filter((n) => n.startsWith(prefix))
      .map((n) => ({
        n,
        s: channels.sockets(n),
        m: channels.members(n).map((member) => member.user_id),
      }))
  peers?.on('hub.publish', ({ c, e, d, x }: Published) =>
    c.forEach((name) => deliver(name, e, d, x)),
  )
  peers?.on('hub.withdraw', withdrawHere)
  peers?.on('hub.grant', ({ s, c, g }: Granted) => void grantHere(s, c, g))
  peers?.answer('hub.occupied', occupied)
  // events and withdrawals of the other processes were lost meanwhile
  peers?.onGap((over) => recycle(over ? BACK_MS : AWAY_MS))
  const everywhere = async (prefix: string): Promise<Occupied[]> =>
    [
      occupied(prefix),
      ...(peers ? ((await peers.ask('hub.occupied', prefix)) as Occupied[][]) : []),
    ].flat()
  const rest = createRest({
    appId,
    key,
    secret,
    occupied: everywhere,
    now,
    channelName,
    publish,
    withdraw,
  })

  return {
    attach: upgrades.attach,
    handleRest: rest,
    publish,
    isHeard,
    authorize: (socketId, channel, presence, grant) => {
      if (!isSocketId(socketId) || !isChannel(channel))
        throw new TypeError('Malformed socket_id or channel')
      const data = presence && JSON.stringify(presence)
      if (grant) grantHere(socketId, channel, grant)
      return {
        auth: signChannel(key, secret, socketId, channel, data),
        ...(data === undefined ? {} : { channel_data: data }),
      }
    },
    share: async (s, c, g) =>
      void (sockets.has(s) || (await peers?.tell('hub.grant', { s, c, g } satisfies Granted))),
    withdraw,
    recycle,
    hasAccount: (accountId) => channels.has(`private-account-${accountId}`),
    members: channels.members,
    stats: () => ({
      sockets: sockets.size,
      subscriptions: channels.subscriptions(),
      channels: [...channels.names()].length,
      ...count,
    }),
    close: async (withinMs = CLOSE_MS) => {
      if (closed) return
      clearInterval(watch)
      directory?.stop()
      await new Promise<void>((resolve) => {
        closed = resolve
        upgrades.end()
        for (const socket of sockets.values()) end(socket, CODE.comeBack, 'The server restarts')
        if (leaving.size === 0) resolve()
        else setTimeout(resolve, withinMs)
      })
      upgrades.detach()
      for (const socket of leaving) socket.ws.terminate()
    },
  }
}
