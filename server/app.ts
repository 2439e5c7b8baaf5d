import type { Writable } from 'node:stream'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance } from 'fastify'
import { UPLOAD_MAX_BYTES } from '#contract/limits'
import { serveAlbums } from './albums/routes'
import { RETRY_S } from './away'
import { createBus } from './bus'
import type { Ctx } from './context'
import { openDatabase, type Database, type Query } from './db/client'
import { migrate } from './db/migrations'
import type { Env } from './env'
import { fail } from './fail'
import { createFigures } from './figures'
import { serveEvents } from './events/routes'
import { eventDoor } from './events/service'
import { serveFeedback } from './feedback/routes'
import { createHub, type Hub } from './hub/hub'
import { serveHub } from './hub/routes'
import { localPublisher, pusherPublisher } from './hub/publish'
import { serveLife } from './life/routes'
import { aloneLink, redisLink, type Link } from './link/link'
import { openRedis } from './link/redis'
import { createMailer } from './mail/create'
import { serveOutbox } from './mail/routes'
import { openStorage } from './media/open'
import { serveMedia } from './media/routes'
import { serveMessaging } from './messaging/routes'
import { serveMetrics } from './metrics'
import { serveNews } from './news/routes'
import { serveNotes } from './notes/routes'
import { servePhotos } from './photos/routes'
import { servePlaces } from './places/routes'
import { compressAnswers } from './plugins/compress'
import { answerErrors, answerNotFound, sendError } from './plugins/errors'
import { sendHeaders } from './plugins/headers'
import { docsPage, openApi } from './plugins/openapi'
import { originAllowed } from './plugins/origin'
import { createServer, type Served } from './plugins/serve'
import { serveApp } from './plugins/static'
import { servePresence } from './presence/routes'
import { serveProfile } from './profile/routes'
import { servePush } from './push/routes'
import { serveRadar } from './radar/routes'
import { createRealtime } from './realtime'
import { serveRelations } from './relations/routes'
import { serveSafety } from './safety/routes'
import { publicConfig } from './session/config'
import { serveSession } from './session/routes'
import { loadSecret, sign } from './tokens'
import { VERSION } from './version'
import { startWork, type Work } from './work'

export interface App {
  readonly fastify: FastifyInstance
  readonly ctx: Ctx
  readonly hub: Hub | null
  readonly served: readonly Served[]
  readonly work: Work
  /** Sockets closed with a code that makes clients come back, running requests finished. */
  close(): Promise<void>
}
export interface AppOptions {
  readonly now?: () => number
  readonly database?: Database
  /** Folder of the built page; none in server tests. */
  readonly appDir?: string
  readonly logger?: false
  /** Sees every query (tests read their plans). */
  readonly onQuery?: (query: Query) => void
  /** Where log lines go instead of the standard output. */
  readonly logStream?: Writable
}

/** While it stops, the server closes connections that have become idle this often. */
const SWEEP_MS = 50

/** What must never reach a log: tokens, addresses, message text. Only method, pattern of the path, status and time are kept. */
const LOGGER = (level: string) => ({
  level,
  redact: {
    paths: ['req.headers', 'res.headers', '*.password', '*.token', '*.email', '*.content'],
    remove: true,
  },
  serializers: {
    // the pattern of the route: an address may hold the code of an event, a token, anything
    req: (r: { method: string; routeOptions?: { url?: string | undefined } }) => ({
      method: r.method,
      path: r.routeOptions?.url ?? '(none)',
    }),
    res: (r: { statusCode: number }) => ({ status: r.statusCode }),
  },
})

