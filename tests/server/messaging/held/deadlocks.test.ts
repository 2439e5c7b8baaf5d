import { expect, test } from 'vitest'
import { isPostgres } from '../../../../server/db/dialect'
import { againstPhoto } from '../../../support/server/waiting'
import { pairOf } from '../../../support/world/exchanges'
import { picture, upload } from '../../../support/world/world'
import { approve, both, setUp, t, together } from './held-setup'

setUp()

test('the last yes to a message with a photo is heard in spite of a deadlock with its deletion', async ({
  skip,
}) => {
  if (!isPostgres(t.ctx.db)) skip()
  const [a, , id] = await pairOf(t)
  await together(a, id)
  const photo = (await upload(a, await picture())).body.media_id
  const held = await both(a, id, 'Regarde', { media_ids: [photo] })
  const [first = '', second = ''] = a.identityIds
  a.identity = first
  expect((await approve(a, held.id)).status).toBe(200)
  a.identity = second
  const last = await againstPhoto(
    t.ctx.db,
    photo,
    // as a deletion of the photo does
    (trx) =>
      trx
        .selectFrom('held_media')
        .where('media_id', '=', photo)
        .select('held_id')
        .forUpdate()
        .execute(),
    () => approve(a, held.id),
  )
  expect(last.body).toMatchObject({ held: null, message: { content: 'Regarde' } })
})
