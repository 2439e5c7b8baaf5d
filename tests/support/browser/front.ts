import { createServer, request } from 'node:http'
import { connect } from 'node:net'

export interface Override {
  readonly type: string
  readonly body: string
}
export interface Front {
  readonly url: string
  readonly asked: Record<string, number>
  close(): Promise<void>
}

/**
 * A front before the server that answers some paths itself and passes everything else on, sockets
 * included. What a SharedWorker or the browser itself asks for cannot be intercepted in the page;
 * this can. `overrides` is read at each request.
 */
export const createFront = async (
  targetPort: number,
  overrides: Readonly<Record<string, Override>>,
): Promise<Front> => {
  const asked: Record<string, number> = {}
  const server = createServer((incoming, outgoing) => {
    const path = (incoming.url ?? '').split('?', 1)[0] ?? ''
    asked[path] = (asked[path] ?? 0) + 1
    const own = overrides[path]
    if (own) {
      outgoing
        .writeHead(200, { 'content-type': own.type, 'cache-control': 'no-cache' })
        .end(own.body)
      return
    }
    const passed = request(
      {
        port: targetPort,
        host: '127.0.0.1',
        method: incoming.method,
        path: incoming.url,
        headers: incoming.headers,
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  })
  server.on('upgrade', (incoming, socket, head) => {
    const upstream = connect(targetPort, '127.0.0.1', () => {
      const lines = incoming.rawHeaders.reduce(
        (text, part, i) => text + part + (i % 2 === 0 ? ': ' : '\r\n'),
        '',
      )
      upstream.write(`${incoming.method} ${incoming.url} HTTP/1.1\r\n${lines}\r\n`)
      upstream.write(head)
      socket.pipe(upstream).pipe(socket)
    })
    const end = (): void => {
      socket.destroy()
      upstream.destroy()
    }
    for (const side of [socket, upstream]) side.on('error', end).on('close', end)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
