import sharp from 'sharp'
import { expect, test } from 'vitest'
import { addAlbumMedia, createAlbum } from '#contract/albums/albums'
import { createAlbumShare } from '#contract/albums/shares'
import { listNews } from '#contract/news'
import { report } from '#contract/safety'
import { allowEvidencePhoto, keepEvidence, openEvidencePhoto } from '#contract/staff/evidence'
import { traceEvidence } from '../../../server/media/marks/command'
import { TOLD_AFTER_DAYS } from '../../../server/moderation/evidence/looks'
import { notifyOwnersOfLooks } from '../../../server/moderation/service'
import type { Member } from '../../support/server/server'
import { drawn } from '../../support/world/drawn'
import { upload } from '../../support/world/world'
import { caseOf, DAY, decide, detail, later, moderator, operator, setUp, t } from './cases-setup'

setUp()

/** A frozen photo; `isPrivate`: of a private album, else an avatar. */
const frozen = async (isPrivate: boolean) => {
  const [owner, viewer] = [await t.member(), await t.member()]
  await t.relate(owner, viewer)
  const media = (await upload(owner, await drawn(3))).body.media_id
  if (isPrivate) {
    const { id } = (await owner.call(createAlbum, { body: { name: 'À nous' } })).body.album
    await owner.call(addAlbumMedia, { params: { id }, body: { mediaIds: [media] } })
    await owner.call(createAlbumShare, { body: { album_id: id, account_id: viewer.accountId } })
  } else
    await t.ctx.db
      .updateTable('accounts')
      .set({ avatar_media_id: media })
      .where('id', '=', owner.accountId)
      .execute()
  await viewer.call(report, { body: { kind: 'photo', id: media, reason: 'spam' } })
  const id = await caseOf(media)
  const evidence = (await detail(operator, id)).evidence[0]?.id ?? ''
  return { owner, id, evidence }
}
const look = async (who: Member, evidence: string): Promise<Buffer | null> => {
  const params = { id: evidence, position: '0' as never }
  const { url } = (await who.call(openEvidencePhoto, { params, body: { reason: 'Examiner' } })).body
  return url === null ? null : Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
}
/** The moderator looks at it, with the agreement of the operator. */
const lookWithTwo = async (evidence: string): Promise<void> => {
  expect(await look(moderator, evidence)).toBeNull()
  await operator.call(allowEvidencePhoto, { params: { id: evidence, position: '0' } })
  expect(await look(moderator, evidence)).not.toBeNull()
}

test('the picture holds who of the staff opened it, also after it was saved again, smaller', async () => {
  const { evidence } = await frozen(false)
  const first = await look(moderator, evidence)
  const second = await look(operator, evidence)
  const stored = await t.ctx.db
    .selectFrom('evidence_photos')
    .where('evidence_id', '=', evidence)
    .select('jpeg')
    .executeTakeFirstOrThrow()
  expect(first?.toString('base64')).not.toBe(stored.jpeg)
  const leaked = await sharp(first ?? Buffer.alloc(0))
    .resize(500)
    .jpeg({ quality: 60 })
    .toBuffer()
  for (const [bytes, name, other] of [
    [leaked, 'le_moderateur', 'la_cheffe'],
    [second, 'la_cheffe', 'le_moderateur'],
  ] as const) {
    const fits = (await traceEvidence(t.ctx, bytes ?? Buffer.alloc(0), evidence))?.fits ?? []
    const z = (who: string) => fits.find((f) => f.handle === who)?.z ?? 0
    expect([name, z(name) > 20, z(other) < 6]).toEqual([name, true, true])
  }
})

const newsOf = async (who: Member): Promise<string[]> =>
  (await who.call(listNews, { query: {} })).body.items.map((item) => item.newsType)
const toldAfter = (days: number, who: Member): Promise<boolean> =>
  later(days * DAY, [who], async () => {
    await notifyOwnersOfLooks(t.ctx)
    return (await newsOf(who)).includes('private_photo_looked')
  })

test('the owner of a private photo is told of the look some time after the case is closed, once', async () => {
  const { owner, id, evidence } = await frozen(true)
  await lookWithTwo(evidence)
  expect(await toldAfter(TOLD_AFTER_DAYS + 1, owner)).toBe(false)
  await decide(moderator, id, 'dismiss', { facts: '' })
  expect(await toldAfter(TOLD_AFTER_DAYS - 1, owner)).toBe(false)
  expect(await toldAfter(TOLD_AFTER_DAYS + 1, owner)).toBe(true)
  await later((TOLD_AFTER_DAYS + 2) * DAY, [owner], () => notifyOwnersOfLooks(t.ctx))
  expect((await newsOf(owner)).filter((type) => type === 'private_photo_looked')).toHaveLength(1)
})

test('not of a photo that all could see, nor of one that nobody opened, nor while an authority waits', async () => {
  const open = await frozen(false)
  await look(moderator, open.evidence)
  const unseen = await frozen(true)
  expect(await look(moderator, unseen.evidence)).toBeNull()
  const held = await frozen(true)
  await lookWithTwo(held.evidence)
  await operator.call(keepEvidence, {
    params: { id: held.id },
    body: { reason: 'Réquisition reçue' },
  })
  for (const one of [open, unseen, held]) {
    await decide(moderator, one.id, 'dismiss', { facts: '' })
    expect(await toldAfter(TOLD_AFTER_DAYS + 1, one.owner)).toBe(false)
  }
})
