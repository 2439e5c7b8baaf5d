import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'

/** Commits before the thread starts: tools and tests do without it. */
const BUSY_COMMITS = 300
/**
 * Pages of the log at which a commit checkpoints itself: without the thread, and with it, should it
 * fall behind.
 */
const ALONE = 1_000
const BESIDE = 16_000
const EVERY_MS = 250

/** Runs in a thread with its own connection: waiting for the disk here blocks no request. */
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
 * Committed pages are in the log (WAL) and must be copied to the database file, with writes and
 * fsync: on a busy server a thread does it, so that no request waits. `set` runs a pragma on the
 * server's own connection.
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
    // after a failure of the thread, commits checkpoint again
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
