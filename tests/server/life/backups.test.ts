import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { mediaUrl } from '#contract/media'
import { setAvatar } from '#contract/profile/profile'
import { startVerification, withdrawVerification } from '#contract/verification'
import { backupTo, restoreFrom } from '../../../server/moving/backup'
import { exportTo } from '../../../server/moving/export'
import { importFrom } from '../../../server/moving/import'
import { testApp } from '../../support/server/server'
import { picture, sendFile, upload } from '../../support/world/world'
import { open } from '../media/pictures'
import { setUp, silentProgress, folder, envOf, t, source, me, photo, say } from './moving-setup'

setUp()

describe('backup and restore', () => {
  test('while members write: contains everything acknowledged before; a deleted photo leaves with the next run', async () => {
    const to = folder()
    let writing = true
    const during = (async () => {
      for (let i = 0; writing; i += 1) await say(`pendant la sauvegarde ${i}`)
    })()
    const before = await say('juste avant')
    const extra = (await upload(me, await picture(9))).body.media_id
    const backup = await backupTo(source, to, silentProgress)
    writing = false
    await during
    expect(backup.missing).toBe(0)
    const home = envOf({ DATA_DIR: folder() })
    await restoreFrom(home, to, silentProgress)
    const there = await testApp({
      DATABASE_URL: '',
      DATA_DIR: home.DATA_DIR,
      SECRET: source.SECRET,
    })
    expect(
      await there.ctx.db
        .selectFrom('messages')
        .where('id', '=', before)
        .select('id')
        .executeTakeFirst(),
    ).toBeDefined()
    expect(
      Number(
        (
          await there.ctx.db
            .selectFrom('messages')
            .select((eb) => eb.fn.countAll<number>().as('n'))
            .executeTakeFirstOrThrow()
        ).n,
      ),
    ).toBe(backup.messages)
    const same = Object.assign(there.client(), { token: me.token })
    expect(
      (await open(there, (await same.call(mediaUrl, { params: { id: photo } })).body.signed_url))
        .bytes.length,
    ).toBeGreaterThan(500)
    await there.close()

    expect((await me.raw('DELETE', `/api/media/${extra}`)).status).toBe(200)
    const again = await backupTo(source, to, silentProgress)
    expect(again.files).toBe(backup.files - 2)
    expect(
      readdirSync(join(to, 'media'), { recursive: true, withFileTypes: true }).filter((f) =>
        f.isFile(),
      ),
    ).toHaveLength(again.files)
  })

  test('neither a backup nor an export holds what reads the photo of a verification', async () => {
    await me.call(setAvatar, { body: { mediaId: photo } })
    const { body } = await me.call(startVerification)
    const path = `/api/account/verification/${body.id}/photo`
    expect((await sendFile(me, path, await picture(11))).status).toBe(201)
    const { key } = await t.ctx.db.selectFrom('proof_keys').select('key').executeTakeFirstOrThrow()
    const [saved, exported] = [folder(), folder()]
    await backupTo(source, saved, silentProgress)
    expect(readFileSync(join(saved, 'connivence.db')).includes(key)).toBe(false)
    const manifest = await exportTo(source, exported, silentProgress)
    expect(manifest.tables['proof_keys']?.rows).toBe(0)
    const home = envOf({ DATA_DIR: folder() })
    await importFrom(home, exported, silentProgress)
    const lines = gunzipSync(readFileSync(join(exported, 'tables', 'proof_keys.ndjson.gz')))
    expect(lines.length).toBe(0)
    await me.call(withdrawVerification)
  })

  test('refuses a damaged or incomplete backup, and a folder with a database, with a message', async () => {
    const to = folder()
    await backupTo(source, to, silentProgress)
    await expect(restoreFrom(source, to, silentProgress)).rejects.toThrow(
      /already contains a database/,
    )
    const bytes = readFileSync(join(to, 'connivence.db'))
    bytes[5_000] = (bytes[5_000] ?? 0) ^ 1
    writeFileSync(join(to, 'connivence.db'), bytes)
    await expect(restoreFrom(envOf({ DATA_DIR: folder() }), to, silentProgress)).rejects.toThrow(
      /damaged/,
    )
    await expect(
      restoreFrom(envOf({ DATA_DIR: folder() }), folder(), silentProgress),
    ).rejects.toThrow(/backup\.json is missing/)
    await expect(
      backupTo(
        envOf({ DATA_DIR: folder(), DATABASE_URL: 'postgres://x/y' }),
        folder(),
        silentProgress,
      ),
    ).rejects.toThrow(/embedded database/)
  })
})
