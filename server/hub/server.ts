import type { Server } from 'node:http'
import type { SignedRequest } from './auth'
import { createBroadcast, type Broadcast } from './broadcast'
import { createChannels, ownerAndSelf, type Channels, type Member } from './channels'
import { CLOSE_MS, createConnections, type Connections } from './connections'
import { createDirectory, type Directory } from './directory'
import { createFrames } from './frames'
import type { ChannelsOptions, ChannelsStats, Peers } from './options'
import { createWriteQueue } from './write-queue'
import { CLOSE_CODES, isProductChannel } from './protocol'
import { createRest, type Occupied, type RestReply } from './rest'
import { createRights, type Rights } from './rights'
import type { Socket } from './sockets'
import { createUpgrades } from './upgrade'

export interface ChannelsServer extends Broadcast, Rights {
  /** Handles the `/app/{key}` upgrades of this server. */
  attach(server: Server): void
  /** `POST /apps/{id}/events` and the rest of the REST API; `rawBody` is what was signed. */
  handleRest(request: SignedRequest): Promise<RestReply>
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
/**
 * After a gap between processes all sockets reconnect, a fifth per second at most; more slowly
 * while the gap lasts.
 */
const BACK_MS = 6_000
const AWAY_MS = 30_000
/** After events of another process were lost: it died, or was cut off from Redis. */
const MISSED_MS = 3_000

/** A Pusher Channels server (protocol 7) without globals; works with unmodified pusher-js and pusher. */
export const createChannelsServer = (options: ChannelsOptions): ChannelsServer => {
  const { key, peers } = options
  const { channels, connections, directory, broadcast, rights, count, recycle } =
    createParts(options)
  let isClosed = false
  const upgrades = createUpgrades({
    key,
    maxSockets: options.maxSockets ?? 20_000,
    maxPerAddress: options.maxSocketsPerAddress ?? 500,
    proxies: options.proxies ?? 0,
    opensPerS: options.opensPerS ?? 400,
    allowedOrigins: options.allowedOrigins,
    sockets: connections.size,
    closed: () => isClosed,
    open: connections.accept,
  })
  // events and withdrawals of the other processes were lost meanwhile
  peers?.onGap((over) => recycle(over ? BACK_MS : AWAY_MS))
  const handleRest = createRest({
    appId: options.appId,
    key,
    secret: options.secret,
    occupied: occupiedEverywhere(channels, peers),
    now: options.now ?? Date.now,
    channelName: options.channelName ?? isProductChannel,
    publish: broadcast.publish,
    withdraw: rights.withdraw,
  })
  return {
    ...broadcast,
    ...rights,
    attach: upgrades.attach,
    handleRest,
    recycle,
    hasAccount: (accountId) => channels.has(`private-account-${accountId}`),
    members: channels.members,
    stats: () => ({
      sockets: connections.sockets.size,
      subscriptions: channels.subscriptionCount(),
      channels: [...channels.names()].length,
      ...count,
    }),
    close: async (withinMs = CLOSE_MS) => {
      if (isClosed) return
      isClosed = true
      connections.stop()
      directory?.stop()
      upgrades.end()
      await connections.endAll(CLOSE_CODES.comeBack, 'The server restarts', withinMs)
      upgrades.detach()
    },
  }
}

interface Parts {
  readonly channels: Channels
  readonly connections: Connections
  readonly directory: Directory | undefined
  readonly broadcast: Broadcast
  readonly rights: Rights
  readonly count: Omit<ChannelsStats, 'sockets' | 'subscriptions' | 'channels'>
  readonly recycle: ChannelsServer['recycle']
}
/** Channels, sockets and rights, which refer to each other. */
const createParts = (options: ChannelsOptions): Parts => {
  const { key, secret, peers } = options
  const maxSubscriptionsPerSocket = options.maxSubscriptionsPerSocket ?? 1_000
  const count = {
    published: 0,
    deliveries: 0,
    droppedFrames: 0,
    slowClosed: 0,
    silentClosed: 0,
    floodClosed: 0,
  }
  const writeQueue = createWriteQueue<Socket>({
    maxQueueBytes: options.maxQueueBytes ?? 1_048_576,
    onDropped: () => void (count.droppedFrames += 1),
    onSlow: (socket) => {
      count.slowClosed += 1
      // drop what waits: the client catches up with sync
      socket.pending = null
      connections.end(socket, CLOSE_CODES.comeBack, 'Slow reader')
    },
  })
  const directory =
    peers &&
    createDirectory(
      peers,
      function* () {
        for (const name of channels.names())
          for (const member of channels.members(name)) yield [name, member] as const
      },
      (name, member, isPresent) => channels.announceRemote(name, member, isPresent),
      () => recycle(MISSED_MS),
    )
  const visible = options.memberVisible ?? ownerAndSelf
  const channels: Channels = createChannels(writeQueue.send, visible, directory)
  const connections: Connections = createConnections({
    channels,
    writeQueue,
    activityMs: (options.activityTimeoutS ?? 120) * 1000,
    pongMs: (options.pongTimeoutS ?? 30) * 1000,
    idleMs: (options.idleTimeoutS ?? 60) * 1000,
    now: options.now ?? Date.now,
    count,
    logger: options.logger,
    onFrame: createFrames({
      key,
      secret,
      channels,
      channelName: options.channelName ?? isProductChannel,
      maxSubscriptionsPerSocket,
      send: writeQueue.send,
    }),
  })
  const recycle = recycleSpread(connections)
  const droppable = new Set(options.droppable ?? DROPPABLE)
  const broadcast = createBroadcast({ channels, peers, droppable, count })
  const rights = createRights({
    key,
    secret,
    channels,
    connections,
    writeQueue,
    peers,
    maxSubscriptionsPerSocket,
  })
  return { channels, connections, directory, broadcast, rights, count, recycle }
}

const recycleSpread =
  ({ sockets, end }: Connections) =>
  (withinMs: number): void => {
    // evenly spaced, not random: no second gets more than its share of reconnections
    let n = 0
    for (const socket of sockets.values())
      setTimeout(
        () => end(socket, CLOSE_CODES.comeBack, 'Come back and catch up'),
        ((n += 1) / sockets.size) * withinMs,
      ).unref()
  }

/** Lists the occupied channels with a prefix, of every process. */
const occupiedEverywhere = (
  channels: Channels,
  peers: Peers | undefined,
): ((prefix: string) => Promise<Occupied[]>) => {
  const occupied = (prefix: string): Occupied[] =>
    [...channels.names()]
      .filter((n) => n.startsWith(prefix))
      .map((n) => ({
        n,
        s: channels.socketCount(n),
        m: channels.members(n).map((member) => member.user_id),
      }))
  peers?.answer('hub.occupied', occupied)
  return async (prefix) =>
    [
      occupied(prefix),
      ...(peers ? ((await peers.ask('hub.occupied', prefix)) as Occupied[][]) : []),
    ].flat()
}
