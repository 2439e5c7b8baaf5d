import { expect, test } from 'vitest'
import * as m from '#contract/messaging/messages'
import { isPostgres, takeNextClock } from '../../../server/db/dialect'
import type { Viewer } from '../../../server/context'
import { postMessage } from '../../../server/messaging/messages/send'
import { newId } from '../../../server/tokens'
import { tapPublisher } from '../live-client'
import type { Member } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'
import { picture, upload } from '../../support/world/world'

const t = sharedApp()
const startWith = async (a: Member, b: Member): Promise<string> =>
  (await a.call(m.startConversation, { body: { handle: b.handle } })).body.conversation.id
const send = (who: Member, id: string, content: string, client_msg_id = newId()) =>
  who.call(m.sendMessage, {
    params: { id },
    body: { content, sender_identity_id: who.identityIds[0] ?? null, client_msg_id },
  })
const stored = async (id: string): Promise<string[]> =>
  (
    await t.ctx.db
      .selectFrom('messages')
      .where('conversation_id', '=', id)
      .where('sender_account_id', 'is not', null)
      .select('content')
      .orderBy('seq')
      .execute()
  ).map((r) => r.content)

test('batched sends succeed, repeat or fail as if each were alone', async () => {
  const a = await t.member('ensemble_a')
  const others = await Promise.all(Array.from({ length: 6 }, (_, i) => t.member(`ensemble_${i}`)))
  const ids = await Promise.all(others.map((b) => startWith(a, b)))
  await Promise.all(ids.map((id) => send(a, id, 'avant')))
  const stranger = await t.member('ensemble_x')
  await t.ctx.db
    .insertInto('blocks')
    .values({
      account_id: others[0]?.accountId ?? '',
      blocked_account_id: a.accountId,
      created_at: 1,
    })
    .execute()
  const twice = newId()
  const answers = await Promise.all([
    ...ids.map((id, i) => send(a, id, `ensemble ${i}`)),
    send(stranger, ids[1] ?? '', 'je n’en suis pas'),
    send(a, newId(), 'nulle part'),
    send(a, ids[2] ?? '', 'deux fois', twice),
    send(a, ids[2] ?? '', 'deux fois', twice),
    send(a, ids[2] ?? '', 'autre chose', twice),
    ...others.slice(1).map((b, i) => send(b, ids[i + 1] ?? '', 'réponse')),
  ])
  expect(answers.map((x) => x.status)).toEqual([
    403, 201, 201, 201, 201, 201, 404, 404, 201, 201, 409, 201, 201, 201, 201, 201,
  ])
  expect(answers[8]?.body.id).toBe(answers[9]?.body.id)
  expect(await stored(ids[0] ?? '')).toEqual(['avant'])
  // sent at the same moment: either order
  expect((await stored(ids[1] ?? '')).sort()).toEqual(['avant', 'ensemble 1', 'réponse'])
  expect((await stored(ids[2] ?? '')).sort()).toEqual([
    'avant',
    'deux fois',
    'ensemble 2',
    'réponse',
  ])
  // both have written: all but the blocked one are relations now
  const relations = await t.ctx.db
    .selectFrom('relations')
    .where('account_id', '=', a.accountId)
    .select('with_account_id')
    .execute()
  expect(new Set(relations.map((r) => r.with_account_id))).toEqual(
    new Set(others.slice(1).map((b) => b.accountId)),
  )
  const clocks = await t.ctx.db
    .selectFrom('conversations as c')
    .innerJoin('messages as l', 'l.id', 'c.last_message_id')
    .where('c.id', 'in', ids)
    .select(['c.clock', 'l.seq'])
    .execute()
  for (const { clock, seq } of clocks) expect(Number(clock)).toBeGreaterThanOrEqual(Number(seq))
})

test('a conversation that another transaction holds keeps only its own sends waiting', async ({
  skip,
}) => {
  if (!isPostgres(t.ctx.db)) skip('SQLite has one writer')
  const [a, b, c] = [
    await t.member('tenue_a'),
    await t.member('tenue_b'),
    await t.member('tenue_c'),
  ]
  const [held, free] = [await startWith(a, b), await startWith(a, c)]
  let isWaiting = true
  const waiting = await t.ctx.db.transaction().execute(async (trx) => {
    await takeNextClock(trx, held, Date.now())
    const late = send(a, held, 'attend').then((answer) => {
      isWaiting = false
      return answer
    })
    const others = await Promise.all([send(a, free, 'passe'), send(c, free, 'aussi')])
    expect(others.map((x) => x.status)).toEqual([201, 201])
    expect((await send(a, free, 'encore')).status).toBe(201)
    expect(isWaiting).toBe(true)
    return { late }
  })
  expect((await waiting.late).status).toBe(201)
})

