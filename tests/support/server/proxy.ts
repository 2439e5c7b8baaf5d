import { connect, createServer, type Socket } from 'node:net'

/** Current treatment of traffic. */
export type ProxyMode =
  | 'pass'
  /** Refuses new connections, resets existing ones. */
  | 'reset'
  /** Accepts connections and forwards nothing, in either direction. */
  | 'black-hole'
  /** Drops what the server sends, forwards what the client sends. */
  | 'half-open'

export interface Proxy {
  readonly port: number
  readonly url: string
  mode: ProxyMode
  /** Delay of each chunk, ms. */
  delayMs: number
  /**
   * Drops the response on the next connection that sends bytes containing `text`, after the server
   * has received them.
   */
  swallowAnswerOf(text: string): void
  /** Responses swallowed so far. */
  readonly swallowed: number
  /**
   * Resets every connection on which the client sends `text`, after `bytes` more; null turns it
   * off.
   */
  cut(text: string | null, bytes?: number): void
  /** Connections cut so far. */
  readonly cuts: number
  close(): Promise<void>
}

/** A TCP proxy: the browser's offline switch does not affect a SharedWorker, this does. */
export const createProxy = async (targetPort: number, port = 0): Promise<Proxy> => {
  const pairs = new Set<readonly [Socket, Socket]>()
  let mode: ProxyMode = 'pass'
  let delayMs = 0
  let swallow: string | null = null
  let swallowed = 0
  let cut: { text: string; bytes: number } | null = null
  let cuts = 0
  const server = createServer((client) => {
    if (mode === 'reset') {
      client.resetAndDestroy()
      return
    }
    const upstream = connect(targetPort, '127.0.0.1')
    const pair = [client, upstream] as const
    let mute = false
    let left = Number.POSITIVE_INFINITY
    pairs.add(pair)
    const later = (work: () => void): void =>
      void (delayMs > 0 ? setTimeout(work, delayMs) : work())
    client.on('data', (chunk) => {
      if (mode === 'black-hole') return
      if (cut && chunk.includes(cut.text)) left = cut.bytes
      left -= chunk.length
      if (left <= 0) {
        cuts += 1
        client.resetAndDestroy()
        upstream.resetAndDestroy()
        return
      }
      if (swallow !== null && chunk.includes(swallow)) {
        swallow = null
        swallowed += 1
        mute = true
      }
      later(() => upstream.writable && upstream.write(chunk))
    })
    upstream.on('data', (chunk) => {
      if (mode === 'black-hole' || mode === 'half-open') return
      if (mute) {
        client.resetAndDestroy()
        return
      }
      later(() => client.writable && client.write(chunk))
    })
    const end = (): void => {
      pairs.delete(pair)
      client.destroy()
      upstream.destroy()
    }
    for (const side of pair) side.on('error', end).on('close', end)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const actual = (server.address() as { port: number }).port
  return {
    port: actual,
    url: `http://127.0.0.1:${actual}`,
    get mode() {
      return mode
    },
    set mode(next) {
      mode = next
      if (next === 'reset')
        for (const [client, upstream] of pairs) {
          client.resetAndDestroy()
          upstream.destroy()
        }
    },
    get delayMs() {
      return delayMs
    },
    set delayMs(ms) {
      delayMs = ms
    },
    swallowAnswerOf: (text) => {
      swallow = text
    },
    get swallowed() {
      return swallowed
    },
    cut: (text, bytes = 100_000) => {
      cut = text === null ? null : { text, bytes }
    },
    get cuts() {
      return cuts
    },
    close: () =>
      new Promise((resolve) => {
        for (const [client, upstream] of pairs) {
          client.destroy()
          upstream.destroy()
        }
        server.close(() => resolve())
      }),
  }
}
