import { PRESENCE_TIMEOUT_MS } from '#contract/limits'
import type { Ctx, Viewer } from '../context'

export type OnlineSession = Pick<Viewer, 'accountId' | 'sessionId'>

/** Sessions of each account and their last heartbeats: of this process, or with Redis of all. */
export interface Devices {
  /** Records a heartbeat. Returns true when the account was online before it. */
  beat(who: OnlineSession, at: number): Promise<boolean>
  /** Removes a session. Returns true when another one of the account is still online. */
  leave(who: OnlineSession): Promise<boolean>
  knows(who: OnlineSession): Promise<boolean>
  /** This process has seen the account within the last minute: no query needed. */
  isHere(accountId: string): boolean
  sweep(): void
}

/**
 * Removes stale sessions from the hash, then records the heartbeat; returns how many there were
 * before.
 */
const BEAT = `local n = 0
local all = redis.call('hgetall', KEYS[1])
for i = 1, #all, 2 do
  if tonumber(all[i + 1]) <= tonumber(ARGV[2]) - tonumber(ARGV[3]) then
    redis.call('hdel', KEYS[1], all[i])
  else
    n = n + 1
  end
end
redis.call('hset', KEYS[1], ARGV[1], ARGV[2])
redis.call('pexpire', KEYS[1], ARGV[3])
return n`
/** Returns how many other sessions are still online. */
const LEAVE = `redis.call('hdel', KEYS[1], ARGV[1])
local n = 0
for _, at in ipairs(redis.call('hvals', KEYS[1])) do
  if tonumber(at) > tonumber(ARGV[2]) - tonumber(ARGV[3]) then n = n + 1 end
end
return n`

/**
 * While Redis is unavailable each process only knows its own sessions: one may report an account as
 * offline that another still sees, until its next heartbeat.
 */
export const createDevices = (ctx: Pick<Ctx, 'link' | 'now'>): Devices => {
  const seen = new Map<string, Map<string, number>>()
  const isFresh = (at: number): boolean => ctx.now() - at < PRESENCE_TIMEOUT_MS
  const isHere = (accountId: string): boolean =>
    [...(seen.get(accountId)?.values() ?? [])].some(isFresh)
  const { redis } = ctx.link
  const ask = async (
    script: string,
    { accountId, sessionId }: OnlineSession,
    at: number,
  ): Promise<number | null> => {
    if (!redis || !ctx.link.up()) return null
    try {
      return Number(
        await redis.eval(
          script,
          1,
          `connivence:presence:${accountId}`,
          sessionId,
          at,
          PRESENCE_TIMEOUT_MS,
        ),
      )
    } catch {
      return null
    }
  }
  // an account that signed out at another process is not online here either
  ctx.link.on('presence.left', (accountId: string) => void seen.delete(accountId))
  return {
    isHere,
    beat: async (who, at) => {
      const here = isHere(who.accountId)
      seen.set(
        who.accountId,
        (seen.get(who.accountId) ?? new Map<string, number>()).set(who.sessionId, at),
      )
      const before = await ask(BEAT, who, at)
      return before === null ? here : before > 0
    },
    leave: async (who) => {
      seen.get(who.accountId)?.delete(who.sessionId)
      const left = await ask(LEAVE, who, ctx.now())
      const there = left === null ? isHere(who.accountId) : left > 0
      if (!there) {
        seen.delete(who.accountId)
        await ctx.link.tell('presence.left', who.accountId)
      }
      return there
    },
    knows: async (who) => {
      if (seen.get(who.accountId)?.has(who.sessionId)) return true
      if (!redis || !ctx.link.up()) return false
      return redis.hexists(`connivence:presence:${who.accountId}`, who.sessionId).then(
        (n) => n === 1,
        () => false,
      )
    },
    sweep: () => {
      for (const id of seen.keys()) if (!isHere(id)) seen.delete(id)
    },
  }
}
