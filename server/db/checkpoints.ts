import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'

/** A database that is written to so many times is worth a thread; a tool or a test does without. */
const BUSY_COMMITS = 300
/** Pages of the log after which a commit carries them over itself: without the thread, and with it, should it fall behind. */
const ALONE = 1_000
const BESIDE = 16_000
const EVERY_MS = 250

/** Runs beside the server, with a connection of its own: waiting for the disk here stops nobody. */
const THREAD = `
const { parentPort, workerData } = require('node:worker_threads')
const Libsql = require(workerData.libsql)
const file = new Libsql(workerData.path)
file.exec('pragma busy_timeout=0; pragma synchronous=full')
const carry = file.prepare('pragma wal_checkpoint(passive)')
const timer = setInterval(() => { try { carry.all() } catch {} }, ${EVERY_MS})
parentPort.once('message', () => { clearInterval(timer); file.close(); parentPort.close() })
`

export interface Checkpoints {
  committed(): void
  /** Resolves when the thread has closed its connection. */
  close(): Promise<void>
}

/**
 * What is committed stands in the log (WAL) and has to be carried over into the database file, with writes and a wait for the disk:
 * once the server is busy a thread does it, so that no answer waits. `set` runs a pragma on the server's own connection.
 */
export const createCheckpoints = (path: string, set: (pragma: string) => void): Checkpoints => {
  let commits = 0
  let thread: Worker | null = null
  set(`wal_autocheckpoint=${ALONE}`)
  const begin = (): void => {
    const started = new Worker(THREAD, {
      eval: true,
      workerData: { path, libsql: createRequire(import.meta.url).resolve('libsql') },
    })
    thread = started
    started.unref()
    started.once('online', () => {
      if (thread === started) set(`wal_autocheckpoint=${BESIDE}`)
    })
    // one that ends by itself was not able to: the commits do it again
    started.once('error', () => undefined)
    started.once('exit', () => {
      if (thread !== started) return
      thread = null
      set(`wal_autocheckpoint=${ALONE}`)
    })
  }
  return {
    committed: () => {
      commits += 1
      if (commits === BUSY_COMMITS) begin()
    },
    close: async () => {
      const ending = thread
      thread = null
      commits = BUSY_COMMITS
      if (!ending) return
      const ended = new Promise((resolve) => ending.once('exit', resolve))
      ending.ref()
      ending.postMessage('close')
      await ended
    },
  }
}
