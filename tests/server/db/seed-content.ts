// The second half of seed.test.ts: filling the demonstration data takes seconds, so both share one server.
import { describe, expect, test } from 'vitest'
import sharp from 'sharp'
import { listConversations, listMessages } from '#contract/messaging/messages'
import { listAlbumMedia } from '#contract/albums/albums'
import { mediaUrls } from '#contract/media'
import { foldText } from '../../../server/db/dialect'
import { seedDemo } from '../../../demo/demo'
import { pictureId } from '../../../demo/pictures'
import { testApp } from '../../support/server/server'
import { t, all, signIn, handleOf } from './seed-setup'

describe('conversations', () => {
  test('each login has its list, with unread ones, newest first, from minutes to weeks ago', async () => {
    for (const [email, least] of [
      ['demo-1@connivence.test', 14],
      ['demo-2@connivence.test', 6],
      ['demo-3@connivence.test', 6],
    ] as const) {
      const client = await signIn(email)
      const { body } = await client.call(listConversations)
      expect(body.conversations.length).toBeGreaterThanOrEqual(least)
      expect(body.conversations.filter((c) => c.unread_count > 0).length).toBeGreaterThanOrEqual(2)
      expect(body.conversations.filter((c) => c.unread_count === 0).length).toBeGreaterThanOrEqual(
        2,
      )
      expect(body.conversations.filter((c) => c.type === 'group').length).toBeGreaterThanOrEqual(2)
      const ages = body.conversations.map(
        (c) => (t.ctx.now() - Date.parse(c.lastMessageAt ?? '')) / 60_000,
      )
      expect(ages).toEqual(ages.toSorted((a, b) => a - b))
      expect(ages[0]).toBeLessThan(60)
      expect(ages.at(-1)).toBeGreaterThan(7 * 1440)
    }
    const couple = await signIn('demo-1@connivence.test')
    const { body } = await couple.call(listConversations)
    const long = body.conversations.find(
      (c) =>
        c.participants.some((p) => p.account.account_handle === 'clara_et_tom') &&
        c.type === 'direct',
    )
    expect(long?.unread_count).toBe(4)
    const people = await t.ctx.db.selectFrom('identities').select(['id', 'firstname']).execute()
    couple.identity = people.find((p) => p.firstname === 'Léa')?.id ?? ''
    const hers = (await couple.call(listConversations)).body.conversations.find(
      (c) => c.id === long?.id,
    )
    expect(hers?.unread_count).toBe(2)
    const page = await couple.call(listMessages, { params: { id: long?.id ?? '' }, query: {} })
    expect(page.body.messages).toHaveLength(50)
    expect(page.body.messages.some((m) => m.media.length > 0 && m.identity.both === false)).toBe(
      true,
    )
    expect(page.body.messages.at(-1)?.identity.both).toBe(true)
  })

  test('one of 5,000 messages over a year, of more than 400 sentences', async () => {
    const key = [(await handleOf('lea_hugo')).id, (await handleOf('clara_et_tom')).id]
      .sort()
      .join(':')
    const { id } = await t.ctx.db
      .selectFrom('conversations')
      .where('direct_key', '=', key)
      .select('id')
      .executeTakeFirstOrThrow()
    const rows = await t.ctx.db
      .selectFrom('messages')
      .where('conversation_id', '=', id)
      .orderBy('seq')
      .selectAll()
      .execute()
    expect(rows).toHaveLength(5_000)
    expect(new Set(rows.map((r) => r.content)).size).toBeGreaterThan(1_000)
    expect((rows.at(-1)?.created_at ?? 0) - (rows[0]?.created_at ?? 0)).toBeGreaterThan(
      350 * 86_400_000,
    )
    expect(new Set(rows.map((r) => r.sender_identity_id)).size).toBe(5)
    for (const r of rows) {
      expect(r.content).not.toMatch(/[{}|]|undefined|[^\s\u00a0] [;:!?]|'/)
      expect(r.content.length).toBeGreaterThan(1)
    }
  })

  test('order, clock, last message, folded text, participants and read positions agree', async () => {
    const [conversations, messages, participants, reads, media, links, reactions] = [
      await all('conversations'),
      await all('messages'),
      await all('conversation_participants'),
      await all('conversation_reads'),
      await all('media'),
      await all('message_media'),
      await all('reactions'),
    ]
    const now = t.ctx.now()
    const identities = new Map((await all('identities')).map((i) => [i.id, i.account_id]))
    const accounts = await all('accounts')
    const created = new Map(accounts.map((a) => [a.id, a.created_at]))
    const handles = new Map(accounts.map((a) => [a.id, a.handle]))
    for (const c of conversations) {
      const own = messages.filter((m) => m.conversation_id === c.id).sort((a, b) => a.seq - b.seq)
      const inside = participants.filter((p) => p.conversation_id === c.id)
      const last = own.at(-1)
      expect([c.last_message_id, c.last_message_at]).toEqual([last?.id, last?.created_at])
      expect(c.clock).toBeGreaterThanOrEqual(Math.max(...own.map((m) => m.changed)))
      expect(
        own.every(
          (m, i) =>
            i === 0 ||
            (m.seq > (own[i - 1]?.seq ?? 0) && m.created_at > (own[i - 1]?.created_at ?? 0)),
        ),
      ).toBe(true)
      expect(
        own.every((m) => m.changed >= m.seq && m.created_at <= now && m.created_at >= c.created_at),
      ).toBe(true)
      if (c.type === 'direct')
        expect(c.direct_key).toBe(
          inside
            .map((p) => p.account_id)
            .sort()
            .join(':'),
        )
      else if (c.type === 'event')
        expect([c.direct_key, c.title, inside.filter((p) => p.is_admin === 1).length > 0]).toEqual([
          `event:${c.event_id}`,
          null,
          true,
        ])
      else
        expect([c.direct_key, c.title_key, inside.filter((p) => p.is_admin === 1).length]).toEqual([
          null,
          foldText(c.title ?? ''),
          1,
        ])
      for (const p of inside) {
        expect(p.has_written).toBe(own.some((m) => m.sender_account_id === p.account_id) ? 1 : 0)
        expect(created.get(p.account_id)).toBeLessThan(p.joined_at)
      }
      for (const m of own) {
        if (m.sender_account_id === null) {
          expect(['participant_joined', 'info']).toContain(m.system_type)
          // it begins with the handle of whom it names
          expect(handles.get(m.client_hash ?? '')).toBe(m.content.split(' ', 1)[0])
        } else
          expect(
            inside.some((p) => p.account_id === m.sender_account_id && p.visible_after < m.seq),
          ).toBe(true)
        if (m.sender_identity_id !== null)
          expect(identities.get(m.sender_identity_id)).toBe(m.sender_account_id)
      }
      for (const r of reads.filter((x) => x.conversation_id === c.id)) {
        expect(own.find((m) => m.id === r.last_read_message_id)?.seq).toBe(r.last_read_seq)
        expect(inside.some((p) => p.account_id === r.account_id)).toBe(true)
      }
    }
    expect(messages.filter((m) => m.system_type === 'participant_joined').length).toBeGreaterThan(5)
    for (const c of conversations.filter((x) => x.type === 'group')) {
      expect(c.description).toMatch(/\S/)
      expect(
        messages
          .filter((m) => m.conversation_id === c.id && m.system_type === 'info')
          .map((m) => m.content.replace(/^\S+ /, '')),
      ).toEqual(['a créé le groupe'])
    }
    expect(new Set(links.map((l) => l.media_id)).size).toBe(links.length)
    expect(reactions.length).toBeGreaterThan(20)
    for (const m of messages)
      if (m.media_count > 0 || links.some((l) => l.message_id === m.id)) {
        const ids = links.filter((l) => l.message_id === m.id).map((l) => l.media_id)
        expect(ids).toHaveLength(m.media_count)
        for (const id of ids)
          expect(media.find((x) => x.id === id)?.account_id).toBe(m.sender_account_id)
      }
    // every generated photo is sent, every avatar belongs to an identity
    const elsewhere = new Set(
      [...(await all('profile_photos')), ...(await all('album_media'))].map((p) => p.media_id),
    )
    expect(media.filter((m) => m.category === 'photo' && !elsewhere.has(m.id)).length).toBe(
      links.length,
    )
    expect(links.length).toBeGreaterThanOrEqual(30)
  })
})

test('private albums are readable only for those they are shared with', async () => {
  const [albums, inside, media] = [
    await all('albums'),
    await all('album_media'),
    await all('media'),
  ]
  expect(albums.length).toBeGreaterThanOrEqual(8)
  for (const a of albums) {
    const held = inside.filter((i) => i.album_id === a.id)
    expect(held.length).toBeGreaterThanOrEqual(2)
    expect(held.map((i) => media.find((m) => m.id === i.media_id)?.account_id)).toEqual(
      held.map(() => a.account_id),
    )
  }
  const clara = await handleOf('clara_et_tom')
  const closed = albums.find((a) => a.account_id === clara.id && a.is_public === 0)
  const photos = async (email: string): Promise<number> =>
    (
      await (
        await signIn(email)
      ).call(listAlbumMedia, { params: { id: closed?.id ?? '' }, query: {} })
    ).status
  expect([await photos('demo-1@connivence.test'), await photos('demo-2@connivence.test')]).toEqual([
    200, 403,
  ])
})

describe('pictures', () => {
  test('are complete, stored and of the size that is said', async () => {
    for (const m of await all('media')) {
      const [full, thumbnail] = [
        await t.ctx.storage.get(m.storage_key),
        await t.ctx.storage.get(m.thumbnail_key),
      ]
      expect([full?.size, thumbnail?.size]).toEqual([m.file_size, m.thumbnail_size])
      thumbnail?.stream.destroy()
      const chunks: Buffer[] = []
      for await (const chunk of full?.stream ?? []) chunks.push(chunk as Buffer)
      const meta = await sharp(Buffer.concat(chunks)).metadata()
      expect([meta.format, meta.width, meta.height, meta.exif]).toEqual([
        'jpeg',
        m.width,
        m.height,
        undefined,
      ])
      expect(m.blurhash?.length).toBe(28)
    }
  })

  test('a member is given links to the photos of a conversation and to avatars', async () => {
    const nora = await signIn('demo-3@connivence.test')
    const avatar = (await handleOf('samuel_w')).avatar_media_id ?? ''
    const sent = await t.ctx.db
      .selectFrom('media')
      .where('id', '=', pictureId('photo table-bougies'))
      .select('id')
      .executeTakeFirstOrThrow()
    const foreign = await t.ctx.db
      .selectFrom('media')
      .where('id', '=', pictureId('photo vercors'))
      .select('id')
      .executeTakeFirstOrThrow()
    const { body } = await nora.call(mediaUrls, {
      body: {
        items: [avatar, sent.id, foreign.id].map((id) => ({ id, variant: 'full' as const })),
      },
    })
    expect(body.links.map((l) => l.id).sort()).toEqual([avatar, sent.id].sort())
  })
})

test('a second run changes nothing', async () => {
  const count = async () => ({
    messages: (await all('messages')).length,
    accounts: (await all('accounts')).length,
    media: (await all('media')).length,
    settings: await all('settings'),
  })
  const before = await count()
  await seedDemo(t.ctx)
  expect(await count()).toEqual(before)
})

test('a seed cut off before its end is done again at the next start', async () => {
  const other = await testApp()
  try {
    let puts = 0
    const broken = {
      ...other.ctx,
      storage: {
        ...other.ctx.storage,
        put: (...args: Parameters<typeof other.ctx.storage.put>) =>
          ++puts > 20 ? Promise.reject(new Error('disk full')) : other.ctx.storage.put(...args),
      },
    }
    await expect(seedDemo(broken)).rejects.toThrow('disk full')
    expect(await other.ctx.db.selectFrom('accounts').select('id').execute()).toEqual([])
    await seedDemo(other.ctx)
    expect((await other.ctx.db.selectFrom('messages').select('id').execute()).length).toBe(
      (await all('messages')).length,
    )
    expect(
      (await other.ctx.db.selectFrom('media').select('id').execute()).map((m) => m.id).sort(),
    ).toEqual((await all('media')).map((m) => m.id).sort())
  } finally {
    await other.close()
  }
}, 60_000)
