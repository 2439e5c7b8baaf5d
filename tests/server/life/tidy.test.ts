import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startS3 } from '../../support/server/s3'
import { deleteOrphanedFiles, deleteExpiredRows } from '../../../server/life/tidy'
import { openStorage } from '../../../server/media/open'
import { newId } from '../../../server/tokens'
import { testApp } from '../../support/server/server'
import { picture, upload } from '../../support/world/world'

const DAY_MS = 86_400_000
const fileKey = (id: string): string => `${id.slice(-2)}/${id.slice(-4, -2)}/${id}-full`

test.each(['disk', 'S3'])(
  'files that no photo points to go after a day, those of photos and those of others stay (%s)',
  async (kind) => {
    const s3 = kind === 'S3' ? await startS3() : null
    const t = await testApp(s3 ? { ...s3.settings } : {})
    try {
      const me = await t.member()
      const { media_id } = (await upload(me, await picture(3))).body
      const orphan = fileKey(newId())
      const foreign = 'aa/bb/something-else'
      const storage = openStorage(t.ctx.env)
      for (const key of [orphan, foreign]) await storage.put(key, Buffer.from('x'), 'image/jpeg')
      // possibly still being saved
      expect(await deleteOrphanedFiles(t.ctx)).toBe(0)
      t.clock.now += 2 * DAY_MS
      expect(await deleteOrphanedFiles(t.ctx)).toBe(1)
      expect(await storage.get(orphan)).toBeNull()
      const left: string[] = []
      for await (const { key } of storage.list()) left.push(key)
      expect(left.sort()).toEqual(
        [foreign, fileKey(media_id), fileKey(media_id).replace('-full', '-thumb')].sort(),
      )
      if (!s3) expect(existsSync(join(t.ctx.env.DATA_DIR, 'media', foreign))).toBe(true)
    } finally {
      await t.close()
      await s3?.close()
    }
  },
)

test('what a killed server left half written goes after a day', async () => {
  const t = await testApp()
  const key = fileKey(newId())
  await openStorage(t.ctx.env).put(key, Buffer.from('x'), 'image/jpeg')
  const part = join(t.ctx.env.DATA_DIR, 'media', `${key}.${newId()}.part`)
  writeFileSync(part, 'half')
  await deleteOrphanedFiles(t.ctx)
  expect(existsSync(part)).toBe(true)
  t.clock.now += 2 * DAY_MS
  await deleteOrphanedFiles(t.ctx)
  expect(existsSync(part)).toBe(false)
  await t.close()
})

test('a file that cannot be deleted keeps no other one, and the job is told to have failed', async () => {
  const t = await testApp()
  const keys = [fileKey(newId()), fileKey(newId()), fileKey(newId())]
  for (const key of keys) await t.ctx.storage.put(key, Buffer.from('x'), 'image/jpeg')
  t.clock.now += 2 * DAY_MS
  let first = ''
  const storage = {
    ...t.ctx.storage,
    delete: (key: string) =>
      (first ||= key) === key ? Promise.reject(new Error('EACCES')) : t.ctx.storage.delete(key),
  }
  await expect(deleteOrphanedFiles({ ...t.ctx, storage })).rejects.toThrow(
    '1 unreferenced media files',
  )
  const left: string[] = []
  for await (const { key } of t.ctx.storage.list()) left.push(key)
  expect(left).toEqual([first])
  expect(await deleteOrphanedFiles(t.ctx)).toBe(1)
  await t.close()
})

test('links and tokens that expired a month ago are deleted; newer ones stay', async () => {
  const t = await testApp()
  const me = await t.member()
  const link = (expires_at: number) => ({
    id: newId(),
    account_id: me.accountId,
    kind: 'member' as const,
    event_id: null,
    token_hash: newId(),
    created_at: 1,
    expires_at,
    revoked_at: null,
    used_at: null,
  })
  const now = t.ctx.now()
  await t.ctx.db
    .insertInto('join_links')
    .values([link(now - 31 * DAY_MS), link(now - DAY_MS), link(now + DAY_MS)])
    .execute()
  await t.ctx.db
    .insertInto('email_tokens')
    .values({
      id: newId(),
      user_id: me.userId,
      purpose: 'reset',
      token_hash: newId(),
      created_at: 1,
      expires_at: now - 31 * DAY_MS,
      used_at: null,
    })
    .execute()
  await deleteExpiredRows(t.ctx)
  expect(await t.ctx.db.selectFrom('join_links').select('id').execute()).toHaveLength(2)
  expect(await t.ctx.db.selectFrom('email_tokens').select('id').execute()).toHaveLength(0)
  await t.close()
})
