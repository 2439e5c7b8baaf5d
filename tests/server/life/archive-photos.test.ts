import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { exportData } from '#contract/safety'
import { streamArchive } from '../../../server/life/archive'
import { sealedStorage } from '../../../server/media/seal/storage'
import type { Storage } from '../../../server/media/storage'
import type { Member } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'
import { picture, upload } from '../../support/world/world'

const t = sharedApp()

const photosOf = async (m: Member, n: number): Promise<{ id: string; path: string }[]> => {
  const all = []
  for (let seed = 1; seed <= n; seed++) {
    const { media_id: id } = (await upload(m, await picture(seed))).body
    const { storage_key } = await t.ctx.db
      .selectFrom('media')
      .where('id', '=', id)
      .select('storage_key')
      .executeTakeFirstOrThrow()
    all.push({ id, path: join(t.ctx.env.DATA_DIR, 'media', storage_key) })
  }
  return all
}
const archiveOf = async (m: Member, get: Storage['get'] = t.ctx.storage.get): Promise<string> => {
  const ctx = { ...t.ctx, storage: { ...t.ctx.storage, get } }
  const parts: Buffer[] = []
  for await (const part of await streamArchive(ctx, { ...m, sessionId: '', identityId: null }))
    parts.push(part as Buffer)
  return Buffer.concat(parts).toString('latin1')
}

test('a photo that is missing or damaged is named in the archive, which has all others', async () => {
  const m = await t.member()
  const [missing, damaged, whole] = await photosOf(m, 3)
  const complete = await archiveOf(m)
  expect(complete).not.toContain('photos-manquantes.txt')
  for (const one of [missing, damaged, whole]) expect(complete).toContain(`photos/${one?.id}.jpg`)
  rmSync(missing?.path ?? '')
  const file = readFileSync(damaged?.path ?? '')
  file[file.length - 1] = (file.at(-1) ?? 0) ^ 1
  writeFileSync(damaged?.path ?? '', file)
  const zip = await archiveOf(m)
  expect(zip).toContain('photos-manquantes.txt')
  const inFolder = (id = ''): number => zip.split(`photos/${id}.jpg`).length - 1
  // the local header and the directory at the end; what is missing is in neither
  expect(inFolder(whole?.id)).toBe(2)
  expect([inFolder(missing?.id), inFolder(damaged?.id)]).toEqual([0, 0])
  const reply = await m.call(exportData, { body: { password: 'un-bon-mot-de-passe' } })
  expect(reply.status).toBe(200)
})

const AWAY: readonly [string, Storage['get']][] = [
  ['refuses', () => Promise.reject(new Error('storage: get returned 503'))],
  ['cannot be reached', () => Promise.reject(new TypeError('fetch failed'))],
  ['has a broken disk', () => Promise.reject(Object.assign(new Error('read'), { code: 'EIO' }))],
  [
    'breaks off',
    (key) => {
      const stream = new Readable({
        read() {
          this.destroy(Object.assign(new Error('reset'), { code: 'ECONNRESET' }))
        },
      })
      const inner = { ...t.ctx.storage, get: async () => ({ stream, size: 1000 }) }
      return sealedStorage(inner, () => ({ current: null, old: null })).get(key)
    },
  ],
]
test.each(AWAY)('a store that %s fails the archive', async (_, get) => {
  const m = await t.member()
  await photosOf(m, 1)
  await expect(archiveOf(m, get)).rejects.toThrow()
})
