import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { ERRORS } from '#contract/errors'
import type { Config } from '#contract/session/session'
import type { Env } from '../env'
import { handleNotFound } from './errors'

/** Discards a body: a browser that is still sending does not read the reply. */
const drained = (body: Readable): Promise<void> =>
  new Promise((resolve) => {
    if (body.readableEnded) return resolve()
    body
      .once('end', resolve)
      .once('error', () => resolve())
      .once('close', resolve)
    return void body.resume()
  })

/**
 * Serves the built app: hashed files for a year (with .br and .gz variants), everything else
 * revalidated, every other path as the page (client-side routes). Without a build, only the API
 * responds.
 */
export const serveApp = async (
  app: FastifyInstance,
  env: Env,
  dir: string,
  config: Config,
): Promise<void> => {
  const index = join(dir, 'index.html')
  if (!existsSync(index)) return handleNotFound(app)
  // replacer functions: `$` in a name has no special meaning
  const page = readFileSync(index, 'utf8')
    .replaceAll('%APP_NAME%', () => env.APP_NAME.replace(/[&<>"]/g, ''))
    .replace('%CONFIG%', () =>
      JSON.stringify(config).replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`),
    )
  await app.register(fastifyStatic, {
    root: dir,
    index: false,
    wildcard: true,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = path.includes(`${join(dir, 'assets')}`)
      void reply.header(
        'cache-control',
        hashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      )
    },
  })
  app.get('/manifest.webmanifest', (_request, reply) => {
    const manifest = readFileSync(join(dir, 'manifest.webmanifest'), 'utf8').replaceAll(
      '%APP_NAME%',
      env.APP_NAME,
    )
    return reply
      .type('application/manifest+json')
      .header('cache-control', 'no-cache')
      .send(manifest)
  })
  const sendPage = (reply: FastifyReply): FastifyReply =>
    reply.code(200).type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page)
  // a share posted before the service worker was installed: discarded; the page asks to share again
  app.post('/share', async (request, reply) => {
    await drained(request.raw)
    return reply.header('cache-control', 'no-store').redirect('/share?recommencer', 303)
  })
  app.get('/', (_request, reply) => sendPage(reply))
  app.get('/index.html', (_request, reply) => sendPage(reply))
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    const isPage =
      request.method === 'GET' &&
      !path.startsWith('/api/') &&
      !/^\/(?:apps|device_api|reporting_api)\//.test(path) &&
      path !== '/metrics' &&
      !/\/\.|\.[a-z0-9]{2,12}$/i.test(path)
    return isPage
      ? sendPage(reply)
      : reply.code(404).send({ error: ERRORS.not_found[1], code: 'not_found' })
  })
}
