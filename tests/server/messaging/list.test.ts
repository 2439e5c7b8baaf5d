import { expect, test } from 'vitest'
import { Kysely, type KyselyPlugin } from 'kysely'
import * as m from '#contract/messaging/messages'
import type { Ctx } from '../../../server/context'
import type { Tables } from '../../../server/db/tables'
import { ensureDirect } from '../../../server/messaging/conversations/direct'
import { readMessagePage } from '../../../server/messaging/messages/pages'
import { changesSince, listOwnConversations } from '../../../server/messaging/service'
import { newId } from '../../../server/tokens'
import { type Member, viewerOf } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'

const t = sharedApp()

/** The same context, counting what it asks the database. */
const counting = (): { ctx: Ctx; count(): number } => {
  let n = 0
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      n += 1
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  return { ctx: { ...t.ctx, db: t.ctx.db.withPlugin(plugin) }, count: () => n }
}
/** `count` direct conversations of an account, each with a message of the other's. */
const fill = async (who: Member, count: number, from: number): Promise<void> => {
  const others = Array.from({ length: count }, (_, i) => ({
    id: newId(),
    identity: newId(),
    message: newId(),
    handle: `autre_${from + i}`,
  }))
  await t.ctx.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('accounts')
      .values(
        others.map((o) => ({
          id: o.id,
          handle: o.handle,
          handle_key: o.handle,
          avatar_media_id: null,
          created_at: 1,
        })),
      )
      .execute()
    await trx
      .insertInto('identities')
      .values(
        others.map((o) => ({
          id: o.identity,
          account_id: o.id,
          handle: o.handle,
          handle_key: o.handle,
          gender: 'man' as const,
          is_primary: 1 as const,
          firstname: null,
          avatar_media_id: null,
          created_at: 1,
        })),
      )
      .execute()
    for (const [i, o] of others.entries()) {
      const id = await ensureDirect(
        trx,
        who.accountId,
        o.id,
        { accountId: o.id, userId: '', identityId: null },
        1_000 + i,
      )
      await trx
        .insertInto('messages')
        .values({
          id: o.message,
          conversation_id: id,
          seq: 2_000 + i,
          changed: 2_000 + i,
          sender_account_id: o.id,
          sender_identity_id: o.identity,
          content: `Bonsoir ${i}`,
          system_type: null,
          client_msg_id: null,
          client_hash: null,
          media_count: 0,
          created_at: 2_000 + i,
          deleted_at: null,
        })
        .execute()
      await trx
        .updateTable('conversations')
        .set({ clock: 2_000 + i, last_message_id: o.message, last_message_at: 2_000 + i })
        .where('id', '=', id)
        .execute()
    }
  })
}

test('500 conversations take as many queries as 3; blocked ones are read-only', async () => {
  const who = await t.member('bavarde', ['woman', 'man'])
  const first = counting()
  await fill(who, 3, 0)
  expect(await listOwnConversations(first.ctx, viewerOf(who))).toHaveLength(3)
  await fill(who, 497, 3)
  const blocked = (
    await t.ctx.db
      .selectFrom('accounts')
      .where('handle', 'in', ['autre_7', 'autre_400'])
      .select('id')
      .execute()
  ).map((r) => r.id)
  await t.ctx.db
    .insertInto('blocks')
    .values([
      { account_id: who.accountId, blocked_account_id: blocked[0] ?? '', created_at: 1 },
      { account_id: blocked[1] ?? '', blocked_account_id: who.accountId, created_at: 1 },
    ])
    .execute()
  const second = counting()
  const list = await listOwnConversations(second.ctx, viewerOf(who))
  expect([list.length, second.count()]).toEqual([500, first.count()])
  expect(
    list
      .filter((c) => !c.can_write)
      .map((c) => c.last_message?.senderHandle)
      .sort(),
  ).toEqual(['autre_400', 'autre_7'])
  expect(list.every((c) => c.unread_count === 1 && c.participants.length === 2)).toBe(true)

  const median = async (work: () => Promise<unknown>): Promise<string> => {
    const times: number[] = []
    for (let i = 0; i < 7; i += 1) {
      const started = performance.now()
      await work()
      times.push(performance.now() - started)
    }
    return `${Math.round(times.sort((a, b) => a - b)[3] ?? 0)} ms`
  }
  console.log(
    `500 conversations, ${t.ctx.database.engine}: ${second.count()} queries, ${Math.round(JSON.stringify(list).length / 1024)} kB, room ${await median(() => listOwnConversations(t.ctx, viewerOf(who)))}, whole server ${await median(() => who.raw('GET', '/api/conversations'))}`,
  )
})

