import { createServer } from 'node:http'
import { readFile } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { WebSocketServer, type WebSocket } from 'ws'

const configFile = fileURLToPath(new URL('./page/vite.config.ts', import.meta.url))
const dist = fileURLToPath(new URL('../../../.cache/hub-page/', import.meta.url))
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
}
/** As strict as the app's own. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types connivence',
].join('; ')

export interface HubServer {
  readonly url: string
  /** Open lines and the channels of each. */
  readonly lines: ReadonlyMap<WebSocket, Set<string>>
  readonly calls: { path: string; body: string }[]
  count(path: string): number
  publish(
    channel: string,
    envelope: { readonly name: string; readonly [field: string]: unknown },
  ): void
  close(): Promise<void>
}

/** Serves the built hub page, and just enough of the API and of the realtime line for it. */
export const serveHubPage = async (port: number): Promise<HubServer> => {
  await build({ configFile, logLevel: 'silent' })
  const calls: { path: string; body: string }[] = []
  const lines = new Map<WebSocket, Set<string>>()
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname)
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      if (path.startsWith('/api/')) {
        calls.push({ path, body })
        const answer =
          path === '/api/pusher/auth'
            ? { auth: 'k:s', channel_data: '{"user_id":"u"}' }
            : { success: true }
        return response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify(answer))
      }
      readFile(join(dist, path === '/' ? 'index.html' : path)).then(
        (file) =>
          response
            .writeHead(200, {
              'content-type': TYPES[extname(path) || '.html'] ?? 'application/octet-stream',
              'content-security-policy': POLICY,
            })
            .end(file),
        () => response.writeHead(404).end(),
      )
      return undefined
    })
  })
  let ids = 0
  new WebSocketServer({ server, path: '/app/k' }).on('connection', (line) => {
    const channels = new Set<string>()
    const say = (message: object): void => line.send(JSON.stringify(message))
    lines.set(line, channels)
    line.on('close', () => lines.delete(line))
    line.on('message', (raw: Buffer) => {
      const { event, data } = JSON.parse(raw.toString()) as {
        event: string
        data: { channel?: string }
      }
      if (event === 'pusher:ping') say({ event: 'pusher:pong', data: {} })
      if (event !== 'pusher:subscribe' || !data.channel) return
      channels.add(data.channel)
      say({
        event: 'pusher_internal:subscription_succeeded',
        channel: data.channel,
        data: '{"presence":{"count":0,"ids":[],"hash":{}}}',
      })
    })
    say({
      event: 'pusher:connection_established',
      data: JSON.stringify({ socket_id: `${(ids += 1)}.1`, activity_timeout: 120 }),
    })
  })
  await new Promise<void>((ready) => void server.listen(port, '127.0.0.1', ready))
  return {
    url: `http://127.0.0.1:${port}/`,
    lines,
    calls,
    count: (path) => calls.filter((c) => c.path === path).length,
    publish: (channel, envelope) => {
      for (const [line, channels] of lines)
        if (channels.has(channel))
          line.send(
            JSON.stringify({ event: envelope.name, channel, data: JSON.stringify(envelope) }),
          )
    },
    close: () =>
      new Promise((closed) => {
        for (const line of lines.keys()) line.terminate()
        server.closeAllConnections()
        server.close(() => closed())
      }),
  }
}
