import { createHash } from 'node:crypto'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import Fastify from 'fastify'
import type { Writable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { UPLOAD_MAX_BYTES } from '#contract/limits'
import { RETRY_S } from './outage'
import { createBus } from './bus'
import { withCommunityName } from './community'
import type { Ctx } from './context'
import { openDatabase, type Database, type Query } from './db/client'
import { migrate } from './db/migrations'
import { requireColumnKey } from './db/seal/require'
import { readColumnRing } from './db/seal/text'
import type { Env } from './env'
import { fail } from './fail'
import { createCounters, type Counters } from './counters'
import { createChannelsServer, type ChannelsServer } from './hub/server'
import { serveHub } from './hub/routes'
import { localPublisher, type Publisher } from './hub/publish'
import { singleProcessLink, redisLink, type Link } from './link/link'
import { createMailer } from './mail/create'
import { openRawStorage, openStorage } from './media/open'
import { createFirstKey, readKeyRing } from './media/seal/keys'
import { requireMasterKey } from './media/seal/require'
import { serveMetrics } from './metrics'
import { compressReplies } from './plugins/compress'
import { handleErrors, handleNotFound, sendError } from './plugins/errors'
import { sendHeaders } from './plugins/headers'
import { docsPage, buildOpenApi } from './plugins/openapi'
import { isAllowedOrigin } from './plugins/origin'
import { createServer, type Served, type Server } from './plugins/serve'
import { serveApp } from './plugins/static'
import { createRealtime } from './realtime'
import { publicConfig } from './session/config'
import { updateEmailKeys } from './session/service'
import { loadSecret } from './secret'
import { sign } from './tokens'
import { VERSION } from './version'
import type { Jobs } from './jobs'
import { serveRooms } from './rooms'

export interface App {
  readonly fastify: FastifyInstance
  readonly ctx: Ctx
  readonly hub: ChannelsServer | null
  readonly served: readonly Served[]
  readonly jobs: Jobs
  /** Closes sockets with a code that makes clients reconnect; waits for running requests. */
  close(): Promise<void>
}
export interface AppOptions {
  readonly now?: () => number
  readonly database?: Database
  /** Folder of the built page; none in server tests. */
  readonly appDir?: string
  readonly logger?: false
  /** Called with every query (tests read their plans). */
  readonly onQuery?: (query: Query) => void
  /** Where log lines go; default: standard output. */
  readonly logStream?: Writable
}

/** Interval at which a stopping server closes idle connections, ms. */
const SWEEP_MS = 50

/** Logs only method, route pattern, status and time: never tokens, addresses or message text. */
const loggerOptions = (level: string) => ({
  level,
  redact: {
    paths: ['req.headers', 'res.headers', '*.password', '*.token', '*.email', '*.content'],
    remove: true,
  },
  serializers: {
    // the route pattern: a URL may hold an event code or a token
    req: (r: { method: string; routeOptions?: { url?: string | undefined } }) => ({
      method: r.method,
      path: r.routeOptions?.url ?? '(none)',
    }),
    res: (r: { statusCode: number }) => ({ status: r.statusCode }),
  },
})

export const buildApp = async (given: Env, options: AppOptions = {}): Promise<App> => {
  const fastify = createFastify(given, options)
  const counters = createCounters()
  const database =
    options.database ??
    openDatabase(given, queryObserver(given, options, fastify, counters), (what, error) =>
      fastify.log.error({ err: error }, `${what} cannot be read`),
    )
  await migrate(database.db)
  createFirstKey(given)
  await requireColumnKey(database.db, readColumnRing(given))
  const masters = readKeyRing(given)
  await requireMasterKey(database.db, openRawStorage(given), masters)
  if (!masters.current)
    fastify.log.warn(
      'Photos and private words are stored in the clear: set MASTER_KEY, then run keys migrate once.',
    )
  const env = await withCommunityName(given, database.db)
  const { ctx, hub, key } = await createContext(env, options, fastify, database)
  await updateEmailKeys(ctx)
  handleErrors(fastify, counters.fail)
  let isClosing = false
  fastify.addHook('onRequest', async () => {
    if (isClosing) fail('unavailable', undefined, RETRY_S.database)
  })
  sendHeaders(fastify, env)
  compressReplies(fastify)
  await registerParsers(fastify)
  const server = createServer(fastify, ctx)
  const { jobs, push, presence } = serveRooms(server, ctx, fastify, key, counters)
  serveHub(server, ctx, fastify, hub)
  serveDocs(server, env, fastify)
  serveHealth(ctx, fastify)
  const metrics = await serveMetrics(ctx, fastify, hub, counters)
  if (options.appDir) await serveApp(fastify, env, options.appDir, publicConfig(env, key))
  else handleNotFound(fastify)
  hub?.attach(fastify.server)
  return {
    fastify,
    ctx,
    hub,
    served: server.served,
    jobs,
    close: async () => {
      await jobs.stop()
      await push.stop()
      await presence.stop()
      // a single process closes its sockets first: its clients connect again a second later; among
      // several, the load balancer no longer sends any here
      if (!ctx.link.redis) await hub?.close()
      // a running request keeps its connection open for the next one: without this the stop waits
      // for the client
      const sweep = setInterval(() => fastify.server.closeIdleConnections(), SWEEP_MS)
      isClosing = true
      await Promise.all([fastify.close(), hub?.close()])
      clearInterval(sweep)
      await ctx.bus.idle()
      await metrics.close()
      await ctx.link.close()
      await ctx.mailer.close()
      if (!options.database) await database.close()
    },
  }
}

const createFastify = (env: Env, options: AppOptions): FastifyInstance =>
  Fastify({
    logger: options.logger ?? {
      ...loggerOptions(env.LOG_LEVEL),
      ...(options.logStream ? { stream: options.logStream } : {}),
    },
    // a number, never `true`, which would trust the first address of the header, set by the client
    trustProxy: (_address, hop) => hop < env.TRUST_PROXY,
    bodyLimit: 256 * 1024,
    requestTimeout: 120_000,
    forceCloseConnections: 'idle',
    // the hook of buildApp responds, in the same form as every other 503
    return503OnClosing: false,
    routerOptions: { maxParamLength: 300 },
    // a URL that cannot be decoded reaches neither a route nor the error handler
    frameworkErrors: (error, _request, reply) => void sendError(error, reply),
  })

/** Counts queries and logs slow ones. */
const queryObserver =
  (env: Env, options: AppOptions, fastify: FastifyInstance, counters: Counters) =>
  (query: Query): void => {
    const { ms, sql } = query
    options.onQuery?.(query)
    const slow = env.SLOW_QUERY_MS > 0 && ms >= env.SLOW_QUERY_MS
    counters.query(ms, slow)
    // the text of a query holds no values
    if (slow) fastify.log.warn({ ms: Math.round(ms), sql: sql.slice(0, 500) }, 'slow query')
  }

/** The clients of other engines are loaded when the settings name one: they are a sixth of the bundle. */
const openPublisher = async (env: Env, hub: ChannelsServer | null): Promise<Publisher> =>
  hub ? localPublisher(hub) : (await import('./hub/pusher')).pusherPublisher(env)

/** `hub`: null with an external realtime engine. `key`: the realtime key that pages use. */
const createContext = async (
  env: Env,
  options: AppOptions,
  fastify: FastifyInstance,
  database: Database,
): Promise<{ ctx: Ctx; hub: ChannelsServer | null; key: string }> => {
  const now = options.now ?? Date.now
  const secret = loadSecret(env.SECRET, env.DATA_DIR)
  const keys = localKeys(secret)
  const link = await openLink(env, secret, fastify.log)
  const hub = env.PUSHER_KEY
    ? null
    : createChannelsServer({
        ...keys,
        maxSockets: env.MAX_SOCKETS,
        maxSocketsPerAddress: env.MAX_SOCKETS_PER_ADDRESS,
        proxies: env.TRUST_PROXY,
        logger: fastify.log,
        ...(link.redis ? { peers: link } : {}),
        allowedOrigins: (origin, host) => isAllowedOrigin(env, origin, host),
      })
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
    realtime: createRealtime(await openPublisher(env, hub), now, (error) =>
      fastify.log.warn({ err: error }, 'publish failed'),
    ),
  }
  return { ctx, hub, key: hub ? keys.key : env.PUSHER_KEY }
}

