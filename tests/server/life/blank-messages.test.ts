import { expect, test } from 'vitest'
import { startConversation } from '#contract/messaging/messages'
import { emptyMessagesOf } from '../../../server/life/blank-messages'
import { newId } from '../../../server/tokens'
import { sharedApp } from '../../support/server/shared-app'

const t = sharedApp()

const COUNT = 450

test('many messages are emptied by few statements, each with a clock value of its own', async () => {
  const [m, other] = [await t.member(), await t.member()]
  const { id } = (await m.call(startConversation, { body: { handle: other.handle } })).body
    .conversation
  const { clock } = await t.ctx.db
    .selectFrom('conversations')
    .where('id', '=', id)
    .select('clock')
    .executeTakeFirstOrThrow()
  const first = Number(clock) + 1
  const rows = Array.from({ length: COUNT }, (_, i) => ({
    id: newId(),
    conversation_id: id,
    seq: first + i,
    changed: first + i,
    sender_account_id: i === 7 ? other.accountId : m.accountId,
    sender_identity_id: null,
    content: `mot ${i}`,
    text_hash: null,
    system_type: null,
    client_msg_id: null,
    client_hash: null,
    media_count: 0,
    created_at: first + i,
    deleted_at: i === 3 ? 12_345 : null,
  }))
  for (let i = 0; i < COUNT; i += 50)
    await t.ctx.db
      .insertInto('messages')
      .values(rows.slice(i, i + 50))
      .execute()
  await t.ctx.db
    .updateTable('conversations')
    .set({ clock: first + COUNT })
    .where('id', '=', id)
    .execute()
  const now = t.ctx.now()
  const queries = await t.queriesOf(() =>
    t.ctx.db.transaction().execute((trx) => emptyMessagesOf(trx, m.accountId, null, now)),
  )
  // two for each two hundred messages, and the list of them
  expect(queries).toBeLessThan(15)
  const after = await t.ctx.db
    .selectFrom('messages')
    .where('conversation_id', '=', id)
    .where(
      'id',
      'in',
      rows.map((r) => r.id),
    )
    .select(['content', 'changed', 'deleted_at', 'sender_account_id'])
    .orderBy('seq')
    .execute()
  const own = after.filter((r) => r.sender_account_id === m.accountId)
  expect(after.filter((r) => r.content !== '').map((r) => r.content)).toEqual(['mot 7'])
  expect(own.map((r) => Number(r.deleted_at))).toEqual(own.map((_, i) => (i === 3 ? 12_345 : now)))
  const clocks = own.map((r) => Number(r.changed))
  // in the order of the messages, after every change before
  expect(clocks).toEqual(clocks.toSorted((a, b) => a - b))
  expect(new Set(clocks).size).toBe(COUNT - 1)
  expect(clocks[0]).toBeGreaterThan(first + COUNT)
  const { clock: last } = await t.ctx.db
    .selectFrom('conversations')
    .where('id', '=', id)
    .select('clock')
    .executeTakeFirstOrThrow()
  expect(Number(last)).toBe(clocks.at(-1))
})
