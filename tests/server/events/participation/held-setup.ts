import * as a from '#contract/events/held-answers'
import { createEvent, getEvent, publishEvent, type EventInput } from '#contract/events/events'
import { inviteToEvent, listEventParticipants } from '#contract/events/participants'
import { createRelation } from '../../../../server/relations/service'
import type { Member, TestApp } from '../../../support/server/server'
import { sharedApp } from '../../../support/server/shared-app'

export let t: TestApp

let made = 0

export const evening = async (more: Partial<EventInput> = {}) => {
  made += 1
  const host = await t.member(`hote_${made}`)
  const couple = await t.member(`couple_${made}`, ['woman', 'man'])
  await t.ctx.db
    .transaction()
    .execute((trx) => createRelation(trx, host.accountId, couple.accountId, 'link', t.ctx.now()))
  const { event } = (
    await host.call(createEvent, {
      body: {
        title: 'Soirée',
        start_date: new Date(t.ctx.now() + 72 * 3_600_000).toISOString(),
        place_id: '45234',
        ...more,
      },
    })
  ).body
  const id = event.id
  await host.call(publishEvent, { params: { id }, body: { status: 'published' } })
  await host.call(inviteToEvent, { params: { id }, body: { account_handle: couple.handle } })
  await couple.call(a.setAnswersTogether, { body: { on: true } })
  const status = async () =>
    (await host.call(listEventParticipants, { params: { id } })).body.participants.find(
      (p) => p.account_id === couple.accountId,
    )?.status
  return { host, couple, id, status }
}

export const held = async (who: Member, id: string) =>
  (await who.call(getEvent, { params: { id } })).body.event?.held_answer ?? null

export const yes = (who: Pick<Member, 'call'>, id: string, revision = 1) =>
  who.call(a.approveAnswer, { params: { id }, body: { revision } })

export const setUp = (): void => {
  t = sharedApp()
}
