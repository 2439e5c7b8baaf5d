import { describe, expect, test } from 'vitest'
import * as e from '#contract/events/events'
import * as p from '#contract/events/participants'
import * as m from '#contract/messaging/messages'
import type { Ctx } from '../../../../server/context'
import { removeOrganizer } from '../../../../server/events/participation/organizers'
import { changeParticipant, setOwnHidden } from '../../../../server/events/participation/people'
import { type Member, viewerOf } from '../../../support/server/server'
import { comes, crew, make, read, rowOf, setUp, t } from '../events-api-setup'

setUp()

/** The context of a process that ends with its first write. */
const ending = (ctx: Ctx): Ctx => {
  let isEnded = false
  const end = (): void => {
    isEnded = true
  }
  const db = new Proxy(ctx.db, {
    get: (target, name) => {
      if (isEnded) throw new Error('the process has ended')
      if (name === 'transaction')
        return () => ({
          execute: async <T>(work: (trx: never) => Promise<T>): Promise<T> => {
            const result = await target.transaction().execute(work as never)
            end()
            return result as T
          },
        })
      if (name === 'updateTable' || name === 'insertInto' || name === 'deleteFrom') end()
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function'
        ? (value as (...args: unknown[]) => unknown).bind(target)
        : value
    },
  })
  return { ...ctx, db }
}
const ENDED = 'the process has ended'

const evening = async () => {
  const [lead, a, b] = (await crew('', '', '')) as [Member, Member, Member]
  const id = await make(lead)
  await comes(lead, id, a)
  await comes(lead, id, b)
  const talk = (await read(lead, id)).conversation_id ?? ''
  return { lead, a, b, id, talk }
}
const seatOf = (talk: string, who: Member) =>
  t.ctx.db
    .selectFrom('conversation_participants')
    .where('conversation_id', '=', talk)
    .where('account_id', '=', who.accountId)
    .select(['hidden', 'is_admin', 'left_at'])
    .executeTakeFirstOrThrow()

describe('a process that ends just after the commit leaves nothing behind in the conversation', () => {
  test('MSG-071: not the name of who hides', async () => {
    const { a, b, id, talk } = await evening()
    await expect(setOwnHidden(ending(t.ctx), viewerOf(a), id, true)).rejects.toThrow(ENDED)
    expect((await seatOf(talk, a)).hidden).toBe(1)
    const { body } = await b.raw('GET', `/api/conversations/${talk}`)
    expect(JSON.stringify(body)).toContain('Pseudo caché')
    expect(JSON.stringify(body)).not.toContain(a.handle)
  })

  test('not a removed guest', async () => {
    const { lead, a, id, talk } = await evening()
    const participantId = await rowOf(lead, id, a)
    const body = { participantId, status: 'cancelled' as const }
    await expect(changeParticipant(ending(t.ctx), viewerOf(lead), id, body)).rejects.toThrow(ENDED)
    expect((await a.call(m.getConversation, { params: { id: talk } })).status).toBe(404)
  })

  test('MSG-153: not the rights of who organized it', async () => {
    const { lead, a, id, talk } = await evening()
    await t.relate(lead, a)
    const added = await lead.call(p.addCoOrganizer, {
      params: { id },
      body: { account_id: a.accountId },
    })
    expect(added.status).toBe(201)
    expect((await seatOf(talk, a)).is_admin).toBe(1)
    await expect(removeOrganizer(ending(t.ctx), viewerOf(lead), id, a.accountId)).rejects.toThrow(
      ENDED,
    )
    expect((await seatOf(talk, a)).is_admin).toBe(0)
  })
})

test('a name that was left behind is hidden with the next change of a guest', async () => {
  const { lead, a, b, id, talk } = await evening()
  await t.ctx.db
    .updateTable('event_participants')
    .set({ is_hidden: 1 })
    .where('event_id', '=', id)
    .where('account_id', '=', a.accountId)
    .execute()
  expect((await seatOf(talk, a)).hidden).toBe(0)
  await b.call(e.leaveEvent, { params: { id } })
  expect((await seatOf(talk, a)).hidden).toBe(1)
  expect((await seatOf(talk, lead)).hidden).toBe(0)
})
