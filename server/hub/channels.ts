import { encodeData, eventFrame, isPresence } from './protocol'
import type { Socket } from './sockets'

export interface Member {
  readonly user_id: string
  readonly user_info?: unknown
}
interface Present {
  readonly info: unknown
  sockets: number
}
/** Members that other processes have on a presence channel. */
export interface RemoteMembers {
  has(channel: string, memberId: string): boolean
  of(channel: string): Iterable<readonly [string, unknown]>
  /** The first local socket of a member subscribed, or the last one left. */
  publish(channel: string, member: Member, isPresent: boolean): void
}
interface Channel {
  readonly sockets: Set<Socket>
  readonly members: Map<string, Present> | null
}

/** Visibility between members of a presence channel. */
export type MemberVisible = (channel: string, memberId: string, viewerId: string) => boolean

/**
 * Watchers of an account see it and themselves, not each other: a list of watchers would reveal its
 * contacts. The account itself sees all of them.
 */
export const ownerAndSelf: MemberVisible = (channel, memberId, viewerId) => {
  const owner = channel.slice('presence-account-'.length)
  return memberId === viewerId || memberId === owner || viewerId === owner
}

/** Those of a channel's subscribers that get an event; without it all of them. */
export interface Recipients {
  /** Id of a socket that does not get it. */
  readonly except?: string | undefined
  /** Only sockets for which one of these sessions signed the channel. */
  readonly sessions?: readonly string[] | undefined
}
const isOfSession = (socket: Socket, name: string, sessions: readonly string[]): boolean =>
  (socket.grants.get(name) ?? []).some((g) => sessions.includes(g.sessionId ?? ''))

export interface Channels {
  /** False when it was subscribed already. */
  join(socket: Socket, name: string, member: Member | null): boolean
  /** False when it was not subscribed. */
  leave(socket: Socket, name: string): boolean
  /**
   * Writes one frame to the subscribers; the only path from an event to the sockets. Returns the
   * number of sockets.
   */
  deliver(name: string, frame: Buffer, droppable: boolean, to?: Recipients): number
  /** Data of subscription_succeeded: empty, or the members that the socket may see. */
  snapshot(socket: Socket, name: string): unknown
  socketCount(name: string): number
  has(name: string): boolean
  names(): IterableIterator<string>
  members(name: string): Member[]
  subscriptionCount(): number
  /**
   * A member subscribed on another process, or left its last one: announced to local subscribers.
   */
  announceRemote(name: string, member: Member, isPresent: boolean): void
}

const NO_REMOTE: RemoteMembers = { has: () => false, of: () => [], publish: () => undefined }

/** Announces a change of a member to the subscribers that may see it. */
const createAnnouncer =
  (send: (socket: Socket, frame: Buffer) => void, visible: MemberVisible) =>
  (
    name: string,
    channel: Channel,
    event: 'member_added' | 'member_removed',
    memberId: string,
    data: unknown,
    except: Socket | null,
  ): void => {
    const frame = eventFrame(`pusher_internal:${event}`, name, encodeData(data))
    for (const socket of channel.sockets) {
      const viewer = socket.channels.get(name)
      // never droppable: a list that misses one change stays wrong until the next connection
      if (socket !== except && viewer !== memberId && visible(name, memberId, viewer ?? ''))
        send(socket, frame)
    }
  }

const snapshotOf = (
  name: string,
  viewer: string | null | undefined,
  members: Channel['members'] | undefined,
  remote: RemoteMembers,
  visible: MemberVisible,
): unknown => {
  if (!members || !viewer) return {}
  const all = new Map<string, unknown>([
    ...remote.of(name),
    ...[...members].map(([id, p]) => [id, p.info] as const),
  ])
  const seen = [...all].filter(([id]) => visible(name, id, viewer))
  return {
    presence: {
      ids: seen.map(([id]) => id),
      hash: Object.fromEntries(seen.map(([id, info]) => [id, info ?? null])),
      count: seen.length,
    },
  }
}

const listMembers = (channel: Channel | undefined): Member[] =>
  [...(channel?.members ?? [])].map(([user_id, p]) => ({
    user_id,
    ...(p.info === undefined ? {} : { user_info: p.info }),
  }))

export const createChannels = (
  send: (socket: Socket, frame: Buffer, droppable?: boolean) => void,
  visible: MemberVisible,
  remote: RemoteMembers = NO_REMOTE,
): Channels => {
  const channels = new Map<string, Channel>()
  let subscriptions = 0
  const announce = createAnnouncer(send, visible)

  return {
    join: (socket, name, member) => {
      if (socket.channels.has(name)) return false
      const channel = channels.get(name) ?? {
        sockets: new Set(),
        members: isPresence(name) ? new Map() : null,
      }
      channels.set(name, channel)
      channel.sockets.add(socket)
      socket.channels.set(name, member?.user_id ?? null)
      subscriptions += 1
      if (!channel.members || !member) return true
      const present = channel.members.get(member.user_id)
      if (present) present.sockets += 1
      else {
        channel.members.set(member.user_id, { info: member.user_info, sockets: 1 })
        if (!remote.has(name, member.user_id))
          announce(name, channel, 'member_added', member.user_id, member, socket)
        remote.publish(name, member, true)
      }
      return true
    },
    leave: (socket, name) => {
      const channel = channels.get(name)
      if (!channel?.sockets.delete(socket)) return false
      const userId = socket.channels.get(name)
      socket.channels.delete(name)
      subscriptions -= 1
      const present = userId ? channel.members?.get(userId) : undefined
      if (userId && present && (present.sockets -= 1) === 0) {
        channel.members?.delete(userId)
        if (!remote.has(name, userId))
          announce(name, channel, 'member_removed', userId, { user_id: userId }, socket)
        remote.publish(name, { user_id: userId }, false)
      }
      if (channel.sockets.size === 0) channels.delete(name)
      return true
    },
    deliver: (name, frame, droppable, { except, sessions } = {}) => {
      const channel = channels.get(name)
      if (!channel) return 0
      let n = 0
      for (const socket of channel.sockets) {
        if (socket.id === except || (sessions && !isOfSession(socket, name, sessions))) continue
        send(socket, frame, droppable)
        n += 1
      }
      return n
    },
    snapshot: (socket, name) =>
      snapshotOf(name, socket.channels.get(name), channels.get(name)?.members, remote, visible),
    socketCount: (name) => channels.get(name)?.sockets.size ?? 0,
    has: (name) => channels.has(name),
    names: () => channels.keys(),
    members: (name) => listMembers(channels.get(name)),
    subscriptionCount: () => subscriptions,
    announceRemote: (name, member, isPresent) => {
      const channel = channels.get(name)
      if (!channel || channel.members?.has(member.user_id)) return
      const { user_id } = member
      const event = isPresent ? 'member_added' : 'member_removed'
      announce(name, channel, event, user_id, isPresent ? member : { user_id }, null)
    },
  }
}
