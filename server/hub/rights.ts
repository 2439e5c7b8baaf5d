import { signChannel } from './auth'
import type { Channels, Member } from './channels'
import type { Connections } from './connections'
import {
  withdrawalEndsChannel,
  accountsOfSocket,
  rememberGrant,
  withdrawalEffect,
  type ChannelWithdrawal,
  type Withdrawal,
} from './grants'
import type { Peers } from './options'
import type { WriteQueue } from './write-queue'
import { CLOSE_CODES, isChannel, isSocketId, subscriptionErrorFrame } from './protocol'
import type { Grant, Socket } from './sockets'

/** Socket, channel and grant, between processes. */
interface SharedGrant {
  readonly s: string
  readonly c: string
  readonly g: Grant
}
interface RightsDeps {
  readonly key: string
  readonly secret: string
  readonly channels: Pick<Channels, 'leave'>
  readonly connections: Pick<Connections, 'sockets' | 'end'>
  readonly writeQueue: WriteQueue<Socket>
  readonly peers: Peers | undefined
  readonly maxSubscriptionsPerSocket: number
}
export interface Rights {
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
  /** Many rights at once, one look at each socket for all of them. */
  withdrawAll(matches: readonly ChannelWithdrawal[]): Promise<void>
  /** The accounts with a socket; null: more than `max`, or other processes may have some. */
  listeners(max: number): ReadonlySet<string> | null
  /**
   * The accounts whose presence this one may follow on some socket, and those that may follow its
   * own; null: other processes may have some.
   */
  presencePartners(accountId: string): ReadonlySet<string> | null
}

const PRESENCE = 'presence-account-'
const partnersOn = (socket: Socket, accountId: string, partners: Set<string>): void => {
  const own = `${PRESENCE}${accountId}`
  if (socket.grants.has(own) || socket.channels.has(own))
    for (const owner of accountsOfSocket(socket)) partners.add(owner)
  if (!new Set(accountsOfSocket(socket)).has(accountId)) return
  for (const channel of [...socket.grants.keys(), ...socket.channels.keys()])
    if (channel.startsWith(PRESENCE)) partners.add(channel.slice(PRESENCE.length))
}

/** Channel → accounts that lose it. */
const byChannel = (
  matches: readonly ChannelWithdrawal[],
): ReadonlyMap<string, ReadonlySet<string>> => {
  const lists = new Map<string, Set<string>>()
  for (const { channel, accountId } of matches) {
    const accounts = lists.get(channel) ?? new Set<string>()
    lists.set(channel, accounts.add(accountId))
  }
  return lists
}

/** Grants and withdrawals of channel rights, here and on the other processes. */
export const createRights = ({
  key,
  secret,
  channels,
  connections: { sockets, end },
  writeQueue,
  peers,
  maxSubscriptionsPerSocket,
}: RightsDeps): Rights => {
  const endChannel = (socket: Socket, channel: string): void => {
    socket.grants.delete(channel)
    socket.revoked.add(channel)
    if (channels.leave(socket, channel))
      writeQueue.send(socket, subscriptionErrorFrame(channel, 403, 'This right has ended'))
  }
  const withdrawHere = (match: Withdrawal): void => {
    for (const socket of sockets.values()) {
      const ends = withdrawalEffect(socket, match)
      if (ends === 'socket') end(socket, CLOSE_CODES.unauthorized, 'The session has ended')
      if (ends === 'channel' && match.channel !== undefined) endChannel(socket, match.channel)
    }
  }
  const withdrawAllHere = (matches: readonly ChannelWithdrawal[]): void => {
    const lists = byChannel(matches)
    for (const socket of sockets.values())
      for (const channel of new Set([...socket.grants.keys(), ...socket.channels.keys()])) {
        const accounts = lists.get(channel)
        if (accounts && withdrawalEndsChannel(socket, channel, accounts))
          endChannel(socket, channel)
      }
  }
  const grantHere = (socketId: string, channel: string, grant: Grant): void => {
    const socket = sockets.get(socketId)
    if (socket && !rememberGrant(socket, channel, grant, maxSubscriptionsPerSocket * 4))
      end(socket, CLOSE_CODES.comeBack, 'Too many channels in one life')
  }
  peers?.on('hub.withdraw', withdrawHere)
  peers?.on('hub.withdraw-all', withdrawAllHere)
  peers?.on('hub.grant', ({ s, c, g }: SharedGrant) => grantHere(s, c, g))
  return {
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
      void (sockets.has(s) || (await peers?.tell('hub.grant', { s, c, g } satisfies SharedGrant))),
    withdraw: async (match) => {
      withdrawHere(match)
      await peers?.tell('hub.withdraw', match)
    },
    withdrawAll: async (matches) => {
      if (matches.length === 0) return
      withdrawAllHere(matches)
      await peers?.tell('hub.withdraw-all', matches)
    },
    listeners: (max) => {
      if (peers) return null
      const accounts = new Set<string>()
      for (const socket of sockets.values()) {
        for (const owner of accountsOfSocket(socket)) accounts.add(owner)
        if (accounts.size > max) return null
      }
      return accounts
    },
    presencePartners: (accountId) => {
      if (peers) return null
      const partners = new Set<string>()
      for (const socket of sockets.values()) partnersOn(socket, accountId, partners)
      partners.delete(accountId)
      return partners
    },
  }
}
