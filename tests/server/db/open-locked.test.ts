import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import Libsql from 'libsql'
import { expect, test } from 'vitest'
import { lockFolder, openDatabase } from '../../../server/db/client'

/** Holds the file locked for 300 ms. */
const HOLDER = `
const { parentPort, workerData } = require('node:worker_threads')
const Libsql = require(workerData.libsql)
const file = new Libsql(workerData.path)
file.exec('create table held (id text); begin exclusive')
parentPort.postMessage('held')
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
file.exec('commit')
file.close()
`

test('a start waits for who has the file locked just then', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'connivence-locked-'))
  const holder = new Worker(HOLDER, {
    eval: true,
    workerData: {
      libsql: createRequire(import.meta.url).resolve('libsql'),
      path: join(dir, 'connivence.db'),
    },
  })
  const ended = new Promise((resolve) => holder.once('exit', resolve))
  await new Promise((resolve) => holder.once('message', resolve))
  const { db, close } = openDatabase({ DATA_DIR: dir, DATABASE_URL: '' })
  expect(await db.introspection.getTables()).toHaveLength(1)
  await close()
  await ended
  rmSync(dir, { recursive: true, force: true })
})

test('of starts at one moment one has the folder: that another looks at the lock does not refuse it', () => {
  const dir = mkdtempSync(join(tmpdir(), 'connivence-folder-'))
  const other = new Libsql(join(dir, 'server.lock'), { timeout: 0 })
  other.exec('begin; select count(*) from sqlite_schema')
  const release = lockFolder(dir)
  expect(() => lockFolder(dir)).toThrow(/A server already uses the folder/)
  expect(() => other.exec('commit; begin immediate')).toThrow()
  release()
  lockFolder(dir)()
  other.close()
  rmSync(dir, { recursive: true, force: true })
})
