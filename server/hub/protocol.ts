/**
 * Wire format of Pusher Channels protocol 7. Reference: «Pusher Channels WebSocket protocol» and
 * how pusher-js 8.6 handles each code (its `getCloseAction`).
 */

/**
 * Close and error codes. 4000–4099: the client does not reconnect; 4100–4199: it waits 1 s;
 * 4200–4299: it reconnects at once.
 */
export const CLOSE_CODES = {
  unknownKey: 4001,
  badVersion: 4006,
  unsupportedProtocol: 4007,
  unauthorized: 4009,
  overCapacity: 4100,
  comeBack: 4200,
  pongMissing: 4201,
  malformed: 4300,
  rate: 4301,
} as const

/** Longest client frame, bytes; longer ones close the socket with 1009. */
export const FRAME_MAX_BYTES = 10_240
/** Deepest nesting that is parsed: deeper text overflows recursive code (JSON.stringify). */
const DEPTH_MAX = 32
const SOCKET_ID = /^\d+\.\d+$/
const CHANNEL = /^[A-Za-z0-9_\-=@,.;]{1,164}$/
/** The five kinds of this product; ids are UUIDs in lower case. */
const PRODUCT_CHANNEL =
  /^(?:private-(?:conversation|account|identity|system)|presence-account)-[0-9a-f-]{36}$/

export const isSocketId = (value: unknown): value is string =>
  typeof value === 'string' && SOCKET_ID.test(value)
export const isChannel = (value: unknown): value is string =>
  typeof value === 'string' && CHANNEL.test(value)
export const isProductChannel = (name: string): boolean => PRODUCT_CHANNEL.test(name)
export const isPresence = (channel: string): boolean => channel.startsWith('presence-')

/** Deepest bracket nesting, strings ignored. */
const depth = (text: string): number => {
  let open = 0
  let most = 0
  let quoted = false
  for (let i = 0; i < text.length; i += 1) {
    const c = text.charCodeAt(i)
    if (quoted) {
      if (c === 92) i += 1
      else if (c === 34) quoted = false
    } else if (c === 34) quoted = true
    else if (c === 123 || c === 91) most = Math.max(most, (open += 1))
    else if (c === 125 || c === 93) open -= 1
  }
  return most
}

export type Json = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A JSON object, or null for anything else. Never throws. */
export const parseObject = (text: string): Json | null => {
  if (depth(text) > DEPTH_MAX) return null
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

interface ClientFrame {
  readonly event: string
  readonly data: Json
}
/** A client frame; `data` may be an object or JSON text. null: not a frame of this protocol. */
export const parseFrame = (text: string): ClientFrame | null => {
  const frame = parseObject(text)
  if (!frame || typeof frame['event'] !== 'string' || frame['event'].length > 200) return null
  const data = frame['data']
  if (data === undefined || data === null) return { event: frame['event'], data: {} }
  if (isObject(data)) return { event: frame['event'], data }
  const parsed = typeof data === 'string' ? parseObject(data) : null
  // a client event may carry any data: it is refused by its name
  return { event: frame['event'], data: parsed ?? {} }
}

/** One unmasked, final text frame (RFC 6455, 5.2), ready to write to any number of sockets. */
export const encodeFrame = (text: string): Buffer => {
  const size = Buffer.byteLength(text)
  const head = size < 126 ? 2 : size < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(head + size)
  frame[0] = 0x81
  frame[1] = head === 2 ? size : head === 4 ? 126 : 127
  if (head === 4) frame.writeUInt16BE(size, 2)
  if (head === 10) frame.writeBigUInt64BE(BigInt(size), 2)
  frame.write(text, head)
  return frame
}

/** Data is sent as text inside the envelope: JSON in JSON, except text. */
export const encodeData = (data: unknown): string =>
  JSON.stringify(typeof data === 'string' ? data : (JSON.stringify(data) ?? 'null'))

/** `data`: from encodeData, encoded once whatever the number of channels. */
export const eventFrame = (event: string, channel: string, data: string): Buffer =>
  encodeFrame(
    `{"event":${JSON.stringify(event)},"channel":${JSON.stringify(channel)},"data":${data}}`,
  )

export const establishedFrame = (socketId: string, activityTimeoutS: number): Buffer =>
  encodeFrame(
    JSON.stringify({
      event: 'pusher:connection_established',
      data: JSON.stringify({ socket_id: socketId, activity_timeout: activityTimeoutS }),
    }),
  )
export const errorFrame = (code: number, message: string): Buffer =>
  encodeFrame(JSON.stringify({ event: 'pusher:error', data: { code, message } }))
export const PING = encodeFrame('{"event":"pusher:ping","data":"{}"}')
export const PONG = encodeFrame('{"event":"pusher:pong","data":"{}"}')

/** Reaches `channel.bind('pusher:subscription_error')` of pusher-js; also sent when a right ends. */
export const subscriptionErrorFrame = (channel: string, status: number, error: string): Buffer =>
  encodeFrame(
    JSON.stringify({
      event: 'pusher:subscription_error',
      channel,
      data: {
        type: status === 429 ? 'LimitReached' : 'AuthError',
        error,
        status,
        code: CLOSE_CODES.unauthorized,
      },
    }),
  )