test('messages of a conversation are told in their order, even when the first one takes longer to be told', async () => {
  const [a, b] = [await t.member('ordre_a'), await t.member('ordre_b')]
  const id = await startWith(a, b)
  await send(a, id, 'avant')
  await t.ctx.bus.idle()
  let [release, isAsked] = [() => {}, false]
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  // the presence query of the first one hangs
  const db = changed(t.ctx.db, 'executeQuery', (own) => async (query) => {
    if (
      (query as { sql: string }).sql.startsWith(
        'select conversation_id, account_id, is_admin, hidden',
      )
    ) {
      isAsked = true
      await gate
    }
    return own(query)
  })
  const viewer: Viewer = {
    userId: a.userId,
    sessionId: '',
    accountId: a.accountId,
    identityId: null,
    identityIds: a.identityIds,
  }
  const tap = tapPublisher(t)
  const first = await postMessage({ ...t.ctx, db }, viewer, id, {
    content: 'premier',
    sender_identity_id: a.identityIds[0] ?? null,
    client_msg_id: newId(),
  })
  await expect.poll(() => isAsked).toBe(true)
  const second = (await send(a, id, 'second')).body.id
  for (let i = 0; i < 50; i += 1) await new Promise((resolve) => setImmediate(resolve))
  release()
  await t.ctx.bus.idle()
  tap.stop()
  const told = tap.events.filter(
    (e) => e.name === 'conversation.message.created' && e.channel === `private-conversation-${id}`,
  )
  expect(
    told.map((e) => (e.data as { payload: { message: { id: string } } }).payload.message.id),
  ).toEqual([first.id, second])
})

test('a slow message with photos is broadcast before a later text', async () => {
  const [a, b] = [await t.member('photo_a'), await t.member('photo_b')]
  const id = await startWith(a, b)
  await send(a, id, 'avant')
  const photo = (await upload(a, await picture(3))).body.media_id
  await t.ctx.bus.idle()
  let since = (await b.call(m.listMessages, { params: { id }, query: {} })).body.lastSyncDate
  let [release, isAsked] = [() => {}, false]
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  // the question which photos it has hangs
  const db = changed(t.ctx.db, 'selectFrom', (own) => (table) => {
    const query = own(table) as object
    return table === 'message_media as mm'
      ? slowed(query, () => {
          isAsked = true
          return gate
        })
      : query
  })
  const viewer: Viewer = {
    userId: a.userId,
    sessionId: '',
    accountId: a.accountId,
    identityId: null,
    identityIds: a.identityIds,
  }
  const tap = tapPublisher(t)
  const first = postMessage({ ...t.ctx, db, bus: t.ctx.bus }, viewer, id, {
    content: '',
    media_ids: [photo],
    sender_identity_id: a.identityIds[0] ?? null,
    client_msg_id: newId(),
  })
  await expect.poll(() => isAsked).toBe(true)
  const second = (await send(b, id, 'belle photo')).body.id
  const seen = new Set<string>()
  const sync = async () => {
    const { body } = await b.call(m.syncConversation, { params: { id }, query: { since } })
    for (const x of body.messages) seen.add(x.id)
    since = body.lastSyncDate
  }
  await sync()
  for (let i = 0; i < 50; i += 1) await new Promise((resolve) => setImmediate(resolve))
  release()
  const { id: withPhoto } = await first
  await sync()
  await t.ctx.bus.idle()
  tap.stop()
  expect([...seen]).toEqual([withPhoto, second])
  const thread = (await b.call(m.listMessages, { params: { id }, query: {} })).body.messages
  expect(thread.slice(1).map((x) => x.id)).toEqual([withPhoto, second])
  expect(thread.map((x) => x.seq)).toEqual(thread.map((x) => x.seq).toSorted((x, y) => x - y))
  const told = tap.events.filter(
    (e) => e.name === 'conversation.message.created' && e.channel === `private-conversation-${id}`,
  )
  expect(
    told.map((e) => (e.data as { payload: { message: { id: string } } }).payload.message.id),
  ).toEqual([withPhoto, second])
})
type Method = (...all: unknown[]) => unknown
/** The same with another method of that name, made of its own. */
const changed = <T extends object>(whole: T, name: string, made: (own: Method) => Method): T =>
  new Proxy(whole, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key, target)
      if (typeof value !== 'function') return value
      const own = (value as Method).bind(target)
      return key === name ? made(own) : own
    },
  })
/** A query that is delayed before it runs, also through later builder calls. */
const slowed = <T extends object>(query: T, before: () => Promise<void>): T =>
  new Proxy(query, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      const own = (value as (...all: unknown[]) => unknown).bind(target)
      if (name === 'execute')
        return async () => {
          await before()
          return own()
        }
      return (...all: unknown[]) => {
        const next = own(...all)
        return typeof next === 'object' && next !== null && 'execute' in next
          ? slowed(next, before)
          : next
      }
    },
  })
