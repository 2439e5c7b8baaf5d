import type { Grant, Socket } from './sockets'

/** The rights that end: on one channel, or all of them (then the sockets close). */
export interface Withdrawal {
  readonly channel?: string
  readonly accountId?: string
  readonly sessionId?: string
}

/** The right of one account on one channel. */
export interface ChannelWithdrawal {
  readonly channel: string
  readonly accountId: string
}

/**
 * Owners remembered per channel of one socket; more only when another account signs for a foreign
 * socket.
 */
const OWNERS_MAX = 8

/**
 * Remembers for whom a channel was signed. False: too many signatures, the socket should reconnect.
 */
export const rememberGrant = (
  socket: Socket,
  channel: string,
  grant: Grant,
  max: number,
): boolean => {
  const known = socket.grants.get(channel) ?? []
  socket.revoked.delete(channel)
  if (known.some((g) => g.accountId === grant.accountId && g.sessionId === grant.sessionId))
    return true
  socket.grants.set(channel, [...known, grant].slice(-OWNERS_MAX))
  return socket.grants.size + socket.revoked.size <= max
}

const concerns = (match: Withdrawal, grants: readonly Grant[]): boolean =>
  grants.some(
    (g) =>
      (match.accountId === undefined || g.accountId === match.accountId) &&
      (match.sessionId === undefined || g.sessionId === match.sessionId),
  )

const allGrants = (socket: Socket): Grant[] => [...socket.grants.values()].flat()

/** The accounts that a socket acts for; a presence member is known even when another node signed. */
export const accountsOfSocket = function* (socket: Socket): Generator<string> {
  for (const grants of socket.grants.values()) for (const { accountId } of grants) yield accountId
  for (const memberId of socket.channels.values()) if (memberId !== null) yield memberId
}

/** A presence member is known by its id even when another node signed. */
const isMember = (socket: Socket, match: Withdrawal): boolean =>
  match.accountId !== undefined &&
  match.sessionId === undefined &&
  [...socket.channels.values()].includes(match.accountId)

/**
 * Effect of a withdrawal on one socket. A channel signed elsewhere counts as its owner's other
 * channels do.
 */
export const withdrawalEffect = (
  socket: Socket,
  match: Withdrawal,
): 'none' | 'channel' | 'socket' => {
  const { channel, accountId, sessionId } = match
  const isForAnyone = accountId === undefined && sessionId === undefined
  if (channel === undefined)
    return !isForAnyone && (concerns(match, allGrants(socket)) || isMember(socket, match))
      ? 'socket'
      : 'none'
  const grants = socket.grants.get(channel)
  if (!grants && !socket.channels.has(channel)) return 'none'
  return isForAnyone || concerns(match, grants ?? allGrants(socket)) || isMember(socket, match)
    ? 'channel'
    : 'none'
}

/** The same for one channel and any of these accounts. */
export const withdrawalEndsChannel = (
  socket: Socket,
  channel: string,
  accounts: ReadonlySet<string>,
): boolean =>
  (socket.grants.get(channel) ?? allGrants(socket)).some((g) => accounts.has(g.accountId)) ||
  [...socket.channels.values()].some((id) => id !== null && accounts.has(id))
