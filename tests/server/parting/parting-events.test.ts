import { expect, test } from 'vitest'
import { createEvent, getEvent, participateInEvent, publishEvent } from '#contract/events/events'
import { hideMyself, inviteToEvent } from '#contract/events/participants'
import * as m from '#contract/messaging/messages'
import * as p from '#contract/profile/parting'
import { collectArchive } from '../../../server/life/collect'
import type { Member } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'
import { say } from '../../support/world/exchanges'
import { readThread } from '../../support/world/world'
import { again, couple, DAY_MS, part, type Couple } from './setup'

const t = sharedApp()

const dinner = async (c: Couple, guests: readonly Member[], come: string | null) => {
  const host = await t.member()
  const { event } = (
    await host.call(createEvent, {
      body: {
        title: 'Dîner',
        start_date: new Date(t.ctx.now() + 30 * DAY_MS).toISOString(),
        group_options: 'all',
      },
    })
  ).body
  const { id } = event
  await host.call(publishEvent, { params: { id }, body: { status: 'published' } })
  for (const guest of [c.anne, ...guests]) {
    await host.call(inviteToEvent, { params: { id }, body: { account_handle: guest.handle } })
    const body = guest === c.anne ? { identity_id: come } : undefined
    const joined = await guest.call(participateInEvent, { params: { id }, body })
    expect(joined.status).toBe(200)
  }
  const talk = (await host.call(getEvent, { params: { id } })).body.event.conversation_id ?? ''
  return { host, id, talk }
}
const past = async (who: Member) => (await who.call(p.listPastTalks)).body.talks.map((x) => x.id)
const lines = async (who: Member, id: string) => {
  const { body } = await who.call(p.readPastTalk, { params: { id }, query: {} })
  return body.messages.map((x) => [x.handle, x.is_own, x.content])
}
const answer = (who: Member, id: string, content: string, quoted: string) =>
  who.call(m.sendMessage, {
    params: { id },
    body: {
      content,
      sender_identity_id: who.identityIds[0] ?? null,
      client_msg_id: crypto.randomUUID(),
      quoted_message_id: quoted,
    },
  })

test('the discussion of an event to which both came is read by each and written by none of the two', async () => {
  const c = await couple(t)
  const shy = await t.member()
  const { host, id, talk } = await dinner(c, [shy], null)
  await say(c.anne, talk, 'mot d’Anne', { sender_identity_id: c.anneId })
  await say(c.paul, talk, 'mot de Paul', { sender_identity_id: c.paulId })
  await say(shy, talk, 'mot discret')
  await shy.call(hideMyself, { params: { id }, body: { is_hidden: true } })
  const { anne, paul } = await part(t, c)
  await say(await again(t, host), talk, 'mot d’après')
  for (const who of [anne, paul]) {
    expect(await past(who)).toEqual([talk])
    expect((await readThread(who, talk)).status).toBe(404)
    expect((await answer(who, talk, 'encore', '')).status).toBeGreaterThanOrEqual(400)
  }
  const other = expect.any(String) as string
  expect(await lines(anne, talk)).toEqual([
    ['', true, 'mot d’Anne'],
    [other, false, 'mot de Paul'],
    ['Pseudo caché', false, 'mot discret'],
  ])
  expect(await lines(paul, talk)).toEqual([
    [other, false, 'mot d’Anne'],
    ['', true, 'mot de Paul'],
    ['Pseudo caché', false, 'mot discret'],
  ])
  // a new handle is told to neither
  expect(JSON.stringify(await lines(paul, talk))).not.toContain(anne.handle)
  const said = (who: Member) =>
    collectArchive(t.ctx, { accountId: who.accountId, userId: who.userId }).then((all) =>
      JSON.stringify((all as Record<string, unknown>)['discussions_d_avant']),
    )
  expect(await said(paul)).toContain('mot de Paul')
  expect(await said(paul)).not.toContain('mot d’Anne')
  expect(await said(anne)).not.toContain('mot de Paul')
})

test('one who comes alone goes on in it; quotes of who left lead to no new account', async () => {
  const c = await couple(t)
  const { host, talk } = await dinner(c, [], c.paulId)
  const { id: hers } = await say(c.anne, talk, 'mot d’Anne', { sender_identity_id: c.anneId })
  await say(c.paul, talk, 'mot de Paul', { sender_identity_id: c.paulId })
  await answer(host, talk, 'à Anne', hers)
  const { anne, paul } = await part(t, c)
  const reader = await again(t, host)
  expect(await past(anne)).toEqual([talk])
  expect(await past(paul)).toEqual([])
  expect((await answer(paul, talk, 'encore à Anne', hers)).status).toBe(201)
  for (const who of [reader, paul]) {
    const thread = await readThread(who, talk)
    expect(thread.status).toBe(200)
    const text = JSON.stringify(thread.body)
    expect(text).toContain('encore à Anne')
    for (const secret of [anne.accountId, anne.handle, ...anne.identityIds])
      expect(text).not.toContain(secret)
  }
  expect(JSON.stringify(await lines(anne, talk))).not.toContain('encore à Anne')
})
