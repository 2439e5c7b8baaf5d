import { expect, test } from 'vitest'
import * as a from '#contract/events/held-answers'
import { listReplies } from '#contract/events/balance'
import { getEvent, participateInEvent } from '#contract/events/events'
import { as } from '../../../support/world/couples'
import { type Member } from '../../../support/server/server'
import { setUp, t, evening, held, yes } from './held-setup'

setUp()

test('a held yes carries who comes, the house rules that each accepts, and answers that nobody reads before', async () => {
  const { host, couple, id, status } = await evening({
    rules: 'Pas de photos.',
    questions: ['Un régime ?'],
  })
  const [she, he] = [as(couple, 0), as(couple, 1)]
  const read = async () => (await couple.call(getEvent, { params: { id } })).body.event
  const [question] = (await read()).questions
  const say = (who: Pick<Member, 'call'>, accepted_by: (string | undefined)[]) =>
    who.call(participateInEvent, {
      params: { id },
      body: {
        identity_id: couple.identityIds[0] ?? null,
        rules_version: 1,
        accepted_by: accepted_by.flatMap((x) => x ?? []),
        answers: [{ question_id: question?.id ?? '', text: 'Sans noix' }],
      },
    })
  expect((await say(she, [])).status).toBe(409)
  expect((await say(she, [couple.identityIds[0]])).body.held).toBe(true)
  const answers = async () => (await host.call(listReplies, { params: { id } })).body.guests
  expect(await answers()).toEqual([])
  expect((await yes(he, id)).status).toBe(200)
  expect(await status()).toBe('accepted')
  expect(await read()).toMatchObject({
    coming_identity_id: couple.identityIds[0],
    rules_awaited: false,
  })
  expect(await answers()).toHaveLength(1)
})

test('who of a couple comes is changed by both alone', async () => {
  const { couple, id } = await evening()
  await couple.call(participateInEvent, { params: { id } })
  for (const k of [0, 1] as const) await yes(as(couple, k), id)
  const only = { identity_id: couple.identityIds[0] ?? null }
  const coming = async () =>
    (
      await t.ctx.db
        .selectFrom('event_participants')
        .where('event_id', '=', id)
        .where('account_id', '=', couple.accountId)
        .select('identity_id')
        .executeTakeFirstOrThrow()
    ).identity_id
  const asked = await as(couple, 0).call(participateInEvent, { params: { id }, body: only })
  expect([asked.body.held, await coming()]).toEqual([true, null])
  await as(couple, 1).call(participateInEvent, { params: { id }, body: only })
  expect([await coming(), await held(couple, id)]).toEqual([only.identity_id, null])
  // a repeat without a choice keeps it
  await as(couple, 1).call(participateInEvent, { params: { id } })
  expect([await coming(), await held(couple, id)]).toEqual([only.identity_id, null])
})

test('a yes is given to who comes as well; two first answers at once are one after the other', async () => {
  const { couple, id, status } = await evening()
  const [she, he] = couple.identityIds as [string, string]
  const say = (k: 0 | 1, identity_id: string | null) =>
    as(couple, k).call(participateInEvent, { params: { id }, body: { identity_id } })
  const hashes = async () =>
    (
      await t.ctx.db
        .selectFrom('agreements')
        .where('account_id', '=', couple.accountId)
        .select('content_hash')
        .execute()
    ).map((r) => r.content_hash)
  await say(0, null)
  await say(0, she)
  expect(new Set(await hashes()).size).toBe(2)
  await couple.call(a.takeBackAnswer, { params: { id } })

  await Promise.all([say(0, she), say(1, he)])
  expect(await held(couple, id)).toMatchObject({ revision: 2 })
  expect((await held(couple, id))?.agreed).toHaveLength(1)
  expect(await status()).toBe('invited')
})
