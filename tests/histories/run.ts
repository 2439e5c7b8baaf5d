import Libsql from 'libsql'
import fc from 'fast-check'
import { join } from 'node:path'
import pg from 'pg'
import { createSealer } from '../../server/db/seal/text'
import { insertCasts, type Cast } from './cast'
import { Host, newFolder } from './host'
import { plant, uproot } from './planted'
import { Stage, Violation } from './stage'
import { history, runStep, type Step } from './steps'
import { verify, type ReadMessages, type StoredMessage } from './verify'

/** Server settings, and how to read its database from outside. */
interface Engine {
  readonly settings: Readonly<Record<string, string>>
  readonly stored: ReadMessages
  /** Server processes on the same data. */
  readonly processes: number
  close(): Promise<void>
}
const QUERY =
  'select id, client_msg_id, content, deleted_at from messages where conversation_id = ? order by seq'
interface Raw {
  readonly id: string
  readonly client_msg_id: string | null
  readonly content: string
  readonly deleted_at: number | null
}
/** Rows as the server reads them: it encrypts the text with a key in its folder. */
const reading = (dir: string): ((row: Raw) => StoredMessage) => {
  const sealer = createSealer({ DATA_DIR: dir })
  return ({ id, client_msg_id, content, deleted_at }) => ({
    id,
    client_msg_id,
    content: sealer.open('messages.content', id, content),
    deleted: deleted_at !== null,
  })
}

export const embedded = (): Engine => {
  const folder = newFolder()
  const asStored = reading(folder.dir)
  return {
    settings: { DATA_DIR: folder.dir },
    processes: 1,
    stored: async (id) => {
      const file = new Libsql(join(folder.dir, 'connivence.db'), { readonly: true })
      try {
        return (file.prepare(QUERY).all(id) as Raw[]).map(asStored)
      } finally {
        file.close()
      }
    },
    close: async () => folder.remove(),
  }
}
/** PostgreSQL; with Redis two processes serve the devices. */
export const postgres = async (base: string, redis = ''): Promise<Engine> => {
  const folder = newFolder()
  const asStored = reading(folder.dir)
  const name = `h_${crypto.randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: base })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const url = new URL(base)
  url.pathname = `/${name}`
  const reader = new pg.Client({ connectionString: url.href })
  await reader.connect()
  return {
    settings: {
      DATA_DIR: folder.dir,
      DATABASE_URL: url.href,
      ...(redis ? { REDIS_URL: redis, SECRET: `a secret of one run only ${name}` } : {}),
    },
    processes: redis ? 2 : 1,
    stored: async (id) =>
      (await reader.query<Raw>(QUERY.replace('?', '$1'), [id])).rows.map(asStored),
    close: async () => {
      await reader.end()
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
      folder.remove()
    },
  }
}

export const stepsOf = (seed: number): readonly Step[] =>
  fc.sample(history, { seed, numRuns: 1 })[0] ?? []

const CASTS = 40

/** One server on which histories run one after another, each with members of its own. */
export class Theatre {
  #casts: Cast[] = []
  #used = 0
  #batches = 0
  #hosts: Host[] = []
  constructor(private readonly engine: Engine) {}

  async #cast(): Promise<Cast> {
    if (this.#casts.length === 0) {
      await this.#stop()
      const prefix = `${process.pid.toString(36)}x${(this.#batches += 1)}y`
      this.#casts = await insertCasts(this.engine.settings, CASTS, prefix)
      for (let n = 0; n < this.engine.processes; n += 1)
        this.#hosts.push(await Host.start(this.engine.settings))
    }
    return this.#casts.pop() as Cast
  }
  async #stop(): Promise<void> {
    await Promise.all(this.#hosts.splice(0).map((host) => host.close()))
  }
  /** Runs a history; returns what went wrong, or null. `fault`: a planted one. */
  async play(steps: readonly Step[], fault?: string): Promise<string | null> {
    const cast = await this.#cast()
    const hosts = this.#hosts
    const [host] = hosts
    for (const each of hosts) await each.tell({ offsetMs: 0, commitMs: 0 })
    if (fault) await host?.tell({ sql: plant(fault) })
    const config = (await (await fetch(`${host?.url}/api/config`)).json()) as {
      realtime: { key: string }
    }
    const name = `${process.pid.toString(36)}n${(this.#used += 1)}`
    const stage = new Stage(hosts, cast, name, config.realtime.key)
    try {
      await stage.setUp()
      for (const step of steps) await runStep(stage, step)
      await verify(stage, this.engine.stored, this.#used % cast.length)
      return null
    } catch (error) {
      if (error instanceof Violation) return error.message
      return `${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n${hosts.map((h) => h.output.slice(-2_000)).join('\n')}`
    } finally {
      stage.close()
      if (fault) await host?.tell({ sql: uproot(fault) })
    }
  }
  /** The shortest part of a failing history that still fails, as fast-check shrinks it. */
  async shrink(steps: readonly Step[]): Promise<readonly Step[]> {
    let shortest = steps
    // the time limit leaves the last run unfinished on the same server
    let last: Promise<string | null> = Promise.resolve(null)
    await fc.check(
      fc.asyncProperty(fc.subarray([...steps], { minLength: 1 }), async (part) => {
        last = this.play(part)
        const failed = (await last) !== null
        if (failed && part.length < shortest.length) shortest = part
        return !failed
      }),
      { numRuns: 1, examples: [[[...steps]]], interruptAfterTimeLimit: 60_000 },
    )
    await last
    return shortest
  }
  async close(): Promise<void> {
    await this.#stop()
    await this.engine.close()
  }
}
