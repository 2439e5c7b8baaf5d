import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'

export interface Balancer {
  readonly url: string
  readonly port: number
  /** Number of requests that each process has handled. */
  readonly answered: ReadonlyMap<number, number>
  setPorts(ports: readonly number[]): void
  close(): Promise<void>
}

/**
 * Round robin over the processes, per request and per socket, without stickiness. Unreachable
 * processes are skipped; a process that dies during a request gives 503 with Retry-After. For local
 * trials and tests.
 */
export const startBalancer = async (first: readonly number[], port = 0): Promise<Balancer> => {
  let ports = [...first]
  let turn = 0
  const answered = new Map<number, number>()
  const order = (): number[] => {
    turn += 1
    return ports.map((_, i) => ports[(turn + i) % ports.length] ?? 0)
  }
  const away = (response: ServerResponse): void => {
    if (response.headersSent) return void response.destroy()
    response
      .writeHead(503, { 'content-type': 'application/json', 'retry-after': '1' })
      .end('{"error":"Le service redémarre. Réessayez dans un instant.","code":"unavailable"}')
  }
  const pass = (
    request: IncomingMessage,
    response: ServerResponse,
    [target, ...others]: readonly number[],
  ): void => {
    if (target === undefined) return away(response)
    let connected = false
    const up = ask({
      host: '127.0.0.1',
      port: target,
      method: request.method,
      path: request.url,
      headers: {
        ...request.headers,
        'x-forwarded-for': request.socket.remoteAddress ?? '',
        connection: 'close',
      },
      agent: false,
    })
    up.once('socket', (socket) =>
      socket.once('connect', () => {
        connected = true
        request.pipe(up)
      }),
    )
    up.once('response', (answer) => {
      answered.set(target, (answered.get(target) ?? 0) + 1)
      const { connection, 'keep-alive': _, ...headers } = answer.headers
      void connection
      response.writeHead(answer.statusCode ?? 502, headers)
      answer.pipe(response)
      answer.once('error', () => response.destroy())
    })
    up.once('error', () => (connected ? away(response) : pass(request, response, others)))
    response.once('close', () => up.destroy())
  }
  const upgrade = (
    request: IncomingMessage,
    client: Duplex,
    head: Buffer,
    [target, ...others]: readonly number[],
  ): void => {
    if (target === undefined) return void client.destroy()
    const up = connect(target, '127.0.0.1')
    let connected = false
    up.once('connect', () => {
      connected = true
      const lines = [`${request.method} ${request.url} HTTP/1.1`]
      for (let i = 0; i < request.rawHeaders.length; i += 2)
        lines.push(`${request.rawHeaders[i]}: ${request.rawHeaders[i + 1]}`)
      up.write(`${lines.join('\r\n')}\r\n\r\n`)
      up.write(head)
      up.pipe(client).pipe(up)
    })
    up.on('error', () => (connected ? client.destroy() : upgrade(request, client, head, others)))
    up.on('close', () => connected && client.destroy())
    client.on('error', () => up.destroy()).on('close', () => up.destroy())
  }
  const server = createServer((request, response) => pass(request, response, order()))
  server.on('upgrade', (request, client, head) => upgrade(request, client, head, order()))
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(port, '127.0.0.1', resolve),
  )
  const actual = (server.address() as { port: number }).port
  return {
    port: actual,
    url: `http://127.0.0.1:${actual}`,
    answered,
    setPorts: (next) => {
      ports = [...next]
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
