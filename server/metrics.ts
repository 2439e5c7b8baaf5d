import { createServer } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Ctx } from './context'
import type { Hub } from './hub/hub'

/** Prometheus figures on a loopback port of their own (METRICS_PORT; 0: none). Labels name routes, never members. */
export const serveMetrics = async (ctx: Ctx, app: FastifyInstance, hub: Hub | null): Promise<{ close(): Promise<void> }> => {
  if (ctx.env.METRICS_PORT === 0) return { close: async () => undefined }
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({ name: 'http_request_seconds', help: 'Time to answer', labelNames: ['route', 'status'], buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10], registers: [registry] })
  const failures = new Counter({ name: 'http_failures_total', help: 'Answers of 500 and more', labelNames: ['route'], registers: [registry] })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.config.routeId ?? 'other'
    seconds.observe({ route, status: `${Math.floor(reply.statusCode / 100)}xx` }, reply.elapsedTime / 1000)
    if (reply.statusCode >= 500) failures.inc({ route })
    done()
  })
  if (hub) {
    const stats = new Gauge({ name: 'realtime', help: 'Sockets, subscriptions, deliveries, dropped frames, slow sockets closed', labelNames: ['figure'], registers: [registry],
      collect() { for (const [figure, value] of Object.entries(hub.stats())) if (typeof value === 'number') this.set({ figure }, value) } })
    void stats
  }
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') { response.writeHead(404).end(); return }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(ctx.env.METRICS_PORT, '127.0.0.1', resolve))
  return { close: () => new Promise((resolve) => server.close(() => resolve())) }
}
