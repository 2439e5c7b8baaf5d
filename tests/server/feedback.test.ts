import { expect, test } from 'vitest'
import { sendFeedback } from '#contract/feedback'
import { sharedApp } from '../support/server/shared-app'

const t = sharedApp()

test('CORE-172: a comment is kept, trimmed, with its path; an empty one is refused', async () => {
  const member = await t.member('bavarde')
  expect(
    (
      await member.call(sendFeedback, {
        body: { content: '  Très bien\nmais… \0 ', url_path: '/events' },
      })
    ).status,
  ).toBe(201)
  const empty = await member.call(sendFeedback, { body: { content: ' \n ', url_path: '/events' } })
  expect(empty.body).toMatchObject({
    code: 'invalid_payload',
    description: 'Merci de saisir votre commentaire.',
  })
  const rows = await t.ctx.db.selectFrom('feedbacks').selectAll().execute()
  expect(rows).toMatchObject([
    {
      account_id: member.accountId,
      content: 'Très bien\nmais…',
      url_path: '/events',
      created_at: expect.any(Number),
    },
  ])
})

test('a comment sent again after a lost reply is kept once; another one, or much later, is new', async () => {
  const [member, other] = [await t.member(), await t.member()]
  const send = async (who: typeof member, content: string) =>
    (await who.call(sendFeedback, { body: { content, url_path: '/events' } })).status
  expect(await Promise.all([1, 2, 3].map(() => send(member, 'Trop petit')))).toEqual([
    201, 201, 201,
  ])
  expect(await send(other, 'Trop petit')).toBe(201)
  expect(await send(member, 'Trop grand')).toBe(201)
  const kept = async () =>
    (
      await t.ctx.db
        .selectFrom('feedbacks as f')
        .innerJoin('cases as c', 'c.subject_id', 'f.id')
        .where('f.account_id', '=', member.accountId)
        .select('f.content')
        .execute()
    )
      .map((f) => f.content)
      .sort()
  expect(await kept()).toEqual(['Trop grand', 'Trop petit'])
  t.clock.now += 660_000
  await send(member, 'Trop petit')
  expect(await kept()).toEqual(['Trop grand', 'Trop petit', 'Trop petit'])
})
