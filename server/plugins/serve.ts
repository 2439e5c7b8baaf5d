import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { ParsedInput, ReplyInput, RouteShape } from '#contract/route'
import type { Ctx, StaffViewer, UserViewer, Viewer } from '../context'
import { fail } from '../fail'
import { authenticate } from './auth'
import { createLimiter, type Limit, type Limiter } from './limits'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Contract id of a route: the label of its metrics. */
    routeId?: string
  }
}

type ViewerOf<R extends RouteShape> = R['auth'] extends 'account'
  ? Viewer
  : R['auth'] extends 'user'
    ? UserViewer
    : R['auth'] extends 'staff' | 'operator'
      ? StaffViewer
      : null
interface HandlerCall<R extends RouteShape> extends ParsedInput<R> {
  readonly viewer: ViewerOf<R>
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Counts a case that only the handler can distinguish; fails with 429 beyond the limit. */
  count(limit: Limit): Promise<void>
}
const DONE = { success: true } as const
/** May be nothing where `success` is the only field of the reply. */
type Answer<R extends RouteShape> =
  typeof DONE extends ReplyInput<R> ? ReplyInput<R> | void : ReplyInput<R>
interface Serving<R extends RouteShape> {
  readonly limits?: readonly Limit[]
  readonly handler: (call: HandlerCall<R>) => Promise<Answer<R>>
}
/** A served route: the OpenAPI page and the access matrix read this list. */
export type Served = RouteShape

export interface Server {
  readonly served: readonly Served[]
  /**
   * Contract → Fastify: authentication, limits, parse in, handler, parse out (fields that the reply
   * does not name are dropped).
   */
  serve<R extends RouteShape>(route: R, serving: Serving<R> | Serving<R>['handler']): void
}

const DEPTH_MAX = 32
/**
 * PostgreSQL cannot store U+0000, and refuses to read JSON with half of a surrogate pair: one member's
 * profile would break each query over many. Both are taken out of every text first.
 */
const storable = (text: string): string =>
  text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\ufffd')
/** The same for every text in a value. */
export const allStorable = (value: unknown, depth = 0): unknown => {
  // no valid body is nested deeper; deeper ones would exhaust the stack
  if (depth > DEPTH_MAX) return fail('invalid_payload')
  if (typeof value === 'string') return storable(value)
  if (Array.isArray(value)) return value.map((v) => allStorable(v, depth + 1))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([k, v]) => [storable(k), allStorable(v, depth + 1)]),
  )
}

const parseWith = (schema: z.ZodMiniType | undefined, value: unknown, where: string): unknown => {
  if (!schema) return undefined
  const parsed = z.safeParse(schema, allStorable(value ?? {}))
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.map((i) => ({
    path: [where, ...i.path].join('.'),
    message: i.message,
  }))
  return fail('invalid_payload', issues)
}

const PER_MINUTE: Limit = { name: 'any', points: 1200, perS: 60, by: 'account' }

export const createServer = (app: FastifyInstance, ctx: Ctx): Server => {
  const limiter: Limiter = createLimiter(ctx)
  const served: Served[] = []
  return {
    served,
    serve: (route, serving) => {
      const { handler, limits = [] } =
        typeof serving === 'function' ? { handler: serving } : serving
      const nothing = route.status === 204 ? undefined : DONE
      served.push(route)
      app.route({
        method: route.method,
        url: `/api${route.path}`,
        config: { routeId: route.id },
        handler: async (request, reply) => {
          // before any query; per-account limits follow
          for (const limit of limits)
            if (limit.by !== 'account') await limiter.check(limit, request)
          const viewer = await authenticate(ctx, request, route.auth, route.id)
          for (const limit of limits)
            if (limit.by === 'account') await limiter.check(limit, request, viewer)
          await limiter.check(PER_MINUTE, request, viewer)
          const call = {
            params: parseWith(route.params, request.params, 'params'),
            query: parseWith(route.query, request.query, 'query'),
            body: route.multipart ? undefined : parseWith(route.body, request.body, 'body'),
            viewer,
            request,
            reply,
            count: (limit: Limit) => limiter.check(limit, request, viewer),
          }
          const answer = await handler(call as never)
          reply.code(route.status ?? 200)
          return z.parse(route.reply, answer ?? nothing)
        },
      })
    },
  }
}
