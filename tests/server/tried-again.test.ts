import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { createBus, type Bus } from '../../server/bus'
import * as e from '#contract/events/events'
import { inviteToEvent } from '#contract/events/participants'
import type { Ctx } from '../../server/context'
import { changeEvent } from '../../server/events/editing/edit'
import { revealAddress } from '../../server/events/editing/location'
import { serveHub } from '../../server/hub/routes'
import { serveMessaging } from '../../server/messaging/routes'
import { notifyLinkFollowed } from '../../server/news/invitations'
import type { Server } from '../../server/plugins/serve'
import { createPresence } from '../../server/presence/service'
import { serveAgreements } from '../../server/subjects/routes'
import { serveZones } from '../../server/zones/routes'
import type { Member } from '../support/server/server'
import { sharedApp } from '../support/server/shared-app'
import { serveEvents } from '../../server/events/routes'

const t = sharedApp()
let me: Member
let other: Member
beforeAll(async () => {
  me = await t.member()
  other = await t.member()
  await setEnded(true)
})

/** Whether a zone separates the two, and `me` hides their presence. */
const setEnded = async (isEnded: boolean): Promise<void> => {
  const pair = { account_id: me.accountId, with_account_id: other.accountId }
  if (isEnded) await t.ctx.db.insertInto('zone_pairs').values(pair).execute()
  else await t.ctx.db.deleteFrom('zone_pairs').execute()
  await t.ctx.db
    .updateTable('accounts')
    .set({ presence_hidden: isEnded ? 1 : 0 })
    .where('id', '=', me.accountId)
    .execute()
}

const server = { serve: () => undefined } as unknown as Server
const photo = (): { accountId: string; mediaId: string } => ({
  accountId: me.accountId,
  mediaId: crypto.randomUUID(),
})
/** Each ends what others see, or may do. */
const ENDS: Readonly<
  Record<string, readonly [serve: (ctx: Ctx) => unknown, emit: (bus: Bus) => void]>
> = {
  'a zone separates two members': [
    (ctx) => serveZones(server, ctx, () => Promise.resolve()),
    (bus) => bus.emit('member.hidden', { accountId: me.accountId, others: [other.accountId] }),
  ],
  'a session ends': [
    (ctx) => serveHub(server, ctx, {} as FastifyInstance, null),
    (bus) => bus.emit('session.ended', { sessionId: 's', userId: 'u', accountId: null }),
  ],
  'a photo of messages is destroyed': [
    (ctx) => serveMessaging(server, ctx),
    (bus) => bus.emit('photo.destroyed', { messageIds: [crypto.randomUUID()] }),
  ],
  'a conversation no longer shows its picture': [
    (ctx) => serveMessaging(server, ctx),
    (bus) =>
      bus.emit('picture.changed', {
        kind: 'conversation',
        targetId: crypto.randomUUID(),
        replaced: null,
      }),
  ],
  'an event no longer shows its banner': [
    (ctx) => serveEvents(server, ctx),
    (bus) =>
      bus.emit('picture.changed', { kind: 'event', targetId: crypto.randomUUID(), replaced: null }),
  ],
  'a photo is claimed': [
    (ctx) => serveAgreements(server, ctx),
    (bus) => bus.emit('photo.claimed', photo()),
  ],
  'a member hides their presence': [
    (ctx) => createPresence(ctx).stop(),
    (bus) => bus.emit('presence.chosen', { accountId: me.accountId, hidden: true }),
  ],
}

/** Fails at its first use, as while a connection is cut, and counts those that did not. */
const cutOnce = <T extends object>(real: T, uses: { cut: number; more: number }): T =>
  new Proxy(real, {
    get: (target, key) => {
      if (uses.cut === 0) {
        uses.cut += 1
        throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
      }
      uses.more += 1
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })

test.each(Object.entries(ENDS))('%s: tried again while the database is away', async (_, what) => {
  const [serve, emit] = what
  const failed: unknown[] = []
  const uses = { cut: 0, more: 0 }
  const bus = createBus((error) => failed.push(error))
  const publisher = cutOnce(t.ctx.realtime.publisher, uses)
  const ctx: Ctx = {
    ...t.ctx,
    bus,
    db: cutOnce(t.ctx.db, uses),
    realtime: { ...t.ctx.realtime, publisher },
  }
  await serve(ctx)
  emit(bus)
  await bus.idle()
  expect([uses.cut, failed]).toEqual([1, []])
  expect(uses.more).toBeGreaterThan(0)
})

test('who is seen again before the next attempt stays so', async () => {
  await setEnded(false)
  const done: string[] = []
  const ended = ['a zone separates two members', 'a member hides their presence'] as const
  for (const name of ended) {
    const [serve, emit] = ENDS[name] ?? []
    const bus = createBus(() => undefined)
    const publisher = new Proxy(t.ctx.realtime.publisher, {
      get: (of, key) => {
        done.push(`${name}: ${String(key)}`)
        const value: unknown = Reflect.get(of, key)
        return typeof value === 'function' ? (value.bind(of) as unknown) : value
      },
    })
    const realtime = { ...t.ctx.realtime, publisher, publish: () => void done.push(name) }
    await serve?.({ ...t.ctx, bus, db: cutOnce(t.ctx.db, { cut: 0, more: 0 }), realtime })
    emit?.(bus)
    await bus.idle()
  }
  expect(done).toEqual([])
})

/** Fails once at the first read after the commit of a transaction. */
const cutAfterCommit = <T extends object>(real: T): { db: T; wasCut: () => boolean } => {
  const state = { committed: false, cut: false }
  const db = new Proxy(real, {
    get: (target, key) => {
      if (key === 'transaction') state.committed = true
      if (key === 'selectFrom' && state.committed && !state.cut) {
        state.cut = true
        throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
      }
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
  return { db, wasCut: () => state.cut }
}

/** The kinds of news that are pushed, each as often as it is, when the database is away after a commit. */
const pushedDespite = async (act: (ctx: Ctx) => Promise<unknown>): Promise<string[]> => {
  const pushed: string[] = []
  const bus = createBus(() => undefined)
  bus.on('news.created', ({ type }) => void pushed.push(type))
  const { db, wasCut } = cutAfterCommit(t.ctx.db)
  await act({ ...t.ctx, bus, db })
  await bus.idle()
  expect(wasCut()).toBe(true)
  return pushed
}

test('the push of stored news is sent although the database was away right after it', async () => {
  const [a, b] = [await t.member(), await t.member()]
  const followed = { accountId: b.accountId, inviterId: a.accountId }
  expect(await pushedDespite((ctx) => notifyLinkFollowed(ctx, followed))).toEqual([
    'relation_joined',
  ])
  const title = { title: 'Bal', start_date: new Date(t.ctx.now() + 9e7).toISOString() }
  const private_location = { address: '3 impasse', lat: 47.9, lng: 1.9 }
  const { id } = (await a.call(e.createEvent, { body: { ...title, private_location } })).body.event
  await a.call(e.publishEvent, { params: { id }, body: { status: 'published' } })
  await a.call(inviteToEvent, { params: { id }, body: { account_handle: b.handle } })
  await b.call(e.participateInEvent, { params: { id } })
  const host = { ...a, sessionId: '', identityId: null }
  expect(await pushedDespite((ctx) => revealAddress(ctx, host, id))).toEqual(['location_revealed'])
  expect(
    await pushedDespite((ctx) =>
      changeEvent(ctx, host, id, { price: '10 euros' }, () => Promise.resolve()),
    ),
  ).toEqual(['event_changed'])
})
