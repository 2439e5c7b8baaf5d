import { expect, test } from 'vitest'
import { setAvatar } from '#contract/profile/profile'
import { startVerification } from '#contract/verification'
import { expireVerificationRequests } from '../../../server/moderation/service'
import { type Member } from '../../support/server/server'
import { picture, sendFile, upload } from '../../support/world/world'
import { couple, part } from './setup'
import { setUp, t } from './parting-setup'

setUp()

/** Sends the photo for the comparison; returns the id of the request. */
const asked = async (who: Member): Promise<string> => {
  const { media_id } = (await upload(who, await picture(5))).body
  await who.call(setAvatar, { body: { mediaId: media_id } })
  const { id } = (await who.call(startVerification)).body
  const path = `/api/account/verification/${id}/photo`
  expect((await sendFile(who, path, await picture(99, 640, 480))).status).toBe(201)
  return id
}
/** What is stored of the photo, and the state of its case. */
const storedOf = async (requestId: string) => {
  const { db } = t.ctx
  const evidence = await db
    .selectFrom('evidence')
    .where('kind', '=', 'verification')
    .where('subject_id', '=', requestId)
    .select(['id', 'payload'])
    .execute()
  const ids = ['', ...evidence.map((e) => e.id)]
  const of = (table: 'evidence_photos' | 'proof_keys') =>
    db.selectFrom(table).where('evidence_id', 'in', ids).select('evidence_id').execute()
  return {
    states: (
      await db.selectFrom('cases').where('subject_id', '=', requestId).select('state').execute()
    ).map((c) => c.state),
    payloads: evidence.filter((e) => e.payload !== null).length,
    photos: (await of('evidence_photos')).length,
    keys: (await of('proof_keys')).length,
  }
}
const NOTHING = { payloads: 0, photos: 0, keys: 0 }

test('a couple that parts leaves no photo of a verification that waits, and no case', async () => {
  const c = await couple(t)
  const id = await asked(c.anne)
  expect(await storedOf(id)).toEqual({ states: ['open'], payloads: 1, photos: 1, keys: 1 })
  await part(t, c)
  expect(await storedOf(id)).toEqual({ states: [], ...NOTHING })
})

test('a photo whose request is gone is destroyed by the daily job', async () => {
  const one = await t.member()
  const id = await asked(one)
  const other = await asked(await t.member())
  await t.ctx.db.deleteFrom('verification_requests').where('id', '=', id).execute()
  await expireVerificationRequests(t.ctx)
  expect(await storedOf(id)).toEqual({ states: ['decided'], ...NOTHING })
  expect(await storedOf(other)).toMatchObject({ states: ['open'], keys: 1 })
})
