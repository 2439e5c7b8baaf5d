import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deleteMessage } from '#contract/messaging/acts'
import * as g from '#contract/messaging/groups'
import { lockForBlock } from '../../../../server/access/blocks'
import { isPostgres, takeNextClock } from '../../../../server/db/dialect'
import { say } from '../../../support/world/exchanges'
import { againstPhoto, endsOrWaits } from '../../../support/server/waiting'
import { picture, upload } from '../../../support/world/world'
import { type Member } from '../../../support/server/server'
import { circle, create, setUp, t } from '../groups-setup'

setUp()

const photoOf = async (who: Member): Promise<string> =>
  (await upload(who, await picture())).body.media_id

test('a group is changed and created in spite of a deadlock', async ({ skip }) => {
  if (!isPostgres(t.ctx.db)) skip()
  const [a, b] = (await circle(2)) as [Member, Member]
  const { id } = await create(a, [b])
  const photo = await photoOf(a)
  const changed = await againstPhoto(
    t.ctx.db,
    photo,
    (trx) =>
      trx.selectFrom('conversations').where('id', '=', id).select('id').forUpdate().execute(),
    () => a.call(g.updateGroup, { params: { id }, body: { avatar_media_id: photo } }),
  )
  expect(changed.status).toBe(200)
  const made = await againstPhoto(
    t.ctx.db,
    photo,
    (trx) => lockForBlock(trx, a.accountId, b.accountId),
    () =>
      a.call(g.createGroup, {
        body: { title: 'Nous', account_ids: [b.accountId], avatar_media_id: photo },
      }),
  )
  expect(made.status).toBe(201)
})

test('a message is deleted in spite of a deadlock with the deletion of its photo', async ({
  skip,
}) => {
  if (!isPostgres(t.ctx.db)) skip()
  const [a, b] = (await circle(2)) as [Member, Member]
  const { id } = await create(a, [b])
  const message = await say(a, id, 'Regarde', { media_ids: [await photoOf(a)] })
  const deleting = await t.ctx.db.transaction().execute(async (trx) => {
    // the deletion of the message notices it first
    await sql`set local deadlock_timeout = '60s'`.execute(trx)
    await trx.deleteFrom('message_media').where('message_id', '=', message.id).execute()
    const deleted = a.call(deleteMessage, { params: { id: message.id } })
    await endsOrWaits(t.ctx.db, deleted)
    await takeNextClock(trx, id, t.ctx.now())
    return [deleted]
  })
  expect((await Promise.all(deleting)).map((deleted) => deleted.status)).toEqual([200])
})
