import {
  execFileSync,
  spawn,
  spawnSync,
  type ChildProcess,
  type SpawnOptions,
} from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from './process'

const PACKAGES = '/usr/lib/postgresql'
const find = (): string | null => {
  const versions = existsSync(PACKAGES)
    ? readdirSync(PACKAGES)
        .filter((v) => existsSync(join(PACKAGES, v, 'bin/initdb')))
        .sort((a, b) => Number(a) - Number(b))
    : []
  return versions.length > 0 ? join(PACKAGES, versions.at(-1) ?? '', 'bin') : null
}
/** Debian's package, installed when running as root; null (with the reason) when unavailable. */
export const postgresBinaries = (): { dir: string | null; why: string } => {
  if (!find() && process.getuid?.() === 0) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    spawnSync('apt-get', ['update', '-qq'], { env, timeout: 60_000 })
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'postgresql'], {
      env,
      timeout: 180_000,
    })
  }
  const dir = find()
  return { dir, why: dir ? '' : 'PostgreSQL is not installed' }
}

export interface PostgresServer {
  readonly url: string
  /** Kills it like a power cut: connections break, nothing more is written. */
  kill(): Promise<void>
  start(): Promise<void>
  close(): Promise<void>
}

/**
 * A separate PostgreSQL on loopback. `dir`: kept there; without it, thrown away. `fast`: commits
 * survive a crash of the process, not of the machine.
 */
export const startPostgres = async (
  binaries: string,
  options: { dir?: string; port?: number; fast?: boolean } = {},
): Promise<PostgresServer> => {
  const dir = options.dir ?? mkdtempSync(join(tmpdir(), 'connivence-pg-'))
  const port = options.port ?? (await freePort())
  mkdirSync(dir, { recursive: true })
  // PostgreSQL refuses to run as root
  const root = process.getuid?.() === 0
  const id = (flag: string): number => Number(execFileSync('id', [flag, 'postgres']).toString())
  const who: SpawnOptions = root ? { uid: id('-u'), gid: id('-g') } : {}
  if (root) chownSync(dir, who.uid ?? 0, who.gid ?? 0)
  const data = join(dir, 'pg')
  if (!existsSync(data))
    execFileSync(
      join(binaries, 'initdb'),
      ['-D', data, '-A', 'trust', '-U', 'connivence', '-N', '--no-instructions'],
      { ...who, cwd: dir, stdio: 'ignore' },
    )
  const url = `postgres://connivence@127.0.0.1:${port}/connivence`
  let child: ChildProcess
  const start = async (): Promise<void> => {
    const settings = {
      listen_addresses: '127.0.0.1',
      port,
      unix_socket_directories: dir,
      max_connections: 300,
      ...(options.fast ? { fsync: 'off' } : {}),
    }
    child = spawn(
      join(binaries, 'postgres'),
      ['-D', data, ...Object.entries(settings).flatMap(([k, v]) => ['-c', `${k}=${v}`])],
      { ...who, cwd: dir, stdio: 'ignore' },
    )
    for (let i = 0; ; i += 1) {
      const client = new pg.Client({ connectionString: url.replace(/connivence$/, 'postgres') })
      client.on('error', () => undefined)
      const ok = await client
        .connect()
        .then(() => client.query("select 1 from pg_database where datname = 'connivence'"))
        .then((r) => (r.rowCount ? undefined : client.query('create database connivence')))
        .then(
          () => true,
          () => false,
        )
      await client.end().catch(() => undefined)
      if (ok) return
      if (i > 400) throw new Error('PostgreSQL did not start')
      await new Promise((r) => setTimeout(r, 25))
    }
  }
  /** SIGQUIT: immediate; SIGINT: fast and clean. */
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((r) => child.once('exit', r))
    child.kill(signal)
    await gone
  }
  await start()
  return {
    url,
    start,
    kill: () => end('SIGQUIT'),
    close: async () => {
      await end(options.dir ? 'SIGINT' : 'SIGQUIT')
      if (!options.dir) rmSync(dir, { recursive: true, force: true })
    },
  }
}
