import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMasterKey } from '../../../server/media/seal/keys'
import { runKeysTool } from '../../../server/media/seal/command'
import { backupTo } from '../../../server/moving/backup'
import type { Progress } from '../../../server/moving/progress'
import { backupLines } from '../../../server/moving/tool'
import { testApp, type TestApp } from '../../support/server/server'

const silent: Progress = { step: () => () => undefined, end: () => undefined }
const root = mkdtempSync(join(tmpdir(), 'connivence-plain-'))
const folder = join(root, 'backup')
let t: TestApp
let warnings = ''

const keyFile = (): string => {
  const name = readdirSync(root).find((file) => file.startsWith('account-keys-')) ?? ''
  return join(root, name)
}
const isPlain = (stored: string): boolean => /^[\w-]{43}$/.test(stored)
const storedKeys = (): string[] =>
  Object.values((JSON.parse(readFileSync(keyFile(), 'utf8')) as { accounts: object }).accounts)

beforeAll(async () => {
  const logStream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      warnings += chunk.toString()
      done()
    },
  })
  t = await testApp(
    {
      DATABASE_URL: '',
      LOG_LEVEL: 'warn',
      SECRET: 'an older installation has a secret and no master key',
    },
    { logStream },
  )
  await t.member()
  await t.member()
})
afterAll(async () => {
  await t.close()
  rmSync(root, { recursive: true, force: true })
})

test('without a master key the file of account keys is in the clear, and start and backup say so', async () => {
  expect(warnings).toContain('stored in the clear')
  const backup = await backupTo(t.ctx.env, folder, silent)
  expect(storedKeys().length).toBe(2)
  expect(storedKeys().every(isPlain)).toBe(true)
  expect(statSync(keyFile()).mode & 0o077).toBe(0)
  const said = backupLines(t.ctx.env, folder, backup)
  expect(said.join('\n')).toContain(`no master key, so ${keyFile()} is in the clear`)
  expect(said.join('\n')).toContain('MASTER_KEY')

  // once the installation has one, the next backup writes the file anew, encrypted
  createMasterKey(t.ctx.env)
  await runKeysTool(t.ctx.env, ['migrate'])
  const next = await backupTo(t.ctx.env, folder, silent)
  expect(storedKeys().some(isPlain)).toBe(false)
  expect(backupLines(t.ctx.env, folder, next).join('\n')).not.toContain('in the clear')
})
