import { describe, expect, test } from 'vitest'
import { listDrive } from '#contract/albums/albums'
import { purgeAccount } from '../../../../server/life/deletion'
import { deleteExpiredRows } from '../../../../server/life/tidy'
import { deleteEmptyGroups } from '../../../../server/messaging/service'
import { liftSuspension, suspendAccount } from '../../../../server/moderation/suspension'
import { type Member } from '../../../support/server/server'
import { picture, upload } from '../../../support/world/world'
import { setUp, t, circle, create, leave, lines, listed, say } from '../groups-setup'

setUp()

const photoOf = async (who: Member, n: number): Promise<string> =>
  (await upload(who, await picture(n))).body.media_id
const isStored = async (table: 'conversations' | 'media', id: string): Promise<boolean> =>
  (await t.ctx.db.selectFrom(table).where('id', '=', id).select('id').executeTakeFirst()) !==
  undefined

describe('the last visible member of a group leaves', () => {
  test('a suspended member finds it again, with their words and photos, and administers it', async () => {
    const [a, b] = (await circle(2)) as [Member, Member]
    const { id } = await create(a, [b])
    const photo = await photoOf(b, 1)
    await say(b, id, 'à garder', { media_ids: [photo] })
    await suspendAccount(t.ctx.db, b.accountId, t.ctx.now() + 86_400_000, t.ctx.now())
    await leave(a, id)
    expect([await isStored('conversations', id), await isStored('media', photo)]).toEqual([
      true,
      true,
    ])
    await liftSuspension(t.ctx.db, b.accountId)
    expect(await listed(b)).toContain(id)
    expect(await lines(b, id)).toEqual([
      `info: ${a.handle} a créé le groupe`,
      'à garder',
      `participant_left: ${a.handle} a quitté le groupe`,
      `info: ${b.handle} administre désormais le groupe`,
    ])
  })

  test('so does who keeps their account; with its deletion the group ends', async () => {
    const [a, b] = (await circle(2)) as [Member, Member]
    const { id } = await create(a, [b])
    const [mine, theirs] = [await photoOf(a, 2), await photoOf(b, 3)]
    await say(a, id, 'avant de partir', { media_ids: [mine] })
    await say(b, id, 'de même', { media_ids: [theirs] })
    await t.ctx.db
      .updateTable('accounts')
      .set({ deleted_at: t.ctx.now(), deletes_at: t.ctx.now() })
      .where('id', '=', b.accountId)
      .execute()
    await leave(a, id)
    expect([await isStored('conversations', id), await isStored('media', mine)]).toEqual([
      true,
      true,
    ])
    await purgeAccount(t.ctx, b.accountId)
    expect(await isStored('conversations', id)).toBe(false)
    expect([await isStored('media', mine), await isStored('media', theirs)]).toEqual([false, false])
  })

  test('of several groups those without members are deleted', async () => {
    const [a, b] = (await circle(2)) as [Member, Member]
    const [{ id }, other] = [await create(a, [b]), await create(a, [b])]
    const photo = await photoOf(a, 4)
    await say(a, id, 'sans lecteur', { media_ids: [photo] })
    await t.ctx.db
      .updateTable('conversation_participants')
      .set({ left_at: t.ctx.now() })
      .where('conversation_id', '=', id)
      .execute()
    await deleteEmptyGroups(t.ctx, [id, other.id])
    expect([
      await isStored('conversations', id),
      await isStored('media', photo),
      await isStored('conversations', other.id),
    ]).toEqual([false, false, true])
  })

  test('one that a killed process left without members is deleted by the daily job', async () => {
    const [a, b] = (await circle(2)) as [Member, Member]
    const [{ id }, other] = [await create(a, [b]), await create(a, [b])]
    await t.ctx.db
      .updateTable('conversation_participants')
      .set({ left_at: t.ctx.now() })
      .where('conversation_id', '=', id)
      .execute()
    await deleteExpiredRows(t.ctx)
    expect([
      await isStored('conversations', id),
      await isStored('conversations', other.id),
    ]).toEqual([false, true])
  })
})

test('a photo to be seen once goes with its group, and never returns to who sent it', async () => {
  const [a, b] = (await circle(2)) as [Member, Member]
  const { id } = await create(a, [b])
  const photo = await photoOf(a, 5)
  await say(a, id, '', { media_ids: [photo], brief: 'once' })
  await leave(b, id)
  await leave(a, id)
  expect(await isStored('media', photo)).toBe(false)
  expect((await a.call(listDrive, { query: {} })).body.media).toEqual([])
})
