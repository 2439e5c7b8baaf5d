import { spawn, type ChildProcess } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

const root = join(import.meta.dirname, '../../..')

/**
 * A port on which nothing listens, below those that the system gives to outgoing connections, which
 * could take it while a server restarts.
 */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(20_000, 32_000)
    const server = createServer()
    const free = await new Promise<boolean>((resolve, reject) => {
      server
        .once('error', (error: NodeJS.ErrnoException) =>
          error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
        )
        .listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
    })
    if (free) return port
  }
}

export interface RunningServer {
  readonly url: string
  readonly port: number
  readonly dataDir: string
  readonly child: ChildProcess
  /** All output so far. */
  output(): string
  kill(signal?: NodeJS.Signals): Promise<number | null>
  /** Stops it and removes its data. */
  close(): Promise<void>
}

/**
 * TEST_STACK (`npm test -- --stack`): settings of PostgreSQL, Redis and S3; each server gets its
 * own database there.
 */
const engines = async (): Promise<{ settings: Record<string, string>; drop(): Promise<void> }> => {
  const given = process.env['TEST_STACK']
  if (!given) return { settings: {}, drop: async () => undefined }
  const settings = JSON.parse(given) as Record<string, string>
  const name = `e_${randomUUID().replaceAll('-', '')}`
  const base = settings['DATABASE_URL'] ?? ''
  const run = async (text: string): Promise<void> => {
    const client = new pg.Client({ connectionString: base })
    await client.connect()
    await client.query(text).finally(() => client.end())
  }
  await run(`create database ${name}`)
  const url = new URL(base)
  url.pathname = `/${name}`
  // a separate secret: servers of other files share Redis and must not receive each other's
  // messages
  return {
    settings: { ...settings, DATABASE_URL: url.href, SECRET: `${settings['SECRET']} ${name}` },
    drop: () => run(`drop database if exists ${name} with (force)`),
  }
}

/**
 * Starts the built server as a separate process and waits until /readyz succeeds. Rejects with its
 * output when it exits first. `program`: another copy of it. DEMO_DATA: a folder made by `fillDemo`, copied instead of drawing the
 * demonstration data again.
 */
export const startServer = async (
  settings: Record<string, string> = {},
  waitMs = 120_000,
  program = 'dist/server/main.js',
): Promise<RunningServer> => {
  const own = settings['DATA_DIR'] === undefined
  const dataDir = settings['DATA_DIR'] ?? mkdtempSync(join(tmpdir(), 'connivence-run-'))
  // a given folder is reused: its database is the one in it
  const { settings: shared, drop } = own
    ? await engines()
    : { settings: {}, drop: async () => undefined }
  // made once by the runner: each new folder starts with its own copy
  const filled = process.env['DEMO_DATA']
  const isNew = !existsSync(dataDir) || readdirSync(dataDir).length === 0
  const isEmbedded = !(shared['DATABASE_URL'] ?? settings['DATABASE_URL'])
  if (isNew && filled && settings['DEMO'] === '1' && isEmbedded)
    cpSync(filled, dataDir, { recursive: true })
  const port = Number(settings['PORT'] ?? (await freePort()))
  const url = `http://127.0.0.1:${port}`
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    DEMO: '0',
    LOG_LEVEL: 'error',
    RATE_FACTOR: '0',
    DATABASE_URL: '',
    ...shared,
    ...settings,
    DATA_DIR: dataDir,
    PORT: String(port),
  }
  const child = spawn(process.execPath, [program], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  child.stdout.on('data', (d: Buffer) => {
    text += d.toString()
  })
  child.stderr.on('data', (d: Buffer) => {
    text += d.toString()
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  const until = Date.now() + waitMs
  for (;;) {
    const ok = await fetch(`${url}/readyz`).then(
      (r) => r.ok,
      () => false,
    )
    if (ok) break
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > until) {
      child.kill('SIGKILL')
      throw new Error(`the server did not start: ${text}`)
    }
    await new Promise((r) => setTimeout(r, 25))
  }
  const kill = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> => {
    child.kill(signal)
    return ended
  }
  return {
    url,
    port,
    dataDir,
    child,
    output: () => text,
    kill,
    close: async () => {
      if (child.exitCode === null && child.signalCode === null) await kill()
      await drop()
      if (own) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Fills a folder with demonstration data and shuts the server down cleanly. */
export const fillDemo = async (dataDir: string): Promise<void> => {
  const server = await startServer({ DEMO: '1', DATA_DIR: dataDir }, 600_000)
  await server.close()
}
