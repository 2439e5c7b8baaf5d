import { fork, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createProxy, type Proxy } from '../support/server/proxy'
import { freePort } from '../support/server/process'

const ROOT = join(import.meta.dirname, '../..')
const START_MS = 60_000

interface Command {
  readonly offsetMs?: number
  readonly commitMs?: number
  readonly sql?: string
}

/** One built server process behind a proxy; restarts keep its port and its data. */
export class Host {
  #child: ChildProcess | null = null
  #next = 0
  #output = ''
  private offsetMs = 0
  private constructor(
    private readonly port: number,
    readonly proxy: Proxy,
    private readonly settings: Readonly<Record<string, string>>,
  ) {}

  static async start(settings: Readonly<Record<string, string>>): Promise<Host> {
    const port = await freePort()
    const host = new Host(port, await createProxy(port), settings)
    await host.#spawn()
    return host
  }
  get url(): string {
    return this.proxy.url
  }
  get output(): string {
    return this.#output
  }
  async #spawn(): Promise<void> {
    const child = fork(join(ROOT, 'dist/server/main.js'), {
      cwd: ROOT,
      execArgv: ['--import', join(import.meta.dirname, 'preload.mjs')],
      env: {
        ...process.env,
        NODE_ENV: 'test',
        DEMO: '0',
        LOG_LEVEL: 'error',
        RATE_FACTOR: '0',
        DATABASE_URL: '',
        ...this.settings,
        PORT: String(this.port),
        CLOCK_OFFSET_MS: String(this.offsetMs),
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    this.#child = child
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (d: Buffer) => {
        this.#output += d.toString()
      })
    const until = Date.now() + START_MS
    for (;;) {
      const ready = await fetch(`http://127.0.0.1:${this.port}/readyz`).then(
        (r) => r.ok,
        () => false,
      )
      if (ready) return
      if (child.exitCode !== null || Date.now() > until)
        throw new Error(`the server did not start: ${this.#output}`)
      await new Promise((r) => setTimeout(r, 15))
    }
  }
  /** Sends a command to the preload script and waits until it has run. */
  tell(command: Command): Promise<void> {
    this.offsetMs = command.offsetMs ?? this.offsetMs
    const child = this.#child
    const id = (this.#next += 1)
    return new Promise((resolve) => {
      const onMessage = (m: unknown): void => {
        if ((m as { done?: number }).done !== id) return
        child?.off('message', onMessage)
        resolve()
      }
      child?.on('message', onMessage)
      child?.send({ ...command, id })
    })
  }
  async stop(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await ended
  }
  /** Ends the process and starts it again on the same data. */
  async restart(signal: NodeJS.Signals): Promise<void> {
    await this.stop(signal)
    await this.#spawn()
  }
  async close(): Promise<void> {
    await this.stop('SIGKILL')
    await this.proxy.close()
  }
}

export const newFolder = (): { dir: string; remove(): void } => {
  const dir = mkdtempSync(join(tmpdir(), 'connivence-histories-'))
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) }
}
