import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendFeedback } from '#contract/feedback'
import { testApp, type TestApp } from '../support/server/server'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

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
