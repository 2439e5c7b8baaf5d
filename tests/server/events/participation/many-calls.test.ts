import { describe, expect, test } from 'vitest'
import type { KyselyPlugin } from 'kysely'
import * as e from '#contract/events/events'
import { listConversations } from '#contract/messaging/messages'
import * as p from '#contract/events/participants'
import type { Ctx } from '../../../../server/context'
import { inviteByLink } from '../../../../server/events/participation/invites'
import { addOrganizer } from '../../../../server/events/participation/organizers'
import {
  participate,
  stopParticipating,
} from '../../../../server/events/participation/participation'
import { changeParticipant } from '../../../../server/events/participation/people'
import { createRelation } from '../../../../server/relations/service'
import { type Member, viewerOf } from '../../../support/server/server'
import { setUp, t, make, invite, join, rowOf, before } from './races-setup'

setUp()

describe('many calls for one event', () => {
  test('a repeat of a join returns what is stored, on the waiting list too', async () => {
    const [m, a, b] = [await t.member(), await t.member(), await t.member()]
    const id = await make(m, { max_participants: 2, has_waitlist: true })
    for (const x of [a, b]) await invite(m, id, x)
    for (const [x, status] of [
      [a, 'accepted'],
      [b, 'waitlist'],
    ] as const)
      for (let i = 0; i < 2; i += 1)
        expect((await join(x, id)).body.event?.user_participation_status).toBe(status)
  })

  test('a change that is stored is answered so, although the conversations cannot be synced now', async () => {
    const [m, a] = [await t.member(), await t.member()]
    const id = await make(m)
    await invite(m, id, a)
    const away = before(1, () => Promise.reject(Object.assign(new Error(), { code: '57P03' })))
    await participate(away, viewerOf(a), id)
    await t.ctx.bus.idle()
    expect((await a.call(e.getEvent, { params: { id } })).body.event).toMatchObject({
      user_participation_status: 'accepted',
    })
    const { conversations } = (await a.call(listConversations)).body
    expect(conversations.map((c) => c.title)).toHaveLength(1)
  })

  test('joining and leaving ask as many queries with 30 guests as with 3, read as many rows, and end rights as often', async () => {
    const { publisher } = t.ctx.realtime
    const { withdraw, withdrawAll } = publisher
    let ended = 0
    publisher.withdraw = (match) => ((ended += 1), withdraw(match))
    publisher.withdrawAll = (matches) => ((ended += 1), withdrawAll(matches))
    const cost = async (guests: number): Promise<readonly number[]> => {
      const [m, x] = [await t.member(), await t.member()]
      const id = await make(m)
      for (let i = 0; i < guests; i += 1) {
        const guest = await t.member()
        await invite(m, id, guest)
        await join(guest, id)
        // a conversation with the organizers each: they were all looked at
        await guest.call(p.startEventConversation, { params: { id }, body: {} })
      }
      await invite(m, id, x)
      let [asked, read] = [0, 0]
      ended = 0
      const db = t.ctx.db.withPlugin({
        transformQuery: ({ node }) => {
          asked += 1
          return node
        },
        transformResult: async ({ result }) => {
          read += result.rows.length
          return result
        },
      })
      const ctx: Ctx = { ...t.ctx, db }
      await participate(ctx, viewerOf(x), id)
      await stopParticipating(ctx, viewerOf(x), id)
      return [asked, ended, read]
    }
    const few = await cost(3)
    expect(await cost(30)).toEqual(few)
    Object.assign(publisher, { withdraw, withdrawAll })
  })

  test('at most one of its transactions takes a connection at a time', async () => {
    const m = await t.member()
    const id = await make(m)
    const guests: Member[] = []
    for (let i = 0; i < 12; i += 1) guests.push(await t.member())
    for (const x of guests) await invite(m, id, x)
    let [open, most] = [0, 0]
    const db = new Proxy(t.ctx.db, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target)
        if (name !== 'transaction')
          return typeof value === 'function'
            ? (value as (...all: unknown[]) => unknown).bind(target)
            : value
        return () => ({
          execute: async (work: (trx: never) => Promise<unknown>) => {
            most = Math.max(most, (open += 1))
            return target
              .transaction()
              .execute(work as never)
              .finally(() => (open -= 1))
          },
        })
      },
    })
    const ctx = { ...t.ctx, db } as Ctx
    await Promise.all(guests.map((x) => participate(ctx, viewerOf(x), id)))
    expect(most).toBe(1)
  })
})

describe('locks', () => {
  const order: string[] = []
  const watch: KyselyPlugin = {
    transformQuery: ({ node }) => {
      const text = JSON.stringify(node)
      if (node.kind === 'UpdateQueryNode' && text.includes('"seats_taken"')) order.push('event')
      if (node.kind === 'SelectQueryNode' && text.includes('"blocked_account_id"'))
        order.push('block')
      return node
    },
    transformResult: async ({ result }) => result,
  }
  /** The server's own parts; `order` gets the locks and block checks of the first transaction. */
  const watched = (): Ctx => {
    order.length = 0
    return before(0, async () => undefined, watch)
  }
  const isBlockFirst = (): boolean =>
    order[0] === 'block' && order.lastIndexOf('block') < order.indexOf('event')

  test('a block is looked for before the event is locked, as in every other transaction', async () => {
    const [m, a, b] = [await t.member(), await t.member(), await t.member()]
    for (const x of [a, b])
      await t.ctx.db
        .transaction()
        .execute((trx) => createRelation(trx, m.accountId, x.accountId, 'link', t.ctx.now()))
    const id = await make(m)
    await invite(m, id, b)
    await join(b, id)
    await addOrganizer(watched(), viewerOf(m), id, a.accountId)
    expect(isBlockFirst()).toBe(true)
    await changeParticipant(watched(), viewerOf(m), id, {
      participantId: (await rowOf(m, id, b)).id,
      status: 'invited',
    })
    expect(isBlockFirst()).toBe(true)
    const c = await t.member()
    await inviteByLink(watched(), id, c.accountId, m.accountId)
    expect(isBlockFirst()).toBe(true)
  })
})
