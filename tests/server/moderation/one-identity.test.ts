import { describe, expect, test } from 'vitest'
import { setLoginIdentity } from '#contract/agreements'
import { createEvent, publishEvent } from '#contract/events/events'
import * as h from '#contract/messaging/held'
import { sendMessage, startConversation } from '#contract/messaging/messages'
import { appealDecision, myDecisions } from '#contract/moderation'
import { report } from '#contract/safety'
import { listAudit } from '#contract/staff/access'
import { undoDecision } from '#contract/staff/cases'
import { collectArchive } from '../../../server/life/collect'
import { newId } from '../../../server/tokens'
import { type Member } from '../../support/server/server'
import { secondLogin } from '../../support/world/couples'
import { picture, upload } from '../../support/world/world'
import { mailsTo } from '../mailbox'
import {
  caseOf,
  codeOf,
  DAY,
  decide,
  detail,
  later,
  moderator,
  operator,
  RULE,
  setUp,
  t,
} from './cases-setup'

setUp()

const ALL = ['conversations', 'messages', 'events', 'photos'] as const
const say = (who: Member, id: string, identity: string | null, content = 'bonsoir') =>
  who.call(sendMessage, {
    params: { id },
    body: { content, sender_identity_id: identity, client_msg_id: newId() },
  })

/** A couple of two logins, Anne's and Paul's; Anne's message to a friend was reported. */
const scene = async () => {
  const anne = await t.member(undefined, ['woman', 'man'])
  const paul = await secondLogin(t, anne)
  const [anneId = '', paulId = ''] = anne.identityIds
  anne.identity = anneId
  paul.identity = paulId
  await anne.call(setLoginIdentity, { body: { identity_id: anneId } })
  await paul.call(setLoginIdentity, { body: { identity_id: paulId } })
  const friend = await t.member()
  const { id: talk } = (await friend.call(startConversation, { body: { handle: anne.handle } }))
    .body.conversation
  await say(friend, talk, friend.identityIds[0] ?? null)
  const { id: message } = (await say(anne, talk, anneId, 'des injures')).body
  await friend.call(report, { body: { kind: 'message', id: message, reason: 'harassment' } })
  const { handle } = await t.ctx.db
    .selectFrom('identities')
    .where('id', '=', anneId)
    .select('handle')
    .executeTakeFirstOrThrow()
  return { anne, paul, friend, anneId, paulId, handle, talk, id: await caseOf(message) }
}

/** What each restriction closes, tried once; `restricted` or undefined each. */
const tries = async (who: Member, identity: string | null, talk: string) => {
  const before = who.identity
  who.identity = identity
  const stranger = await t.member()
  const event = { title: 'Soirée', start_date: new Date(t.ctx.now() + 30 * DAY).toISOString() }
  const photo = await upload(who, await picture(3))
  const codes = [
    codeOf(await who.call(startConversation, { body: { handle: stranger.handle } })),
    codeOf(await say(who, talk, identity)),
    codeOf(await who.call(createEvent, { body: event })),
    codeOf(photo),
  ]
  who.identity = before
  return codes
}
const CLOSED = Array(4).fill('restricted')
const OPEN = Array(4).fill(undefined)

