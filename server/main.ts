import { chmodSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildApp } from './app'
import { describeFailure, runCommand } from './commands'
import { lockFolder } from './db/client'
import { readEnv } from './env'
import { preloadPlaces } from './places/service'

const STOP_MS = 10_000
/**
 * Pending connections. With Node's 511, clients that all reconnect in one second are refused and
 * retry seconds later.
 */
const BACKLOG = 4_096

const start = async (): Promise<void> => {
  const env = readEnv()
  // database, photos and mails are readable by this user only
  process.umask(0o077)
  if (existsSync(env.DATA_DIR)) chmodSync(env.DATA_DIR, 0o700)
  // processes on one PostgreSQL may share a folder; an embedded database has one server
  const release = env.DATABASE_URL ? () => undefined : lockFolder(env.DATA_DIR)
  const app = await buildApp(env, {
    appDir: process.env['APP_DIR'] ?? join(process.cwd(), 'dist/app'),
  })
  if (env.demo) {
    const { seedDemo } = await import('../demo/demo')
    await seedDemo(app.ctx)
    const { seedCases } = await import('../demo/cases')
    await seedCases(app.ctx)
  }
  await app.fastify.listen({ host: env.HOST, port: env.PORT, backlog: BACKLOG })
  const shown =
    env.PUBLIC_URL ||
    `http://${env.HOST === '0.0.0.0' || env.HOST === '127.0.0.1' ? 'localhost' : env.HOST}:${env.PORT}`
  console.log(`\n${env.APP_NAME} is ready: ${shown}`)
  if (env.demo)
    console.log(
      'Demo data. Accounts (password connivence-demo):\n' +
        '  demo-1@connivence.test  a couple\n  demo-2@connivence.test  a man\n  demo-3@connivence.test  a woman\n' +
        '  demo-staff@connivence.test  the desk at /desk (its code: /demo/boite-aux-lettres)\n',
    )
  void preloadPlaces(app.ctx.log)
  let stopping = false
  const stop = (signal: string): void => {
    if (stopping) return
    stopping = true
    app.ctx.log.info({ signal }, 'stopping')
    // requests still running after this are cut: the supervisor would kill the process anyway
    setTimeout(() => process.exit(1), STOP_MS).unref()
    app.close().then(
      () => {
        release()
        process.exit(0)
      },
      (error: unknown) => {
        app.ctx.log.error({ err: error }, 'stop failed')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', () => stop('SIGTERM'))
  process.on('SIGINT', () => stop('SIGINT'))
}

const words = process.argv.slice(2)
const run = words.length > 0 ? runCommand(readEnv, words) : start()
run.catch((error: unknown) => {
  const line = describeFailure(error)
  console.error(line === null ? error : `\n${line}\n`)
  process.exit(1)
})
