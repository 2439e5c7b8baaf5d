import { describe, expect, test } from 'vitest'
import { takeDecodingTurn } from '../../../server/media/turns'
import { testApp } from '../../support/server/server'
import { picture, upload } from '../../support/world/world'
import { until } from '../hub/engine'
import { tapPublisher } from '../live-client'
import { storedFiles } from './pictures'
import { setUp, t, member } from './media-setup'

setUp()

describe('limits and faults', () => {
  test('one account decodes one photo at a time and waits in its share of the queue', async () => {
    const first = await takeDecodingTurn('flood')
    const waiting = Array.from({ length: 20 }, () => takeDecodingTurn('flood'))
    await expect(takeDecodingTurn('flood')).rejects.toMatchObject({ code: 'too_many' })
    // another member's photo is decoded at once, while 20 of the first one's wait
    const other = await takeDecodingTurn('somebody')
    const third = takeDecodingTurn('third')
    other()
    ;(await third)()
    first()
    for (const turn of waiting) (await turn)()
  })

  test('the quota of an account holds under concurrency, and the error names it', async () => {
    const own = await testApp({ MEDIA_PER_ACCOUNT: '3' })
    const who = await own.member()
    const bytes = await picture(10)
    const all = await Promise.all(Array.from({ length: 8 }, () => upload(who, bytes)))
    expect(all.map((a) => a.status).sort()).toEqual([201, 201, 201, 403, 403, 403, 403, 403])
    expect((await upload(who, bytes)).body).toMatchObject({
      code: 'media_quota',
      error: 'Vous avez atteint la limite de 3 médias',
    })
    expect(storedFiles(own)).toHaveLength(6)
    expect((await upload(await own.member(), bytes)).status).toBe(201)
    await own.close()
  })

  test('files are removed when their row or the other file cannot be written', async () => {
    const before = storedFiles(t).length
    const { put } = t.ctx.storage
    const gone = await t.member()
    t.ctx.storage.put = async (key, bytes, type) => {
      await put(key, bytes, type)
      await t.ctx.db.deleteFrom('accounts').where('id', '=', gone.accountId).execute()
    }
    expect((await upload(gone, await picture(11))).status).toBe(409)
    t.ctx.storage.put = (key, bytes, type) =>
      key.endsWith('thumb')
        ? Promise.reject(new Error('disk full'))
        : new Promise((done) => setTimeout(done, 50)).then(() => put(key, bytes, type))
    expect((await upload(member, await picture(11))).status).toBe(500)
    t.ctx.storage.put = put
    expect(storedFiles(t)).toHaveLength(before)
  })

  test('MSG-093: an upload notifies the account’s devices: id, status, progress, time', async () => {
    const tap = tapPublisher(t)
    const { body } = await upload(member, await picture(12))
    await until(() => tap.events.length > 0)
    tap.stop()
    expect(tap.events).toEqual([
      {
        channel: `private-account-${member.accountId}`,
        name: 'account.media.updated',
        data: expect.objectContaining({
          payload: {
            accountId: member.accountId,
            mediaId: body.media_id,
            status: 'completed',
            progress: 100,
            updatedAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
          },
        }) as unknown,
      },
    ])
  })
})