const registerParsers = async (fastify: FastifyInstance): Promise<void> => {
  await fastify.register(cookie)
  await fastify.register(multipart, {
    limits: { fileSize: UPLOAD_MAX_BYTES, files: 1, fields: 5, fieldSize: 10_000, parts: 6 },
  })
  fastify.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
  )
}

/** Serves a text that is built at the first request: building takes some 50 ms of the main thread. */
const serveOnce = (
  fastify: FastifyInstance,
  path: string,
  type: string,
  build: () => string,
): void => {
  let built: { readonly body: string; readonly etag: string } | undefined
  fastify.get(path, (request, reply) => {
    if (!built) {
      const body = build()
      built = { body, etag: `"${createHash('sha256').update(body).digest('base64url')}"` }
    }
    reply.header('etag', built.etag).header('cache-control', 'no-cache')
    if (request.headers['if-none-match'] === built.etag) return reply.code(304).send()
    return reply.type(`${type}; charset=utf-8`).send(built.body)
  })
}
const serveDocs = (server: Server, env: Env, fastify: FastifyInstance): void => {
  serveOnce(fastify, '/api/openapi.json', 'application/json', () =>
    JSON.stringify(buildOpenApi(server.served, env.APP_NAME, VERSION)),
  )
  serveOnce(fastify, '/api/docs', 'text/html', () => docsPage(server.served, env.APP_NAME))
}

const serveHealth = (ctx: Ctx, fastify: FastifyInstance): void => {
  // asked every few seconds: only what fails is logged
  const quiet = { logLevel: 'warn' } as const
  fastify.get('/healthz', quiet, () => ({ ok: true }))
  let stored = false
  fastify.get('/readyz', quiet, async () => {
    await ctx.db.selectFrom('settings').select('name').limit(1).execute()
    // after a first success, a storage failure costs photos, not conversations: the process stays
    // ready
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
}

const openLink = async (env: Env, secret: Uint8Array, log: FastifyInstance['log']): Promise<Link> =>
  env.REDIS_URL
    ? redisLink(
        await (await import('./link/redis')).openRedis(env.REDIS_URL, log),
        `connivence:${sign(secret, 'link').slice(0, 16)}`,
        (error) => log.error({ err: error }, 'cannot handle peer message'),
      )
    : singleProcessLink()

/**
 * App id, key and secret of the embedded engine, derived from the server's secret so that they
 * survive a restart.
 */
export const localKeys = (secret: Uint8Array): { appId: string; key: string; secret: string } => ({
  appId: 'connivence',
  key: sign(secret, 'realtime-key')
    .slice(0, 20)
    .replace(/[^a-zA-Z0-9]/g, 'x'),
  secret: sign(secret, 'realtime-secret'),
})
