import { expect, test } from 'vitest'
import { setAvatar } from '#contract/profile/profile'
import { saveProfile } from '#contract/profile/data'
import { report } from '#contract/safety'
import { freezeContent, openCase, type Content } from '../../../server/safety/service'
import { CASE_PHOTOS_MAX, VERSIONS_MAX } from '../../../server/safety/freeze'
import { newId } from '../../../server/tokens'
import { profile } from '../../support/world/profiles'
import { picture, upload } from '../../support/world/world'
import { caseOf, detail, moderator, setUp, t } from './cases-setup'

setUp()

test('a photo that is first seen in the sixth reported version is kept; one that the case has is not repeated', async () => {
  const [bad, good] = [await t.member(), await t.member()]
  const shows = async (seed: number) => {
    const { media_id } = (await upload(bad, await picture(seed))).body
    await bad.call(setAvatar, { body: { mediaId: media_id } })
  }
  const says = async (description: string) => {
    await bad.call(saveProfile, { body: { data: profile({ description }) } })
    await good.call(report, { body: { kind: 'profile', id: bad.accountId, reason: 'other' } })
  }
  await shows(1)
  for (let n = 0; n < 6; n += 1) await says(`Bonsoir ${n}`)
  await shows(90)
  await says('Bonsoir 6')
  await says('Bonsoir 7')
  // neither its words nor its photo are new
  await says('Bonsoir 7')
  const { evidence, versionsLeftOut } = await detail(moderator, await caseOf(bad.accountId))
  expect(evidence.map((e) => e.photos.length)).toEqual([1, 1, 1, 1, 1, 0, 1, 0])
  expect([evidence.some((e) => e.photosLeftOut > 0), versionsLeftOut]).toEqual([false, 0])
})

const photo = (n: number) => ({ jpeg: 'AAAA', blurred: `sign-${n}`, guarded: 0 as const })
const content = (n: number): Content => ({
  kind: 'profile',
  subjectId: 'x',
  payload: { description: `version ${n}` },
  mediaIds: [],
})
/** A case with so many versions, each with `photos` of its own. */
const filled = async (versions: number, photos: number): Promise<string> => {
  const { db } = t.ctx
  return db.transaction().execute(async (trx) => {
    const { id } = await openCase(
      trx,
      {
        kind: 'report',
        subject_kind: 'profile',
        subject_id: newId(),
        account_id: null,
        priority: 2,
      },
      t.ctx.now(),
    )
    for (let n = 0; n < versions; n += 1) {
      const own = Array.from({ length: photos }, (_, k) => photo(n * photos + k))
      await freezeContent(trx, id, content(n), own, t.ctx.now())
    }
    return id
  })
}

test('a case without room for more photos keeps the words and says how many it left out', async () => {
  const { evidence } = await detail(moderator, await filled(7, 20))
  expect(evidence.map((e) => [e.photos.length, e.photosLeftOut])).toEqual([
    ...Array.from({ length: 5 }, () => [20, 0]),
    [0, 20],
    [0, 20],
  ])
  expect(evidence.reduce((n, e) => n + e.photos.length, 0)).toBe(CASE_PHOTOS_MAX)
})

test('versions beyond the fiftieth are counted', async () => {
  const { evidence, versionsLeftOut } = await detail(moderator, await filled(VERSIONS_MAX + 3, 0))
  expect([evidence.length, versionsLeftOut]).toEqual([VERSIONS_MAX, 3])
})
