import { createServer } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Ctx } from './context'
import type { Counters } from './counters'
import type { ChannelsServer } from './hub/server'
import { countRows } from './db/count'
import { VERSION } from './version'

const BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

type Read = () => Iterable<readonly [string, number]> | Promise<Iterable<readonly [string, number]>>
type DefineGauge = (name: string, help: string, label: string, read: Read) => void

const countRequests = (app: FastifyInstance, registers: Registry[]): void => {
  const seconds = new Histogram({
    name: 'http_request_seconds',
    help: 'Response time',
    labelNames: ['route', 'status'],
    buckets: BUCKETS,
    registers,
  })
  const failures = new Counter({
    name: 'http_failures_total',
    help: 'Responses with status 500 and above',
    labelNames: ['route'],
    registers,
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.config.routeId ?? 'other'
    seconds.observe(
      { route, status: `${Math.floor(reply.statusCode / 100)}xx` },
      reply.elapsedTime / 1000,
    )
    if (reply.statusCode >= 500) failures.inc({ route })
    done()
  })
}

const countQueries = (counters: Counters, registers: Registry[]): void => {
  const queries = new Histogram({
    name: 'database_query_seconds',
    help: 'Query duration',
    buckets: BUCKETS,
    registers,
  })
  const slow = new Counter({
    name: 'database_slow_queries_total',
    help: 'Queries above SLOW_QUERY_MS',
    registers,
  })
  counters.onQuery = (ms, isSlow) => {
    queries.observe(ms / 1000)
    if (isSlow) slow.inc()
  }
}

const countDroppedPushes = (counters: Counters, registers: Registry[]): void => {
  const dropped = new Counter({
    name: 'push_dropped_total',
    help: 'Queued pushes that were not sent, by reason',
    labelNames: ['reason'],
    registers,
  })
  counters.onDropPush = (reason) => dropped.inc({ reason })
}

/** Defines gauges that are read at each scrape; a gauge whose read fails is left out. */
const gaugeDefiner =
  (ctx: Ctx, registers: Registry[]): DefineGauge =>
  (name, help, label, read) => {
    void new Gauge({
      name,
      help,
      labelNames: [label],
      registers,
      async collect() {
        this.reset()
        try {
          for (const [of, value] of await read()) this.set({ [label]: of }, value)
        } catch (error) {
          ctx.log.debug({ err: error, name }, 'cannot read metric')
        }
      },
    })
  }

const defineGauges = (
  gauge: DefineGauge,
  ctx: Ctx,
  hub: ChannelsServer | null,
  counters: Counters,
): void => {
  gauge(
    'failures',
    'Failed requests since the start, by unavailable dependency (other: ours)',
    'kind',
    () => counters.failures,
  )
  if (hub)
    gauge(
      'realtime',
      'Sockets, subscriptions, deliveries, dropped frames, slow sockets closed',
      'figure',
      () => Object.entries(hub.stats()),
    )
  gauge('dependency_up', 'Dependencies: 1 available, 0 unavailable', 'name', () => [
    ['redis', ctx.link.up() ? 1 : 0],
  ])
  gauge('database_connections', 'Database connections of this process', 'state', () =>
    Object.entries(ctx.database.pool()),
  )
  gauge('queue_length', 'Pending rows, of all processes', 'queue', async () => {
    const count = async (late: number): Promise<number> =>
      countRows(ctx.db.selectFrom('push_queue').where('next_at', '<=', ctx.now() - late))
    return [
      ['push_due', await count(0)],
      ['push_late_a_minute', await count(60_000)],
    ]
  })
  gauge(
    'work_age_seconds',
    'Seconds since the last run of each scheduled job, by any process',
    'job',
    async () =>
      (await ctx.db.selectFrom('work_claims').select(['name', 'ran_at']).execute())
        .filter((w) => w.ran_at > 0)
        .map((w) => [w.name, (ctx.now() - w.ran_at) / 1000] as const),
  )
  gauge('app_info', 'Version', 'version', () => [[VERSION, 1]])
}

/**
 * Prometheus metrics on a separate port (METRICS_PORT; 0: off). Labels name routes and kinds, never
 * members.
 */
export const serveMetrics = async (
  ctx: Ctx,
  app: FastifyInstance,
  hub: ChannelsServer | null,
  counters: Counters,
): Promise<{ close(): Promise<void> }> => {
  if (ctx.env.METRICS_PORT === 0) return { close: async () => undefined }
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  countRequests(app, registers)
  countQueries(counters, registers)
  countDroppedPushes(counters, registers)
  defineGauges(gaugeDefiner(ctx, registers), ctx, hub, counters)

  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(ctx.env.METRICS_PORT, ctx.env.METRICS_HOST, resolve),
  )
  return { close: () => new Promise((resolve) => server.close(() => resolve())) }
}
