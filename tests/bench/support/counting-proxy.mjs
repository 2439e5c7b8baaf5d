// An HTTP proxy before the server that counts requests by path, frames of the socket and bytes.
import { createServer, request } from 'node:http'
import { connect } from 'node:net'

/** `scripts`: [pattern of a path, text put before that script]. */
export const countingProxy = async (targetPort, scripts = []) => {
  let requests = []
  let frames = { up: 0, down: 0 }
  let bytes = 0
  const count = (socket) => {
    let seen = 0
    return () => {
      const total = socket.bytesRead + socket.bytesWritten
      bytes += total - seen
      seen = total
    }
  }
  const counters = new Map()
  const server = createServer((asked, answer) => {
    requests.push(`${asked.method} ${asked.url.split('?')[0]}`)
    const script = scripts.find(([pattern]) => pattern.test(asked.url))
    const headers = { ...asked.headers, ...(script ? { 'accept-encoding': 'identity' } : {}) }
    const on = request(
      { port: targetPort, host: '127.0.0.1', path: asked.url, method: asked.method, headers },
      (got) => {
        if (script) delete got.headers['content-length']
        answer.writeHead(got.statusCode, got.headers)
        if (script) answer.write(script[1])
        got.pipe(answer)
      },
    )
    on.on('error', () => answer.destroy())
    asked.pipe(on)
  })
  server.on('connection', (socket) => {
    counters.set(socket, count(socket))
    socket.on('close', () => {
      counters.get(socket)?.()
      counters.delete(socket)
    })
  })
  server.on('upgrade', (asked, socket, head) => {
    requests.push(`upgrade ${asked.url.split('?')[0]}`)
    const on = connect(targetPort, '127.0.0.1', () => {
      const lines = Object.entries(asked.headers).map(([key, value]) => `${key}: ${value}`)
      on.write(`GET ${asked.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
      on.write(head)
    })
    socket.on('data', (chunk) => {
      frames.up += 1
      on.write(chunk)
    })
    on.on('data', (chunk) => {
      frames.down += 1
      socket.write(chunk)
    })
    for (const [one, other] of [
      [socket, on],
      [on, socket],
    ])
      one.on('close', () => other.destroy()).on('error', () => other.destroy())
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    /** What has passed since the last call. */
    take: () => {
      for (const add of counters.values()) add()
      const taken = { requests, frames, bytes }
      requests = []
      frames = { up: 0, down: 0 }
      bytes = 0
      return taken
    },
    close: () => server.closeAllConnections?.() ?? server.close(),
  }
}