describe('a restriction of one person of a couple', () => {
  test('closes to that one and to both; the other, alone, keeps everything', async () => {
    const { anne, paul, anneId, paulId, handle, talk, id } = await scene()
    // a draft from before
    const event = {
      title: 'Pique-nique',
      start_date: new Date(t.ctx.now() + 30 * DAY).toISOString(),
    }
    const { id: draft } = (await anne.call(createEvent, { body: event })).body.event
    const publish = async (who: Member) =>
      codeOf(await who.call(publishEvent, { params: { id: draft }, body: { status: 'published' } }))
    expect((await detail(moderator, id)).persons.map((p) => p.id)).toEqual([anneId, paulId])
    const made = await decide(moderator, id, 'restrict', {
      ...RULE,
      days: 7,
      scopes: ALL,
      identity: anneId,
    })
    expect(made.status).toBe(200)
    expect(await tries(anne, anneId, talk)).toEqual(CLOSED)
    expect(await tries(anne, null, talk)).toEqual(CLOSED)
    expect(await tries(paul, null, talk)).toEqual(CLOSED)
    expect(await tries(paul, anneId, talk)).toEqual(CLOSED)
    // Anne's own login, as Paul
    expect(await tries(anne, paulId, talk)).toEqual(CLOSED)
    expect(await tries(paul, paulId, talk)).toEqual(OPEN)
    expect([await publish(anne), await publish(paul)]).toEqual(['restricted', undefined])
    const [shown] = (await detail(moderator, id)).decisions
    expect(shown?.identity).toEqual({ handle })
    const asBoth = await say(paul, talk, null)
    expect(asBoth.body).toMatchObject({ code: 'restricted', details: { until: shown?.until } })
    expect((asBoth.body as unknown as { error: string }).error).toContain(handle)
    await later(7 * DAY + 1, [anne], async () =>
      expect(await tries(anne, anneId, talk)).toEqual(OPEN),
    )
  })

  test('the statement and the archive say whom it is about; it is appealed and lifted like any', async () => {
    const { anne, paul, anneId, handle, talk, id } = await scene()
    const firstname = 'Zqprenom'
    await t.ctx.db.updateTable('identities').set({ firstname }).where('id', '=', anneId).execute()
    await decide(moderator, id, 'restrict', {
      ...RULE,
      days: 7,
      scopes: ['messages'],
      identity: anneId,
    })
    const case_ = await detail(moderator, id)
    expect(case_.evidence[0]?.payload).toMatchObject({ writtenBy: handle })
    expect(JSON.stringify(case_)).not.toContain(firstname)
    for (const who of [anne, paul])
      expect((await who.call(myDecisions, {})).body.decisions).toMatchObject([
        { measure: 'restrict', scopes: ['messages'], identity: { handle } },
      ])
    const archive = JSON.stringify(await collectArchive(t.ctx, paul))
    expect(archive).toContain(`"actions_fermees":["messages"],"concerne":"${handle}"`)
    await t.ctx.bus.idle()
    const mails = JSON.stringify(await mailsTo(t, anne.email))
    expect(mails).not.toMatch(new RegExp(`${handle}|${firstname}|injures`))
    const [decision] = case_.decisions
    const params = { id: decision?.id ?? '' }
    expect(
      (await paul.call(appealDecision, { params, body: { text: 'Un malentendu.' } })).status,
    ).toBe(201)
    await decide(operator, await caseOf(params.id), 'overturn', { facts: 'Vous avez raison.' })
    expect((await say(anne, talk, anneId)).status).toBe(201)
  })

  test('undone by the staff, it ends', async () => {
    const { anne, anneId, talk, id } = await scene()
    await decide(moderator, id, 'restrict', { ...RULE, days: 7, scopes: ALL, identity: anneId })
    const [made] = (await detail(moderator, id)).decisions
    await moderator.call(undoDecision, {
      params: { id: made?.id ?? '' },
      body: { reason: 'Erreur' },
    })
    expect(await tries(anne, anneId, talk)).toEqual(OPEN)
  })

  test('a message of both that waits for two yeses is not sent', async () => {
    const { anne, paul, anneId, talk, id } = await scene()
    await anne.call(h.setFourHands, { params: { id: talk }, body: { on: true } })
    const held = (await say(anne, talk, null, 'Samedi ?')).body
    await anne.call(h.approveHeld, { params: { id: held.id }, body: { revision: 1 } })
    await decide(moderator, id, 'restrict', {
      ...RULE,
      days: 7,
      scopes: ['messages'],
      identity: anneId,
    })
    const yes = () => paul.call(h.approveHeld, { params: { id: held.id }, body: { revision: 1 } })
    expect(codeOf(await yes())).toBe('restricted')
    expect((await paul.call(h.listHeld, { params: { id: talk } })).body.held).toHaveLength(1)
    await later(7 * DAY + 1, [paul], async () => expect((await yes()).status).toBe(200))
  })

  test('is refused for somebody else, for a single person, and with any other measure', async () => {
    const { id, anneId } = await scene()
    const other = await scene()
    const timed = { ...RULE, days: 7 }
    for (const [measure, more] of [
      ['restrict', { ...timed, scopes: ALL, identity: other.anneId }],
      ['suspend', { ...timed, identity: anneId }],
      ['exclude', { ...RULE, identity: anneId }],
      ['warn', { ...RULE, identity: anneId }],
    ] as const)
      expect(codeOf(await decide(moderator, id, measure, more))).toBe('measure_invalid')
    const alone = await t.member()
    const { friend } = other
    await friend.call(report, { body: { kind: 'profile', id: alone.accountId, reason: 'spam' } })
    const more = { ...timed, scopes: ALL, identity: alone.identityIds[0] }
    expect(codeOf(await decide(moderator, await caseOf(alone.accountId), 'restrict', more))).toBe(
      'measure_invalid',
    )
  })
})

test('the audit log shows whom a decision is limited to by the pseudonym, and stores the id', async () => {
  const { id, anneId, handle } = await scene()
  await decide(operator, id, 'restrict', {
    ...RULE,
    days: 7,
    scopes: ['messages'],
    identity: anneId,
  })
  const { entries } = (await operator.call(listAudit, {})).body
  expect(entries.find((e) => e.act === 'case.decided')?.detail['identity']).toBe(handle)
  const stored = await t.ctx.db
    .selectFrom('audit_log')
    .where('act', '=', 'case.decided')
    .where('target_id', '=', id)
    .select('detail')
    .executeTakeFirstOrThrow()
  expect(stored.detail).toContain(anneId)
})
