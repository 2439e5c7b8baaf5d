import type { FastifyRequest } from 'fastify'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { UserViewer } from '../context'
import { fail } from '../fail'

/** `points` calls in `perS` seconds; counted per address, per account (user), or by a key of the input; `part`: apart for each value of this. */
export interface Limit {
  readonly name: string
  readonly points: number
  readonly perS: number
  readonly by: 'address' | 'account' | ((request: FastifyRequest, body: unknown) => string | null)
  readonly part?: (request: FastifyRequest) => string
}

export interface Limiter {
  /** Counts one call; fails with 429 and Retry-After beyond the limit. */
  check(limit: Limit, request: FastifyRequest, viewer: UserViewer | null, body: unknown): Promise<void>
}

/** `factor` multiplies every limit; 0 turns them off. */
export const createLimiter = (factor: number): Limiter => {
  const limiters = new Map<string, RateLimiterMemory>()
  return {
    check: async (limit, request, viewer, body) => {
      if (factor === 0) return
      let limiter = limiters.get(limit.name)
      if (!limiter) {
        limiter = new RateLimiterMemory({ keyPrefix: limit.name, points: Math.max(1, Math.round(limit.points * factor)), duration: limit.perS })
        limiters.set(limit.name, limiter)
      }
      const key = limit.by === 'address' ? request.ip : limit.by === 'account' ? (viewer?.userId ?? request.ip) : limit.by(request, body)
      if (key === null) return
      try {
        await limiter.consume(limit.part ? `${key}:${limit.part(request)}` : key)
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        fail('too_many', undefined, Math.max(1, Math.ceil(error.msBeforeNext / 1000)))
      }
    },
  }
}