export const buildApp = async (env: Env, options: AppOptions = {}): Promise<App> => {
  const now = options.now ?? Date.now
  const fastify = Fastify({
    logger: options.logger ?? {
      ...LOGGER(env.LOG_LEVEL),
      ...(options.logStream ? { stream: options.logStream } : {}),
    },
    // so many, never `true`: that would believe the first address of the header, which the client writes
    trustProxy: (_address, hop) => hop < env.TRUST_PROXY,
    bodyLimit: 256 * 1024,
    requestTimeout: 120_000,
    forceCloseConnections: 'idle',
    // answered below, in the words and with the header of every other «try again»
    return503OnClosing: false,
    routerOptions: { maxParamLength: 300 },
    // an address that cannot be decoded never reaches a route, nor the error handler
    frameworkErrors: (error, _request, reply) => sendError(error, reply),
  })
  const figures = createFigures()
  const database =
    options.database ??
    openDatabase(env, (query) => {
      const { ms, sql } = query
      options.onQuery?.(query)
      const slow = env.SLOW_QUERY_MS > 0 && ms >= env.SLOW_QUERY_MS
      figures.query(ms, slow)
      // the text of the query has no values in it
      if (slow) fastify.log.warn({ ms: Math.round(ms), sql: sql.slice(0, 500) }, 'slow query')
    })
  await migrate(database.db)
  const secret = loadSecret(env.SECRET, env.DATA_DIR)
  const link = await openLink(env, secret, fastify.log)
  const hub = env.PUSHER_KEY
    ? null
    : createHub({
        ...localKeys(secret),
        maxSockets: env.MAX_SOCKETS,
        logger: fastify.log,
        ...(link.redis ? { peers: link } : {}),
        allowedOrigins: (origin, host) => originAllowed(env, origin, host),
      })
  const publisher = hub ? localPublisher(hub) : pusherPublisher(env)
  const ctx: Ctx = {
    env,
    database,
    db: database.db,
    log: fastify.log,
    secret,
    now,
    link,
    bus: createBus((error, name) => fastify.log.error({ err: error, name }, 'bus handler failed')),
    mailer: createMailer(env, now),
    storage: openStorage(env),
    realtime: createRealtime(publisher, now, (error) =>
      fastify.log.warn({ err: error }, 'publish failed'),
    ),
  }
  answerErrors(fastify, figures.fail)
  let isClosing = false
  fastify.addHook('onRequest', async () => {
    if (isClosing) fail('unavailable', undefined, RETRY_S.database)
  })
  sendHeaders(fastify, env)
  compressAnswers(fastify)
  await fastify.register(cookie)
  await fastify.register(multipart, {
    limits: { fileSize: UPLOAD_MAX_BYTES, files: 1, fields: 5, fieldSize: 10_000, parts: 6 },
  })
  fastify.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
  )

  const server = createServer(fastify, ctx)
  const key = hub ? localKeys(secret).key : env.PUSHER_KEY
  serveSession(server, ctx, { key })
  if (env.demo) serveOutbox(fastify, ctx)
  servePlaces(server)
  serveProfile(server, ctx)
  const events = eventDoor(ctx)
  serveRelations(server, ctx, events)
  serveMedia(server, ctx, fastify)
  servePhotos(server, ctx)
  serveNotes(server, ctx)
  serveAlbums(server, ctx)
  serveSafety(server, ctx, events.target, events.partWays)
  serveMessaging(server, ctx)
  serveNews(server, ctx)
  serveEvents(server, ctx)
  serveRadar(server, ctx, fastify)
  serveLife(server, ctx)
  const push = servePush(server, ctx, fastify)
  const work = startWork(ctx, { push: push.work }, { pushSweep: push.sweep })
  const presence = servePresence(server, ctx)
  serveFeedback(server, ctx)
  serveHub(server, ctx, fastify, hub)
  fastify.get('/api/openapi.json', () => openApi(server.served, env.APP_NAME, VERSION))
  fastify.get('/api/docs', (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(docsPage(server.served, env.APP_NAME)),
  )
  fastify.get('/healthz', () => ({ ok: true }))
  let stored = false
  fastify.get('/readyz', async () => {
    await ctx.db.selectFrom('settings').select('name').limit(1).execute()
    // a store that was there once and is away costs photos, not discussions: the process stays in service
    const away = await ctx.storage.check().then(
      () => {
        stored = true
        return [] as string[]
      },
      (error: unknown) => (stored ? ['storage'] : Promise.reject(error)),
    )
    if (!ctx.link.up()) away.push('redis')
    return { ok: true, ...(away.length > 0 ? { away } : {}) }
  })
  const metrics = await serveMetrics(ctx, fastify, hub, figures)
  if (options.appDir) await serveApp(fastify, env, options.appDir, publicConfig(env, key))
  else answerNotFound(fastify)
  hub?.attach(fastify.server)
  return {
    fastify,
    ctx,
    hub,
    served: server.served,
    work,
    close: async () => {
      await work.stop()
      await push.stop()
      await presence.stop()
      // alone, whoever comes meanwhile is told to wait a second; beside others, nobody comes here any more
      if (!link.redis) await hub?.close()
      // a request that still runs leaves its connection open for the next one: without this the stop waits for the client
      const sweep = setInterval(() => fastify.server.closeIdleConnections(), SWEEP_MS)
      isClosing = true
      await Promise.all([fastify.close(), hub?.close()])
      clearInterval(sweep)
      await ctx.bus.idle()
      await metrics.close()
      await link.close()
      await ctx.mailer.close()
      if (!options.database) await database.close()
    },
  }
}

const openLink = async (env: Env, secret: Uint8Array, log: FastifyInstance['log']): Promise<Link> =>
  env.REDIS_URL
    ? redisLink(
        await openRedis(env.REDIS_URL, log),
        `connivence:${sign(secret, 'link').slice(0, 16)}`,
        (error) => log.error({ err: error }, 'a word of another process was not understood'),
      )
    : aloneLink()

/** App id, key and secret of the embedded engine, derived from the server's secret so that they survive a restart. */
export const localKeys = (secret: Uint8Array): { appId: string; key: string; secret: string } => ({
  appId: 'connivence',
  key: sign(secret, 'realtime-key')
    .slice(0, 20)
    .replace(/[^a-zA-Z0-9]/g, 'x'),
  secret: sign(secret, 'realtime-secret'),
})
