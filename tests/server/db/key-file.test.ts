import fs, {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { masterKeyFile, oldMasterKeyFile } from '../../../server/db/seal/master'
import { readColumnRing } from '../../../server/db/seal/text'
import { readEnv } from '../../../server/env'
import { openStorage } from '../../../server/media/open'
import { runKeysTool } from '../../../server/media/seal/command'
import { createMasterKey, readKeyRing, rotateMasterKey } from '../../../server/media/seal/keys'
import { loadVapid } from '../../../server/push/keys'
import { loadSecret } from '../../../server/secret'
import { testApp } from '../../support/server/server'

/** What was asked of the disk, in order. */
const asked: string[] = []
const { fsyncSync, renameSync, linkSync } = fs
const noted =
  (run: (from: string, to: string) => void) =>
  (from: string, to: string): void => {
    asked.push(`place ${basename(to)}`)
    run(from, to)
  }
beforeAll(() => {
  Object.assign(fs, {
    fsyncSync: (open: number) => {
      asked.push(fs.fstatSync(open).isDirectory() ? 'sync folder' : 'sync file')
      fsyncSync(open)
    },
    renameSync: noted(renameSync as (from: string, to: string) => void),
    linkSync: noted(linkSync as (from: string, to: string) => void),
  })
  syncBuiltinESMExports()
})
afterAll(() => {
  Object.assign(fs, { fsyncSync, renameSync, linkSync })
  syncBuiltinESMExports()
})

const root = mkdtempSync(join(tmpdir(), 'connivence-key-file-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
beforeEach(() => {
  asked.length = 0
})
const envOf = (name: string) => readEnv({ DATA_DIR: join(root, name), NODE_ENV: 'test' })

test('a disk without links gets its first master key', () => {
  const env = envOf('no-links')
  const linked = fs.linkSync
  fs.linkSync = () => {
    throw Object.assign(new Error('operation not permitted'), { code: 'EPERM' })
  }
  syncBuiltinESMExports()
  try {
    createMasterKey(env)
  } finally {
    fs.linkSync = linked
    syncBuiltinESMExports()
  }
  expect(asked).toEqual(['sync file', 'place master-key', 'sync folder'])
  expect(readdirSync(env.DATA_DIR)).toEqual(['master-key'])
})

test('a master key is on the disk before and after it takes its place; the one before first', () => {
  const env = envOf('synced')
  createMasterKey(env)
  expect(asked).toEqual(['sync file', 'place master-key', 'sync folder'])
  const first = readFileSync(masterKeyFile(env), 'utf8')
  createMasterKey(env)
  expect(readFileSync(masterKeyFile(env), 'utf8')).toBe(first)
  asked.length = 0
  rotateMasterKey(env)
  expect(asked).toEqual(
    ['master-key.old', 'master-key'].flatMap((name) => [
      'sync file',
      `place ${name}`,
      'sync folder',
    ]),
  )
  expect(readFileSync(oldMasterKeyFile(env), 'utf8')).toBe(first)
  expect(readFileSync(masterKeyFile(env), 'utf8')).not.toBe(first)
  expect(readdirSync(env.DATA_DIR).sort()).toEqual(
    [masterKeyFile(env), oldMasterKeyFile(env)].map((file) => basename(file)),
  )
})

test('a new secret is on the disk before anything is signed with it; an empty one signs nothing', () => {
  const env = envOf('secret')
  const secret = loadSecret('', env.DATA_DIR)
  expect(asked).toEqual(['sync file', 'place secret', 'sync folder'])
  expect(loadSecret('', env.DATA_DIR)).toEqual(secret)
  const file = join(env.DATA_DIR, 'secret')
  writeFileSync(file, '\n')
  expect(() => loadSecret('', env.DATA_DIR)).toThrow(`${file} is empty`)
})

test('of two processes that make the pair of the push keys at once, both use the first', () => {
  const env = envOf('vapid')
  const winner = { publicKey: 'public', privateKey: 'private' }
  const { mkdirSync } = fs
  // after both have looked for the file
  fs.mkdirSync = (...all: Parameters<typeof mkdirSync>) => {
    mkdirSync(...all)
    writeFileSync(join(env.DATA_DIR, 'vapid.json'), JSON.stringify(winner))
  }
  syncBuiltinESMExports()
  try {
    expect(loadVapid(env)).toMatchObject(winner)
  } finally {
    fs.mkdirSync = mkdirSync
    syncBuiltinESMExports()
  }
  expect(readdirSync(env.DATA_DIR)).toEqual(['vapid.json'])
})

test('an empty key file ends the start and every command with one sentence; nothing is stored', async () => {
  const env = envOf('empty')
  createMasterKey(env)
  const storage = openStorage(env)
  for (const file of [masterKeyFile(env), oldMasterKeyFile(env)]) {
    const before = existsSync(file) ? readFileSync(file, 'utf8') : null
    writeFileSync(file, '\n')
    const said = `${file} is empty: put the key back`
    expect(() => readKeyRing(env)).toThrow(said)
    expect(() => readColumnRing(env)).toThrow(said)
    for (const word of ['check', 'migrate', 'rotate'])
      await expect(runKeysTool(env, [word])).rejects.toThrow(said)
    expect(() => storage.put('aa/bb/photo', Buffer.from('x'), 'image/jpeg')).toThrow(said)
    await expect(testApp({ DATA_DIR: env.DATA_DIR })).rejects.toThrow(said)
    expect(readFileSync(file, 'utf8')).toBe('\n')
    if (before === null) rmSync(file)
    else writeFileSync(file, before)
  }
})
