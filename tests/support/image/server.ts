import { createServer, type IncomingMessage } from 'node:http'
import { readFile } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { buildWasm } from '../../../wasm/build.mjs'

interface ImagePage {
  readonly configFile: string
  /** Where that configuration builds to. */
  readonly dist: string
  /** Content-Security-Policy; null: none. */
  readonly policy: string | null
}
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
  '.css': 'text/css',
}

/**
 * As strict as the app's own: no eval, no inline script, workers of this origin, Trusted Types
 * enforced.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "connect-src 'self'",
  "img-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types connivence',
].join('; ')

const TEST_PAGE: ImagePage = {
  configFile: here('./page/vite.config.ts'),
  dist: here('../../../.cache/image-page/dist/'),
  policy: POLICY,
}

/** Bytes a second of the line behind /upload, and when it is free again. */
const line = (bytesPerSecond: number) => {
  let freeAt = 0
  return async (request: IncomingMessage): Promise<void> => {
    let bytes = 0
    for await (const chunk of request) bytes += (chunk as Buffer).length
    freeAt = Math.max(performance.now(), freeAt) + (bytes / bytesPerSecond) * 1000
    await new Promise((sent) => setTimeout(sent, freeAt - performance.now()))
  }
}

/**
 * Builds a page (the tests' own unless told) and serves it with `files` under /files/, on a port of
 * its own.
 */
export const serveImagePage = async (
  files: ReadonlyMap<string, Buffer>,
  port: number,
  { configFile, dist, policy }: ImagePage = TEST_PAGE,
  uploadBytesPerSecond = Infinity,
): Promise<{ readonly url: string; close(): Promise<void> }> => {
  const upload = line(uploadBytesPerSecond)
  await buildWasm()
  await build({ configFile })
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname)
    const answer = async (): Promise<Buffer> => {
      if (path === '/upload') {
        await upload(request)
        return Buffer.alloc(0)
      }
      const file = path.startsWith('/files/')
        ? files.get(decodeURIComponent(path.slice(7)))
        : await readFile(join(dist, path === '/' ? 'index.html' : path))
      if (!file) throw new Error('no such file')
      return file
    }
    answer().then(
      (body) =>
        response
          .writeHead(200, {
            'content-type':
              TYPES[extname(path === '/' ? '.html' : path) || '.html'] ??
              'application/octet-stream',
            ...(policy ? { 'content-security-policy': policy } : {}),
            'x-content-type-options': 'nosniff',
          })
          .end(body),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready))
  const close = (): Promise<void> =>
    new Promise((closed) => {
      server.closeAllConnections()
      server.close(() => closed())
    })
  return { url: `http://127.0.0.1:${port}/`, close }
}
