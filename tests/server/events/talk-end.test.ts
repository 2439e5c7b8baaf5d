import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { addAlbumMedia, createAlbum } from '#contract/albums/albums'
import { TALK_DAYS } from '#contract/events/after'
import * as e from '#contract/events/events'
import * as p from '#contract/events/participants'
import { mediaUrl } from '#contract/media'
import { deleteMessage, editMessage, setReaction } from '#contract/messaging/acts'
import * as m from '#contract/messaging/messages'
import { closeDueConversations } from '../../../server/messaging/service'
import { newId } from '../../../server/tokens'
import type { Member } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'
import { picture, upload } from '../../support/world/world'

const t = sharedApp()
let host: Member
let guest: Member
beforeAll(async () => {
  host = await t.member()
  guest = await t.member()
})

const DAY = 86_400_000
const at = (days: number): string => new Date(t.ctx.now() + days * DAY).toISOString()
const photo = async (by: Member, seed: number): Promise<string> =>
  (await upload(by, await picture(seed))).body.media_id
const make = async (patch: Partial<e.EventInput> = {}) => {
  const { body } = await host.call(e.createEvent, {
    body: { title: 'Velours', start_date: at(1), end_date: at(2), ...patch },
  })
  const { id } = body.event
  await host.call(e.publishEvent, { params: { id }, body: { status: 'published' } })
  await host.call(p.inviteToEvent, { params: { id }, body: { account_handle: guest.handle } })
  await guest.call(e.participateInEvent, { params: { id } })
  return { id, talk: body.event.conversation_id ?? '' }
}
const send = (by: Member, id: string, content: string, media_ids: string[] = []) =>
  by.call(m.sendMessage, {
    params: { id },
    body: {
      content,
      media_ids,
      sender_identity_id: by.identityIds[0] ?? null,
      client_msg_id: newId(),
    },
  })
const ended = (id: string, days: number) =>
  host.call(e.updateEvent, {
    params: { id },
    body: { start_date: at(-days - 1), end_date: at(-days) },
  })
const messages = async (by: Member, id: string) =>
  (await by.call(m.listMessages, { params: { id } })).body.messages
const talkOf = async (by: Member, id: string) =>
  (await by.call(m.getConversation, { params: { id } })).body.conversation

test('a discussion closes 30 days after the end: nobody writes, its photos are gone from the server, its text is read', async () => {
  const { id, talk } = await make()
  const read = async (by: Member) => (await by.call(e.getEvent, { params: { id } })).body.event
  expect(await read(host)).toMatchObject({ talk_days: TALK_DAYS })
  expect(await read(guest)).toMatchObject({ talk_days: null, talk_until: expect.any(String) })
  const [own, kept, alone] = [
    await photo(guest, 11),
    await photo(guest, 12),
    await photo(guest, 13),
  ]
  const album = (await guest.call(createAlbum, { body: { name: 'À moi', isPublic: false } })).body
  await guest.call(addAlbumMedia, { params: { id: album.album.id }, body: { mediaIds: [kept] } })
  const spoken = (await send(guest, talk, 'Regardez', [own, kept])).body
  const bare = (await send(guest, talk, '', [alone])).body
  const key = async (media: string) =>
    (
      await t.ctx.db
        .selectFrom('media')
        .where('id', '=', media)
        .select('storage_key')
        .executeTakeFirst()
    )?.storage_key
  const file = join(t.ctx.env.DATA_DIR, 'media', (await key(own)) ?? '')
  expect(existsSync(file)).toBe(true)
  await ended(id, TALK_DAYS - 1)
  await closeDueConversations(t.ctx)
  expect((await send(guest, talk, 'Encore')).status).toBe(201)
  await ended(id, TALK_DAYS + 1)
  await Promise.all([closeDueConversations(t.ctx), closeDueConversations(t.ctx)])
  await closeDueConversations(t.ctx)
  for (const by of [host, guest]) {
    expect((await send(by, talk, 'Trop tard')).body).toMatchObject({ code: 'conversation_closed' })
    expect(await talkOf(by, talk)).toMatchObject({ can_write: false, metadata: { closed: true } })
  }
  const left = await messages(host, talk)
  expect(left.find((x) => x.id === spoken.id)).toMatchObject({ content: 'Regardez', media: [] })
  expect(left.find((x) => x.id === bare.id)).toMatchObject({
    media: [],
    deletedAt: expect.any(String),
  })
  expect(left.filter((x) => x.content.startsWith('La discussion est fermée'))).toHaveLength(1)
  for (const media of [own, kept, alone])
    expect((await host.call(mediaUrl, { params: { id: media } })).status).toBe(404)
  expect([await key(own), await key(alone), existsSync(file)]).toEqual([
    undefined,
    undefined,
    false,
  ])
  expect((await guest.call(mediaUrl, { params: { id: kept } })).status).toBe(200)
  // every other way to write is closed too; one’s own words can still be taken away
  const me = host.identityIds[0] ?? ''
  const refused = [
    await host.call(setReaction, {
      params: { id: spoken.id },
      body: { emoji: '👍', identity_id: me },
    }),
    await guest.call(editMessage, { params: { id: spoken.id }, body: { content: 'Non' } }),
  ]
  expect(refused.map((r) => (r.body as { code?: string }).code)).toEqual([
    'conversation_closed',
    'conversation_closed',
  ])
  expect((await guest.call(deleteMessage, { params: { id: spoken.id } })).status).toBe(200)

  // more time: it opens again, without its photos
  await host.call(e.updateEvent, { params: { id }, body: { talk_days: TALK_DAYS + 30 } })
  await closeDueConversations(t.ctx)
  expect((await send(guest, talk, 'De retour')).status).toBe(201)
  expect((await messages(host, talk)).flatMap((x) => x.media)).toEqual([])
})

test('an older event keeps its discussion open, and so does one whose organizers say never', async () => {
  for (const patch of [{}, { talk_days: null }]) {
    const { id, talk } = await make(patch)
    await t.ctx.db.updateTable('events').set({ talk_days: null }).where('id', '=', id).execute()
    await send(guest, talk, 'Photo', [await photo(guest, 14)])
    await ended(id, 400)
    await closeDueConversations(t.ctx)
    expect((await send(guest, talk, 'Toujours')).status).toBe(201)
    expect((await messages(host, talk)).flatMap((x) => x.media)).toHaveLength(1)
  }
  const { id } = await make()
  for (const talk_days of [0, 366, 1.5])
    expect((await host.call(e.updateEvent, { params: { id }, body: { talk_days } })).status).toBe(
      400,
    )
})

test('a process that was killed while closing leaves the photos to the next run', async () => {
  const { id, talk } = await make()
  await send(guest, talk, 'Photo', [await photo(guest, 15)])
  await t.ctx.db
    .updateTable('conversations')
    .set({ closes_at: t.ctx.now() - 2, closed_at: t.ctx.now() - 1 })
    .where('id', '=', talk)
    .execute()
  expect((await messages(host, talk)).flatMap((x) => x.media)).toHaveLength(1)
  await closeDueConversations(t.ctx)
  const left = await messages(host, talk)
  expect(left.flatMap((x) => x.media)).toEqual([])
  expect(left.filter((x) => x.content.startsWith('La discussion est fermée'))).toEqual([])
  // the event is still to come: its next change opens the discussion again
  await host.call(e.updateEvent, { params: { id }, body: { title: 'Nuit' } })
  expect((await send(guest, talk, 'Ouverte')).status).toBe(201)
})
