// Preloaded into a server that is measured (NODE_OPTIONS=--import): it answers the paths of
// BENCH_ANSWERS ({ path: file }) with those files, whoever asks. A route of the test's browser
// would take its processes much time for every request of the page.
import { readFileSync } from 'node:fs'
import { Server } from 'node:http'
import { extname } from 'node:path'

const TYPES = { '.json': 'application/json; charset=utf-8', '.html': 'text/html; charset=utf-8' }
const files = new Map(Object.entries(JSON.parse(process.env.BENCH_ANSWERS)))
const { emit } = Server.prototype
Server.prototype.emit = function (name, ...parts) {
  const [request, response] = parts
  const file = name === 'request' ? files.get(request.url.split('?')[0]) : undefined
  if (!file) return Reflect.apply(emit, this, [name, ...parts])
  const body = readFileSync(file)
  response
    .writeHead(200, {
      'content-type': TYPES[extname(file)],
      'content-length': body.length,
      'cache-control': 'no-store',
    })
    .end(body)
  return true
}
