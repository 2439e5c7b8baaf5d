import { expect, test, vi } from 'vitest'
import { deleteMessage, editMessage, setReaction } from '#contract/messaging/acts'
import { updateGroup } from '#contract/messaging/groups'
import type { Ctx } from '../../../../server/context'
import { postMessage } from '../../../../server/messaging/messages/send'
import { postSystem, publishSystemMessages } from '../../../../server/messaging/messages/system'
import { newId } from '../../../../server/tokens'
import { type Member, viewerOf } from '../../../support/server/server'
import { say } from '../../../support/world/exchanges'
import { picture, upload } from '../../../support/world/world'
import { tapPublisher } from '../../live-client'
import { add, circle, create, lines, setUp, t } from '../groups-setup'

setUp()

/** The context, whose work after a reply waits for `run`. */
const postponing = (
  ctx: Ctx,
): { ctx: Ctx; waiting: (() => Promise<void>)[]; run: () => Promise<void> } => {
  const waiting: (() => Promise<void>)[] = []
  return {
    waiting,
    ctx: { ...ctx, bus: { ...ctx.bus, later: (_, work) => void waiting.push(work) } },
    run: async () => {
      for (const work of waiting.splice(0)) await work()
    },
  }
}

test('who is added before a message is broadcast does not receive it', async () => {
  const [a, b, late] = (await circle(3)) as [Member, Member, Member]
  const { id } = await create(a, [b])
  const held = postponing(t.ctx)
  await postMessage(held.ctx, viewerOf(a), id, {
    content: 'entre nous deux',
    sender_identity_id: a.identityIds[0] ?? null,
    client_msg_id: newId(),
  })
  await add(a, id, [late])
  await t.ctx.bus.idle()
  const pushed: (readonly string[])[] = []
  t.ctx.bus.on('message.sent', (event) => void pushed.push(event.recipientAccountIds))
  const tap = tapPublisher(t)
  await held.run()
  await t.ctx.bus.idle()
  tap.stop()
  expect(await lines(late, id)).toEqual([`participant_joined: ${late.handle} a rejoint le groupe`])
  expect(
    tap.events
      .filter((e) => JSON.stringify(e.data).includes('entre nous deux'))
      .map((e) => e.channel)
      .sort(),
  ).toEqual([a, b].map((who) => `private-account-${who.accountId}`).sort())
  expect(pushed).toEqual([[b.accountId]])
})

test('nor an older system message', async () => {
  const [a, b, late] = (await circle(3)) as [Member, Member, Member]
  const { id } = await create(a, [b])
  const line = { type: 'info', text: 'Le groupe a changé' } as const
  const row = await t.ctx.db.transaction().execute((trx) => postSystem(trx, id, line, t.ctx.now()))
  await add(a, id, [late])
  await t.ctx.bus.idle()
  const tap = tapPublisher(t)
  await publishSystemMessages(t.ctx, { id, type: 'group' }, [row])
  tap.stop()
  expect(tap.events.map((e) => e.channel).sort()).toEqual(
    [a, b].map((who) => `private-account-${who.accountId}`).sort(),
  )
})

test('a message that is broadcast late reads as it does then', async () => {
  const [a, b] = (await circle(2)) as [Member, Member]
  const { id } = await create(a, [b])
  const held = postponing(t.ctx)
  const send = (content: string): Promise<{ id: string }> =>
    postMessage(held.ctx, viewerOf(a), id, {
      content,
      sender_identity_id: a.identityIds[0] ?? null,
      client_msg_id: newId(),
    })
  const [deleted, edited] = [await send('dit trop vite'), await send('avec une faute')]
  const cut = vi.spyOn(t.ctx.realtime, 'publish').mockImplementationOnce(() => {
    throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
  })
  const [attempt] = held.waiting
  await expect(attempt?.()).rejects.toThrow('away')
  cut.mockRestore()
  expect((await a.call(deleteMessage, { params: { id: deleted.id } })).status).toBe(200)
  await a.call(editMessage, { params: { id: edited.id }, body: { content: 'sans faute' } })
  await t.ctx.bus.idle()
  const tap = tapPublisher(t)
  await attempt?.()
  tap.stop()
  const told = JSON.stringify(tap.events.filter((e) => e.name === 'conversation.message.created'))
  expect(told).toContain(deleted.id)
  expect(told).toContain('sans faute')
  expect(told).not.toMatch(/trop vite|une faute/)
})

test('a deletion, an edit and a reaction reach open pages after an outage', async () => {
  const [a, b] = (await circle(2)) as [Member, Member]
  const { id } = await create(a, [b])
  const [gone, edited] = [await say(a, id, 'dit trop vite'), await say(a, id, 'avec une faute')]
  await t.ctx.bus.idle()
  const acts = [
    () => a.call(deleteMessage, { params: { id: gone.id } }),
    () => a.call(editMessage, { params: { id: edited.id }, body: { content: 'sans faute' } }),
    () =>
      b.call(setReaction, { params: { id: edited.id }, body: { emoji: '👍', identity_id: null } }),
  ]
  const heard: string[][] = []
  for (const act of acts) {
    const cut = vi.spyOn(t.ctx.realtime, 'publish').mockImplementationOnce(() => {
      throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
    })
    const tap = tapPublisher(t)
    expect((await act()).status).toBe(200)
    await t.ctx.bus.idle()
    tap.stop()
    cut.mockRestore()
    heard.push([...new Set(tap.events.map((e) => e.name))])
  }
  expect(heard).toEqual([
    ['conversation.message.created', 'account.inbox.updated'],
    ['conversation.message.created'],
    ['reaction.updated'],
  ])
})

test('a group’s new picture is announced, and its former one goes, after an outage', async () => {
  const [a, b] = (await circle(2)) as [Member, Member]
  const photo = async (n: number) => (await upload(a, await picture(n))).body.media_id
  const [former, next] = [await photo(1), await photo(2)]
  const { id } = await create(a, [b], { avatar_media_id: former })
  await t.ctx.bus.idle()
  const begin = t.ctx.db.transaction.bind(t.ctx.db)
  const cut = vi
    .spyOn(t.ctx.db, 'transaction')
    .mockImplementationOnce(begin)
    .mockImplementationOnce(() => {
      throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
    })
  const tap = tapPublisher(t)
  const { status } = await a.call(updateGroup, { params: { id }, body: { avatar_media_id: next } })
  await t.ctx.bus.idle()
  tap.stop()
  cut.mockRestore()
  expect(status).toBe(200)
  expect(tap.events.map((e) => e.name)).toContain('system.message')
  const kept = await t.ctx.db.selectFrom('media').where('id', '=', former).select('id').execute()
  expect(kept).toEqual([])
})
