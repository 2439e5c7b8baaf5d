import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:net'
import { freePort } from './process'

const find = (): string | null =>
  ['/usr/bin/redis-server', '/usr/local/bin/redis-server'].find(
    (p) => spawnSync(p, ['--version']).status === 0,
  ) ?? null
/** Debian's package, installed when running as root; null (with the reason) when unavailable. */
export const redisBinary = (): { path: string | null; why: string } => {
  const there = find()
  if (there) return { path: there, why: '' }
  if (process.getuid?.() !== 0) return { path: null, why: 'redis-server is not installed' }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'redis-server'], {
    env,
    timeout: 90_000,
  })
  if (!find()) {
    spawnSync('apt-get', ['update', '-qq'], { env, timeout: 60_000 })
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'redis-server'], {
      env,
      timeout: 90_000,
    })
  }
  const path = find()
  return { path, why: path ? '' : 'redis-server could not be installed' }
}

export interface RedisServer {
  readonly url: string
  readonly port: number
  /** kill -9; `start` launches another one on the same port, empty. */
  kill(): Promise<void>
  start(): Promise<void>
  close(): Promise<void>
}

/** A separate Redis on loopback, without persistence. */
export const startRedis = async (path: string, givenPort?: number): Promise<RedisServer> => {
  const dir = mkdtempSync(join(tmpdir(), 'connivence-redis-'))
  const port = givenPort ?? (await freePort())
  let child: ChildProcess
  const answers = (): Promise<boolean> =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'))
      socket
        .once('data', (d) => {
          socket.destroy()
          resolve(d.toString().startsWith('+PONG'))
        })
        .once('error', () => resolve(false))
    })
  const start = async (): Promise<void> => {
    child = spawn(
      path,
      [
        '--port',
        String(port),
        '--bind',
        '127.0.0.1',
        '--dir',
        dir,
        '--save',
        '',
        '--appendonly',
        'no',
        '--daemonize',
        'no',
      ],
      { stdio: 'ignore' },
    )
    for (let i = 0; i < 200 && !(await answers()); i += 1)
      await new Promise((r) => setTimeout(r, 20))
  }
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((r) => child.once('exit', r))
    child.kill('SIGKILL')
    await gone
  }
  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    kill,
    start,
    close: async () => {
      await kill()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
