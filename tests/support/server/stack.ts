import { join } from 'node:path'
import { startBalancer, type Balancer } from './balancer'
import { postgresBinaries, startPostgres, type PostgresServer } from './postgres'
import { startServer, type RunningServer } from './process'
import { redisBinary, startRedis, type RedisServer } from './redis'
import { startS3, type S3Server } from './s3'

/** Requirements of the full stack on this machine; the reason when one is missing. */
export const stackNeeds = (): { why: string } => ({
  why: postgresBinaries().why || redisBinary().why,
})

export interface Stack {
  readonly url: string
  readonly postgres: PostgresServer
  readonly redis: RedisServer
  readonly s3: S3Server
  readonly balancer: Balancer
  /** Replaced by `restart`. */
  readonly servers: RunningServer[]
  /** Replaces the nth process by another one, on a different port. */
  restart(n: number): Promise<void>
  close(): Promise<void>
}

interface StackOptions {
  readonly processes?: number
  /** Where everything is kept; without it, thrown away. */
  readonly dir?: string
  /**
   * First of the ports: balancer, then PostgreSQL, Redis, S3, then the processes; free ones by
   * default.
   */
  readonly port?: number
  readonly settings?: Readonly<Record<string, string>>
}

/**
 * PostgreSQL, Redis, an S3-compatible store and several built servers behind a balancer, all on
 * loopback.
 */
export const startStack = async ({
  processes = 2,
  dir,
  port,
  settings = {},
}: StackOptions = {}): Promise<Stack> => {
  const at = (n: number): { port: number } | Record<string, never> =>
    port === undefined ? {} : { port: port + n }
  const [postgres, redis, s3] = await Promise.all([
    startPostgres(postgresBinaries().dir ?? '', {
      ...(dir ? { dir: join(dir, 'postgres') } : { fast: true }),
      ...at(1),
    }),
    startRedis(redisBinary().path ?? '', port === undefined ? undefined : port + 2),
    startS3({ ...(dir ? { dir: join(dir, 's3') } : {}), ...at(3) }),
  ])
  const balancer = await startBalancer([], port ?? 0)
  const all = {
    SECRET: 'une pile sur cette machine, pour essayer et pour les tests',
    DEMO: '1',
    PUSH: '0',
    PUBLIC_URL: balancer.url,
    TRUST_PROXY: '1',
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    ...s3.settings,
    ...settings,
  }
  const one = (n: number): Promise<RunningServer> =>
    startServer({
      ...all,
      ...(dir ? { DATA_DIR: join(dir, `server-${n}`) } : {}),
      ...(port === undefined ? {} : { PORT: String(port + 4 + n) }),
    })
  // the first one makes the demonstration data: drawing them twice would only take time
  const servers = [await one(0)]
  servers.push(...(await Promise.all(Array.from({ length: processes - 1 }, (_, n) => one(n + 1)))))
  const route = (): void => balancer.setPorts(servers.map((s) => s.port))
  route()
  return {
    url: balancer.url,
    postgres,
    redis,
    s3,
    balancer,
    servers,
    restart: async (n) => {
      servers[n] = await one(n)
      route()
    },
    close: async () => {
      await balancer.close()
      await Promise.all(servers.map((s) => s.close()))
      await Promise.all([postgres.close(), redis.close(), s3.close()])
    },
  }
}
