import { afterEach, beforeAll, expect } from 'vitest'
import * as m from '#contract/messaging/messages'
import * as g from '#contract/messaging/groups'
import { newId } from '../../../server/tokens'
import type { Member, TestApp } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'
import { type Live } from '../live-client'

export let t: TestApp

export let base: string

export const open: Live[] = []

export let n = 0

/** Members who are all relations of the first. */
export const circle = async (count: number): Promise<Member[]> => {
  n += 1
  const all: Member[] = []
  for (let i = 0; i < count; i += 1)
    all.push(await t.member(`groupe_${n}_${i}`, i === 0 ? ['woman', 'man'] : ['woman']))
  const [first, ...others] = all
  for (const o of others) await t.relate(first as Member, o)
  return all
}

export const create = async (
  by: Member,
  others: readonly Member[],
  more: object = {},
): Promise<m.Conversation> => {
  const { status, body } = await by.call(g.createGroup, {
    body: { title: 'Les voisins', account_ids: others.map((o) => o.accountId), ...more },
  })
  expect(status).toBe(201)
  return body.conversation
}

export const add = (by: Member, id: string, who: readonly Member[]) =>
  by.call(g.addParticipants, { params: { id }, body: { account_ids: who.map((w) => w.accountId) } })

export const remove = (by: Member, id: string, who: Member) =>
  by.call(g.removeParticipant, { params: { id }, body: { account_id: who.accountId } })

export const leave = (by: Member, id: string) => by.call(g.leaveConversation, { params: { id } })

export const say = async (
  by: Member,
  id: string,
  content: string,
  more: object = {},
): Promise<m.Message> =>
  (
    await by.call(m.sendMessage, {
      params: { id },
      body: {
        content,
        sender_identity_id: by.identityIds[0] ?? null,
        client_msg_id: newId(),
        ...more,
      },
    })
  ).body

export const thread = async (by: Member, id: string) =>
  (await by.call(m.listMessages, { params: { id } })).body.messages

export const lines = async (by: Member, id: string) =>
  (await thread(by, id)).map((x) => (x.systemType ? `${x.systemType}: ${x.content}` : x.content))

export const listed = async (by: Member) =>
  (await by.call(m.listConversations)).body.conversations.map((c) => c.id)

/** Starts what every test of this file shares. */
export const setUp = (): void => {
  t = sharedApp()
  beforeAll(async () => {
    base = await t.listen()
  })
  afterEach(() => open.splice(0).forEach((l) => l.pusher.disconnect()))
}
