import { expect, test } from 'vitest'
import * as h from '#contract/messaging/held'
import { addPhoto, as } from '../../../support/world/couples'
import { pageOf, pairOf, say } from '../../../support/world/exchanges'
import { answer } from '../../subjects/agreements-setup'
import { setUp, t } from './held-setup'

setUp()

test('MSG-155: what leaves under the name of one is not rewritten by the other, who may take it back', async () => {
  const [couple, other, talk] = await pairOf(t)
  const [anne = '', paul = ''] = couple.identityIds
  couple.identity = anne
  const photo = await addPhoto(couple, [anne, paul])
  couple.identity = null
  const { id } = await say(couple, talk, 'Regarde', { media_ids: [photo] })
  const amend = (k: 0 | 1, content: string) =>
    as(couple, k).call(h.amendHeld, { params: { id }, body: { revision: 1, content } })
  expect(await amend(1, 'Pas d’elle')).toMatchObject({
    status: 403,
    body: { code: 'message_not_yours' },
  })
  expect((await amend(0, 'D’elle')).body.held).toMatchObject({ content: 'D’elle', revision: 2 })
  await answer(couple, paul, photo, 'yes')
  await t.ctx.bus.idle()
  expect((await pageOf(other, talk)).messages.map((m) => m.content)).toEqual(['D’elle'])
  const second = await addPhoto(couple, [anne, paul])
  const { id: back } = await say(couple, talk, 'Et là', { media_ids: [second] })
  expect((await as(couple, 1).call(h.takeBackHeld, { params: { id: back } })).status).toBe(200)
})
