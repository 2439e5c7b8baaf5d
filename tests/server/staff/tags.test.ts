import { expect, test } from 'vitest'
import { sendFeedback } from '#contract/feedback'
import { myComments } from '#contract/moderation'
import { listAudit } from '#contract/staff/access'
import { listCases, tagCase, type CommentTag } from '#contract/staff/cases'
import { decide, detail, moderator, operator, reported, setUp, t } from '../moderation/cases-setup'

setUp()

const comment = async (content: string): Promise<string> => {
  const author = await t.member()
  await author.call(sendFeedback, { body: { content, url_path: '/events' } })
  const row = await t.ctx.db
    .selectFrom('cases')
    .where('account_id', '=', author.accountId)
    .select('id')
    .executeTakeFirstOrThrow()
  return row.id
}
const tag = (id: string, value: CommentTag | null) =>
  moderator.call(tagCase, { params: { id }, body: { tag: value } })
const found = async (value: CommentTag, state: 'open' | 'decided') =>
  (
    await operator.call(listCases, { query: { state, kind: 'comment', tag: value } })
  ).body.cases.map((c) => c.id)

test('a comment is put under what it is about, found by it, also when it is answered, and taken out again', async () => {
  const [idea, other] = [await comment('Un mode sombre ?'), await comment('Merci')]
  expect((await tag(idea, 'idea')).body.line.tag).toBe('idea')
  await tag(other, 'thanks')
  expect(await found('idea', 'open')).toEqual([idea])
  const { version } = (await detail(operator, idea)).line
  await decide(operator, idea, 'answer', { facts: 'Bientôt.' })
  expect(await found('idea', 'open')).toEqual([])
  expect(await found('idea', 'decided')).toEqual([idea])
  // it disturbs nobody who decides
  expect((await detail(operator, idea)).line.version).toBe(version + 1)
  expect((await tag(idea, null)).body.line.tag).toBeNull()
  expect(await found('idea', 'decided')).toEqual([])
  const { entries } = (await operator.call(listAudit, {})).body
  expect(entries.filter((e) => e.act === 'case.tagged').map((e) => e.targetId)).toEqual([
    idea,
    other,
    idea,
  ])
})

test('only comments are tagged; their authors read nothing of it', async () => {
  const { id } = await reported()
  expect((await tag(id, 'problem')).status).toBe(409)
  const author = await t.member()
  await author.call(sendFeedback, { body: { content: 'Bonsoir', url_path: '/events' } })
  const own = await t.ctx.db
    .selectFrom('cases')
    .where('account_id', '=', author.accountId)
    .select('id')
    .executeTakeFirstOrThrow()
  await tag(own.id, 'question')
  expect(JSON.stringify((await author.call(myComments, {})).body)).not.toContain('question')
})
