import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { describeFailure, runCommand } from '../../../server/commands'
import { masterKeyFile, oldMasterKeyFile } from '../../../server/db/seal/master'
import { readEnv, type Env } from '../../../server/env'
import { runKeysTool } from '../../../server/media/seal/command'
import { openStorage } from '../../../server/media/open'
import { readWhole } from '../../../server/media/storage'
import { backupTo, restoreFrom } from '../../../server/moving/backup'
import { exportTo } from '../../../server/moving/export'
import { importFrom } from '../../../server/moving/import'
import type { Progress } from '../../../server/moving/progress'
import { testApp, type Member, type TestApp } from '../../support/server/server'
import { picture, upload } from '../../support/world/world'

/** The commands of operators under wrong words, wrong folders and bad moments. */

const silent: Progress = { step: () => () => undefined, end: () => undefined }
const root = mkdtempSync(join(tmpdir(), 'connivence-commands-'))
const envOf = (dir: string): Env =>
  readEnv({ NODE_ENV: 'test', DEMO: '0', DATA_DIR: join(root, dir) })
let t: TestApp
let me: Member
/** Storage key of a photo. */
let key: string
beforeAll(async () => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  t = await testApp({ DATABASE_URL: '' })
  me = await t.member()
  await runKeysTool(t.ctx.env, ['migrate'])
  const { media_id } = (await upload(me, await picture(3))).body
  key = (
    await t.ctx.db
      .selectFrom('media')
      .where('id', '=', media_id)
      .select('storage_key')
      .executeTakeFirstOrThrow()
  ).storage_key
})
afterAll(async () => {
  vi.restoreAllMocks()
  await t.close()
  rmSync(root, { recursive: true, force: true })
})

const lineOf = (run: Promise<unknown>): Promise<string | null> =>
  run.then(() => 'it succeeded', describeFailure)
/** Another place with the same master key. */
const place = (name: string): Env => {
  const env = envOf(name)
  mkdirSync(env.DATA_DIR, { recursive: true })
  writeFileSync(masterKeyFile(env), readFileSync(masterKeyFile(t.ctx.env)), { mode: 0o600 })
  return env
}

test('a mistyped command starts no server: it is named', async () => {
  const read = vi.fn(() => t.ctx.env)
  for (const word of ['bakcup', '--help', 'toString', ''])
    expect(await lineOf(runCommand(read, [word, '/tmp/x'])), word).toMatch(/^There is no command/)
  expect(read).not.toHaveBeenCalled()
})

test.each(['export x', 'keys check', 'keys migrate', 'keys rotate', 'staff list', 'trace x'])(
  '«%s» where no server was started makes neither database nor secret: the first start makes its master key',
  async (words) => {
    const env = envOf('never')
    expect(await lineOf(runCommand(() => env, words.split(' ')))).toMatch(/^No server was started/)
    expect(existsSync(env.DATA_DIR)).toBe(false)
  },
)

test('two rotations at once: one is refused, and the old key is kept', async () => {
  const before = readFileSync(masterKeyFile(t.ctx.env), 'utf8')
  const said = await Promise.all([0, 1, 2].map(() => lineOf(runKeysTool(t.ctx.env, ['rotate']))))
  expect(said.filter((line) => line === 'it succeeded')).toHaveLength(1)
  expect(said.filter((line) => line?.startsWith('Another keys command'))).toHaveLength(2)
  expect(readFileSync(oldMasterKeyFile(t.ctx.env), 'utf8')).toBe(before)
  expect((await readWhole(openStorage(t.ctx.env), key))?.length).toBeGreaterThan(500)
})

test('two backups, exports or imports at once: one is refused, and what is written is whole', async () => {
  const [saved, moved] = [join(root, 'saved'), join(root, 'moved')]
  const twice = async (run: () => Promise<unknown>) =>
    (await Promise.all([lineOf(run()), lineOf(run())])).sort()
  expect(await twice(() => backupTo(t.ctx.env, saved, silent))).toEqual([
    expect.stringMatching(/^Another backup/),
    'it succeeded',
  ])
  expect(await restoreFrom(place('from-saved'), saved, silent)).toMatchObject({
    missing: 0,
    damaged: 0,
  })
  expect(await twice(() => exportTo(t.ctx.env, moved, silent))).toEqual([
    expect.stringMatching(/^Another export or import/),
    'it succeeded',
  ])
  const there = envOf('from-moved')
  expect(await twice(() => importFrom(there, moved, silent))).toEqual([
    expect.stringMatching(/^Another export or import/),
    'it succeeded',
  ])
})

