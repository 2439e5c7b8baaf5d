import { isChannelSigned } from './auth'
import type { Channels, Member } from './channels'
import {
  CLOSE_CODES,
  encodeData,
  errorFrame,
  eventFrame,
  isChannel,
  isPresence,
  parseFrame,
  parseObject,
  PONG,
  subscriptionErrorFrame,
  type Json,
} from './protocol'
import type { Socket } from './sockets'

interface FrameDeps {
  readonly key: string
  readonly secret: string
  readonly channels: Channels
  readonly maxSubscriptionsPerSocket: number
  channelName(name: string): boolean
  send(socket: Socket, frame: Buffer): void
}

const MEMBER_ID_MAX = 128

/** The member that channel_data names, or null when it names none. */
const memberOf = (channelData: unknown): Member | null => {
  const data = typeof channelData === 'string' ? parseObject(channelData) : null
  const id = data?.['user_id']
  const user_id = typeof id === 'number' ? String(id) : id
  if (typeof user_id !== 'string' || user_id === '' || user_id.length > MEMBER_ID_MAX) return null
  return data?.['user_info'] === undefined ? { user_id } : { user_id, user_info: data['user_info'] }
}

/** Handles one text frame of a client. Never throws: invalid frames get a pusher:error. */
export const createFrames = ({
  key,
  secret,
  channels,
  maxSubscriptionsPerSocket,
  channelName,
  send,
}: FrameDeps) => {
  const error = (socket: Socket, code: number, message: string): void =>
    send(socket, errorFrame(code, message))

  const subscribe = (socket: Socket, data: Json): void => {
    const name = data['channel']
    if (!isChannel(name)) return error(socket, CLOSE_CODES.unauthorized, 'Invalid channel name')
    const refuse = (status: number, why: string): void =>
      send(socket, subscriptionErrorFrame(name, status, why))
    // public channels too: every channel of the product needs a right
    if (!channelName(name)) return refuse(403, 'This channel does not exist')
    const succeeded = (): void =>
      send(
        socket,
        eventFrame(
          'pusher_internal:subscription_succeeded',
          name,
          encodeData(channels.snapshot(socket, name)),
        ),
      )
    if (socket.channels.has(name)) return succeeded()
    if (socket.channels.size >= maxSubscriptionsPerSocket)
      return refuse(429, 'Too many channels on one connection')
    const { auth, channel_data } = data
    const text = typeof channel_data === 'string' ? channel_data : undefined
    if (typeof auth !== 'string' || !isChannelSigned(key, secret, auth, socket.id, name, text))
      return refuse(401, 'Invalid signature')
    if (socket.revoked.has(name)) return refuse(403, 'This right has ended')
    const member = isPresence(name) ? memberOf(text) : null
    if (isPresence(name) && !member) return refuse(401, 'channel_data must hold a user_id')
    channels.join(socket, name, member)
    return succeeded()
  }

  return (socket: Socket, text: string): void => {
    const frame = parseFrame(text)
    if (!frame) return error(socket, CLOSE_CODES.malformed, 'Malformed frame')
    switch (frame.event) {
      case 'pusher:ping':
        return send(socket, PONG)
      case 'pusher:pong':
        return undefined
      case 'pusher:subscribe':
        return subscribe(socket, frame.data)
      case 'pusher:unsubscribe': {
        const name = frame.data['channel']
        if (typeof name === 'string') channels.leave(socket, name)
        return undefined
      }
      case 'pusher:signin':
        return error(socket, CLOSE_CODES.unauthorized, 'User authentication is not used here')
      default:
        // no client events: what members send is checked, stored and published by the server
        return frame.event.startsWith('client-')
          ? error(socket, CLOSE_CODES.rate, 'Client events are not accepted')
          : error(socket, CLOSE_CODES.malformed, 'Unknown event')
    }
  }
}
