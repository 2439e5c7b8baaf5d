import fs, { existsSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { backupTo, restoreFrom } from '../../../server/moving/backup'
import { envOf, folder, setUp, silentProgress, source } from '../life/moving-setup'

const { readFileSync } = fs
afterEach(() => {
  fs.readFileSync = readFileSync
  syncBuiltinESMExports()
})

setUp()

test('a database that is too large to be read at once is saved and put back', async () => {
  const to = folder()
  fs.readFileSync = ((...args: Parameters<typeof readFileSync>) => {
    if (String(args[0]).includes('connivence.db')) throw new RangeError('File size is over 2 GiB')
    return readFileSync(...args)
  }) as typeof readFileSync
  syncBuiltinESMExports()
  const backup = await backupTo(source, to, silentProgress)
  const there = envOf({ DATA_DIR: folder() })
  expect(await restoreFrom(there, to, silentProgress)).toMatchObject({ messages: backup.messages })
  expect(existsSync(join(there.DATA_DIR, 'connivence.db'))).toBe(true)
})