test('a restore tells which photos the backup lacks, and which it cannot read', async () => {
  const folder = join(root, 'bitten')
  const { files } = await backupTo(t.ctx.env, folder, silent)
  const [first, second] = readdirSync(join(folder, 'media'), {
    recursive: true,
    withFileTypes: true,
  })
    .filter((f) => f.isFile())
    .map((f) => join(f.parentPath, f.name))
  rmSync(first ?? '')
  writeFileSync(second ?? '', 'x'.repeat(90))
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect(await restoreFrom(place('bitten-there'), folder, silent)).toMatchObject({
    files: files - 1,
    missing: 1,
    damaged: 1,
  })
  said.mockRestore()
})

test('an import into a place that was emptied brings all photos again', async () => {
  const folder = join(root, 'again')
  await exportTo(t.ctx.env, folder, silent)
  const there = envOf('emptied')
  await importFrom(there, folder, silent)
  rmSync(there.DATA_DIR, { recursive: true })
  await importFrom(there, folder, silent)
  expect((await readWhole(openStorage(there), key))?.length).toBeGreaterThan(500)
})

const writeAt = (path: string, text: string): string => {
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, text)
  return path
}
/** A whole backup or export with one file changed, or missing. */
const broken = async (kind: 'backup' | 'export', file: string, text: string | null) => {
  const folder = mkdtempSync(join(root, 'broken-'))
  const made = join(folder, 'made')
  await (kind === 'backup' ? backupTo : exportTo)(t.ctx.env, made, silent)
  if (text === null) rmSync(join(made, file))
  else writeFileSync(join(made, file), text)
  return made
}
let n = 0
test.each<readonly [string, () => Promise<unknown>, RegExp]>([
  [
    'backup into a file',
    () => backupTo(t.ctx.env, writeAt(join(root, 'a-file'), ''), silent),
    /^A file lies where a folder is needed/,
  ],
  [
    'backup below a file',
    () => backupTo(t.ctx.env, join(writeAt(join(root, 'a-file'), ''), 'x'), silent),
    /^A file lies where a folder is needed/,
  ],
  [
    'backup of what is no database',
    async () => {
      const env = envOf('no-database')
      writeAt(join(env.DATA_DIR, 'connivence.db'), 'hello')
      await backupTo(env, join(root, 'of-nothing'), silent)
    },
    /^connivence.db is damaged, or no database/,
  ],
  ...(['{', 'null', '{}'] as const).flatMap((text) => [
    [
      `restore, backup.json is ${text}`,
      async () =>
        restoreFrom(place(`r${(n += 1)}`), await broken('backup', 'backup.json', text), silent),
      /backup.json is damaged/,
    ] as const,
    [
      `import, manifest.json is ${text}`,
      async () =>
        importFrom(envOf(`i${(n += 1)}`), await broken('export', 'manifest.json', text), silent),
      /manifest.json is damaged/,
    ] as const,
  ]),
  [
    'restore without its database',
    async () =>
      restoreFrom(place(`r${(n += 1)}`), await broken('backup', 'connivence.db', null), silent),
    /connivence.db is missing/,
  ],
  [
    'import without its secret',
    async () =>
      importFrom(envOf(`i${(n += 1)}`), await broken('export', 'keys.json', null), silent),
    /keys.json is missing/,
  ],
  [
    'import without a table',
    async () =>
      importFrom(
        envOf(`i${(n += 1)}`),
        await broken('export', 'tables/messages.ndjson.gz', null),
        silent,
      ),
    /^A file or folder is missing.*messages.ndjson.gz/,
  ],
  [
    'import of a table that is no archive',
    async () =>
      importFrom(
        envOf(`i${(n += 1)}`),
        await broken('export', 'tables/accounts.ndjson.gz', 'hello'),
        silent,
      ),
    /^A compressed file is damaged/,
  ],
  [
    'PostgreSQL that does not answer',
    () =>
      exportTo(
        { ...t.ctx.env, DATABASE_URL: 'postgres://x@127.0.0.1:1/x' },
        join(root, 'unanswered'),
        silent,
      ),
    /^A service that the settings name does not answer/,
  ],
])('%s: one sentence', async (_name, run, sentence) => {
  const line = await lineOf(run())
  expect(line).toMatch(sentence)
  expect(line).not.toContain('\n')
})

test('a fault of ours keeps its stack', () => {
  expect(describeFailure(new TypeError('x is not a function'))).toBeNull()
  expect(describeFailure('x')).toBeNull()
})
