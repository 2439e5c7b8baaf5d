import type { FastifyRequest } from 'fastify'
import {
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible'
import type { Ctx, UserViewer } from '../context'
import { fail } from '../fail'
import { sign } from '../tokens'
import { ipLimitKey } from '../client-ip'

/**
 * `points` calls in `perS` seconds, counted per IP address, account (user) or a key of the input;
 * `part`: separately for each of its values.
 */
export interface Limit {
  readonly name: string
  readonly points: number
  readonly perS: number
  readonly by: 'ip' | 'account' | ((request: FastifyRequest) => string | null)
  readonly part?: (request: FastifyRequest) => string
  /**
   * Beyond the limit: as many calls as this one allows. So others who use up the limit of a member
   * do not lock the member out.
   */
  readonly spare?: Limit
}

export interface Limiter {
  /** Counts one call; fails with 429 and Retry-After beyond the limit. */
  check(limit: Limit, request: FastifyRequest, viewer?: UserViewer | null): Promise<void>
}

/**
 * RATE_FACTOR multiplies every limit; 0 turns them off. With Redis all processes count together;
 * during an outage each counts alone.
 */
export const createLimiter = (ctx: Pick<Ctx, 'env' | 'link' | 'secret'>): Limiter => {
  const factor = ctx.env.RATE_FACTOR
  const { redis } = ctx.link
  const limiters = new Map<string, RateLimiterAbstract>()
  const make = (limit: Limit): RateLimiterAbstract => {
    const bounds = {
      keyPrefix: limit.name,
      points: Math.max(1, Math.round(limit.points * factor)),
      duration: limit.perS,
    }
    const memory = new RateLimiterMemory(bounds)
    return redis
      ? new RateLimiterRedis({
          ...bounds,
          keyPrefix: `connivence:limit:${limit.name}`,
          storeClient: redis,
          rejectIfRedisNotReady: true,
          insuranceLimiter: memory,
        })
      : memory
  }
  const keyOf = (
    { by }: Limit,
    request: FastifyRequest,
    viewer: UserViewer | null,
  ): string | null => {
    if (by === 'account' && viewer) return viewer.userId
    return typeof by === 'function' ? by(request) : ipLimitKey(request.ip)
  }
  const check: Limiter['check'] = async (limit, request, viewer = null) => {
    if (factor === 0) return
    let limiter = limiters.get(limit.name)
    if (!limiter) limiters.set(limit.name, (limiter = make(limit)))
    const key = keyOf(limit, request, viewer)
    if (key === null) return
    const whole = limit.part ? `${key}:${limit.part(request)}` : key
    try {
      // no IP addresses in Redis keys
      await limiter.consume(redis ? sign(ctx.secret, 'limit', whole) : whole)
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      if (limit.spare) return check(limit.spare, request, viewer)
      fail('too_many', undefined, Math.max(1, Math.ceil(error.msBeforeNext / 1000)))
    }
  }
  return { check }
}