test('a direct conversation can be opened inside a transaction that goes on, by two at once', async () => {
  const [a, b] = [await t.member(), await t.member()]
  const open = () =>
    t.ctx.db.transaction().execute(async (trx) => {
      const id = await ensureDirect(trx, a.accountId, b.accountId, { ...a, identityId: null }, 1)
      // the transaction must still be good
      expect(
        (
          await trx
            .selectFrom('conversation_participants')
            .where('conversation_id', '=', id)
            .select('account_id')
            .execute()
        ).length,
      ).toBe(2)
      return id
    })
  expect(new Set(await Promise.all([open(), open(), open(), open()])).size).toBe(1)
})

test('a message committed between two queries comes with the page or the next sync, once', async () => {
  const [a, b] = [await t.member(), await t.member()]
  const { body } = await a.call(m.startConversation, { body: { handle: b.handle } })
  const { id } = body.conversation
  const sent: string[] = []
  const send = async (): Promise<void> => {
    sent.push(
      (
        await a.call(m.sendMessage, {
          params: { id },
          body: { content: `m${sent.length}`, sender_identity_id: null, client_msg_id: newId() },
        })
      ).body.id,
    )
  }
  await send()
  const executor = t.ctx.db.getExecutor()
  const between = new Proxy(executor, {
    get: (target, name) =>
      name === 'executeQuery'
        ? async (...args: Parameters<typeof executor.executeQuery>) => {
            const answer = await target.executeQuery(...args)
            await send()
            return answer
          }
        : (Reflect.get(target, name, target) as () => unknown).bind(target),
  })
  const ctx: Ctx = {
    ...t.ctx,
    db: new Kysely<Tables>({ executor: between, config: {}, driver: {}, dialect: {} } as never),
  }
  const page = await readMessagePage(ctx, viewerOf(b), id, { limit: 50 })
  const got = page.messages.map((x) => x.id)
  expect(sent.length).toBeGreaterThan(got.length)
  let since = page.lastSyncDate
  for (let i = 0; i < 3; i += 1) {
    const changes = await changesSince(i < 2 ? ctx : t.ctx, viewerOf(b), id, since)
    got.push(...changes.messages.map((x) => x.id).filter((x) => !got.includes(x)))
    since = changes.lastSyncDate
  }
  expect(got).toEqual(sent)
})

test('whoever is added without the past sees nothing of it, in the list neither', async () => {
  const [a, b] = [await t.member(), await t.member()]
  const { body } = await a.call(m.startConversation, { body: { handle: b.handle } })
  const { id } = body.conversation
  const sent = await a.call(m.sendMessage, {
    params: { id },
    body: { content: 'secret', sender_identity_id: null, client_msg_id: newId() },
  })
  await t.ctx.db
    .updateTable('conversation_participants')
    .set({ visible_after: sent.body.seq })
    .where('conversation_id', '=', id)
    .where('account_id', '=', b.accountId)
    .execute()
  const list = await b.call(m.listConversations)
  expect(list.body.conversations).toMatchObject([{ id, last_message: null, unread_count: 0 }])
  for (const path of ['messages', 'sync?since=2020-01-01T00:00:00.000Z', ''])
    expect(
      JSON.stringify(
        (await b.raw('GET', `/api/conversations/${id}/${path}`.replace(/\/$/, ''))).body,
      ),
    ).not.toContain('secret')
})

test('MSG-083 MSG-171: a conversation and a message have every field; the text is unchanged', async () => {
  const [a, b] = [await t.member(), await t.member()]
  const { body } = await a.call(m.startConversation, { body: { handle: b.handle } })
  const { id } = body.conversation
  for (const content of ['<b>👩🏽‍🚀</b> \u202Eé\u0301 % _ \\', 'moitié \ud800 seule', 'nul\0ici']) {
    const sent = await a.call(m.sendMessage, {
      params: { id },
      body: { content, sender_identity_id: null, client_msg_id: newId() },
    })
    expect(sent.status).toBe(201)
    expect(sent.body.content).toBe(
      content.replace('\0', '').replace('\u202E', '').replace('\ud800', '\ufffd'),
    )
    expect((await b.call(m.listMessages, { params: { id } })).body.messages.at(-1)).toEqual(
      sent.body,
    )
    expect(sent.body).toEqual({
      id: expect.any(String) as string,
      conversationId: id,
      seq: expect.any(Number) as number,
      changed: expect.any(Number) as number,
      senderAccountId: a.accountId,
      senderIdentityId: a.identityIds[0],
      clientMsgId: expect.any(String) as string,
      content: expect.any(String) as string,
      createdAt: expect.any(String) as string,
      deletedAt: null,
      edited: false,
      systemType: null,
      reactions: {},
      quote: null,
      media: [],
      identity: { handle: a.handle, avatar: null, gender: 'woman', both: false, hidden: false },
      readByOther: false,
      readByIdentityIds: [],
    })
  }
  const one = await b.call(m.getConversation, { params: { id } })
  expect([one.status, one.body.conversation.id, one.body.conversation.type]).toEqual([
    200,
    id,
    'direct',
  ])
})
