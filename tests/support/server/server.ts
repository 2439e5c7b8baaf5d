import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Gender } from '#contract/common'
import { fillPath, type RouteInput, type Reply, type RouteShape } from '#contract/route'
import { buildApp, type App, type AppOptions } from '../../../server/app'
import type { Viewer } from '../../../server/context'
import { readEnv } from '../../../server/env'
import { createRelation } from '../../../server/relations/service'
import { copyOnPostgres, copyTemplate } from './template'

export interface Client {
  /**
   * Calls a route of the contract through the real server; the body is the response, success or
   * failure.
   */
  call<R extends RouteShape>(
    route: R,
    ...input: unknown extends RouteInput<R> ? [Record<string, never>?] : [RouteInput<R>]
  ): Promise<{
    status: number
    body: Reply<R>
    headers: Record<string, string | string[] | undefined>
  }>
  raw(
    method: string,
    path: string,
    options?: { body?: unknown; headers?: Record<string, string>; payload?: Buffer | string },
  ): Promise<{
    status: number
    body: Record<string, unknown>
    headers: Record<string, string | string[] | undefined>
  }>
  token: string | null
  cookie: string | null
  identity: string | null
}
export interface Member extends Client {
  token: string
  userId: string
  accountId: string
  identityIds: string[]
  handle: string
  email: string
}
/** The member as a viewer, in both mode. */
export const viewerOf = ({ userId, accountId, identityIds }: Member): Viewer => ({
  userId,
  sessionId: '',
  accountId,
  identityId: null,
  identityIds,
})
export interface TestApp {
  readonly app: App
  readonly ctx: App['ctx']
  readonly clock: { now: number }
  client(): Client
  /** A verified user with an account, inserted directly; password `un-bon-mot-de-passe`. */
  member(handle?: string, genders?: readonly Gender[]): Promise<Member>
  /** Makes two members relations of each other. */
  relate(a: Pick<Member, 'accountId'>, b: Pick<Member, 'accountId'>): Promise<unknown>
  /** How many queries `run` and what it sets off ask; those of timers and other calls do not count. */
  queriesOf(run: () => Promise<unknown>): Promise<number>
  /** Listens on a free loopback port; returns http://127.0.0.1:port. */
  listen(): Promise<string>
  close(): Promise<void>
}

/** The count of the `queriesOf` in which a query runs. */
const counting = new AsyncLocalStorage<{ queries: number }>()

/**
 * The real app on a throw-away database (TEST_DATABASE_URL: a new PostgreSQL database on that
 * server).
 */
export const testApp = async (
  settings: Record<string, string> = {},
  options: AppOptions = {},
): Promise<TestApp> => {
  const dir = mkdtempSync(join(tmpdir(), 'connivence-test-'))
  const base = process.env['TEST_DATABASE_URL']
  const postgres = base ? await copyOnPostgres(base) : null
  if (!base) copyTemplate(dir)
  const env = readEnv({
    NODE_ENV: 'test',
    DEMO: '0',
    DATA_DIR: dir,
    LOG_LEVEL: 'silent',
    RATE_FACTOR: '0',
    ...(postgres ? { DATABASE_URL: postgres.url } : {}),
    ...settings,
  })
  const clock = { now: 0 }
  const app = await buildApp(env, {
    now: () => Date.now() + clock.now,
    ...(options.logStream ? {} : { logger: false as const }),
    ...options,
    onQuery: (query) => {
      const count = counting.getStore()
      if (count) count.queries += 1
      options.onQuery?.(query)
    },
  })
  let n = 0

  const client = (): Client => {
    const self: Client = {
      token: null,
      cookie: null,
      identity: null,
      raw: async (method, path, { body, headers = {}, payload } = {}) => {
        const answer = await app.fastify.inject({
          method: method as 'GET',
          url: path,
          headers: {
            ...(self.token ? { authorization: `Bearer ${self.token}` } : {}),
            ...(self.cookie ? { cookie: self.cookie } : {}),
            ...(self.identity ? { 'x-active-identity': self.identity } : {}),
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...headers,
          },
          ...(payload !== undefined
            ? { payload }
            : body === undefined
              ? {}
              : { payload: JSON.stringify(body) }),
        })
        const set = answer.headers['set-cookie']
        if (set)
          self.cookie = (Array.isArray(set) ? set : [set])
            .map((c) => String(c).split(';', 1)[0])
            .join('; ')
        let parsed: unknown = answer.body
        try {
          parsed = JSON.parse(answer.body)
        } catch {
          /* not JSON */
        }
        return {
          status: answer.statusCode,
          body: parsed as Record<string, unknown>,
          headers: answer.headers as never,
        }
      },
      call: async (route, ...rest) => {
        const input = (rest[0] ?? {}) as {
          params?: Record<string, string>
          query?: Record<string, unknown>
          body?: unknown
        }
        const query = new URLSearchParams(
          Object.entries(input.query ?? {})
            .filter(([, v]) => v !== undefined)
            .map(([k, v]) => [k, String(v)]),
        ).toString()
        return (await self.raw(
          route.method,
          `/api${fillPath(route.path, input.params)}${query ? `?${query}` : ''}`,
          input.body === undefined ? {} : { body: input.body },
        )) as never
      },
    }
    return self
  }

  const member = async (
    handle = `membre_${++n}`,
    genders: readonly Gender[] = ['woman'],
  ): Promise<Member> => {
    const { insertMember } = await import('../../../server/session/registration/member-rows')
    const rows = await insertMember(app.ctx, {
      handle,
      genders,
      email: `${handle}@test.invalid`,
      password: 'un-bon-mot-de-passe',
    })
    const self = client() as Member
    Object.assign(self, rows, { handle, email: `${handle}@test.invalid` })
    return self
  }

  return {
    app,
    ctx: app.ctx,
    clock,
    client,
    member,
    relate: (a, b) =>
      app.ctx.db
        .transaction()
        .execute((trx) => createRelation(trx, a.accountId, b.accountId, 'link', app.ctx.now())),
    queriesOf: async (run) => {
      const count = { queries: 0 }
      await counting.run(count, run)
      if (count.queries === 0) throw new Error('queriesOf: no query, the context was lost')
      return count.queries
    },
    listen: () => app.fastify.listen({ host: '127.0.0.1', port: 0 }),
    close: async () => {
      await app.close()
      await postgres?.drop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
