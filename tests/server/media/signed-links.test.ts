import { describe, expect, test } from 'vitest'
import { PRIVATE_LINK_S, PUBLIC_LINK_S } from '#contract/limits'
import { mediaThumbnail, mediaUrl, mediaUrls } from '#contract/media'
import { sendMessage } from '#contract/messaging/messages'
import { login, logout } from '#contract/session/session'
import { newId } from '../../../server/tokens'
import type { Client } from '../../support/server/server'
import { picture, upload } from '../../support/world/world'
import { setUp, w, link, get, later } from './signed-links-setup'

setUp()

/** A photo in the group, sent by its owner. */
const groupPhoto = async (): Promise<{ photo: string; message: string }> => {
  const photo = (await upload(w.owner, await picture(40))).body.media_id
  const sent = await w.owner.call(sendMessage, {
    params: { id: w.group },
    body: { content: '', sender_identity_id: null, media_ids: [photo], client_msg_id: newId() },
  })
  return { photo, message: sent.body.id }
}

test('a photo costs few queries, whatever may show it', async () => {
  const { url } = await link(w.members.member, w.photo)
  expect(await w.t.queriesOf(() => get(url))).toBeLessThanOrEqual(9)
})

describe('what a link is bound to', () => {
  test('photo, variant, member, session and time: changing any part gives 403', async () => {
    const { url } = await link(w.members.member, w.photo)
    expect((await get(url)).status).toBe(200)
    const parsed = new URL(url, 'http://x')
    expect([...parsed.searchParams.keys()].sort()).toEqual(['a', 'e', 'n', 's', 'v'])
    const other: Record<string, string> = {
      a: w.owner.accountId,
      v: 'thumbnail',
      e: String(Number(parsed.searchParams.get('e')) + 60),
      n: newId(),
      s: 'x'.repeat(43),
    }
    for (const [name, value] of Object.entries(other)) {
      const changed = new URL(parsed)
      changed.searchParams.set(name, value)
      expect(await get(`${changed.pathname}${changed.search}`), name).toMatchObject({
        status: 403,
        code: 'forbidden',
      })
      changed.searchParams.delete(name)
      expect((await get(`${changed.pathname}${changed.search}`)).status, name).toBe(403)
      expect((await get(`${url}&${name}=${value}`)).status, name).toBe(403)
    }
    expect((await get(url.replace(w.photo, w.avatar))).status).toBe(403)
    expect((await get(`/api/media/${w.photo}/bytes`)).status).toBe(403)
    expect((await get(`/api/media/..%2f..%2fsecret/bytes${parsed.search}`)).status).toBe(403)
  })

  test('private for 60 s, an avatar for 30 minutes; then 403 link_expired', async () => {
    const [photo, unsent, avatar] = [
      await link(w.members.member, w.photo),
      await link(w.owner, w.unsent),
      await link(w.members.stranger, w.avatar),
    ]
    expect([photo.expires_in, unsent.expires_in, avatar.expires_in]).toEqual([
      PRIVATE_LINK_S,
      PRIVATE_LINK_S,
      PUBLIC_LINK_S,
    ])
    for (const { url, expires_in } of [photo, unsent, avatar]) {
      expect((await later(expires_in - 2, () => get(url))).status).toBe(200)
      expect(await later(expires_in + 1, () => get(url))).toMatchObject({
        status: 403,
        code: 'link_expired',
      })
    }
    const thumbnail = await w.members.stranger.call(mediaThumbnail, { params: { id: w.avatar } })
    expect(thumbnail.body.expires_in).toBe(PUBLIC_LINK_S)
  })

  test('several at once: ids that are unknown or not visible are left out', async () => {
    const ask = async (who: Client) =>
      (
        await who.call(mediaUrls, {
          body: {
            items: [w.photo, w.unsent, w.avatar, newId()].flatMap((id) => [
              { id, variant: 'full' as const },
              { id, variant: 'thumbnail' as const },
            ]),
          },
        })
      ).body.links
    const seen = async (who: Client) => [...new Set((await ask(who)).map((l) => l.id))]
    expect(await seen(w.owner)).toEqual([w.photo, w.unsent, w.avatar])
    expect(await seen(w.members.member)).toEqual([w.photo, w.avatar])
    expect(await seen(w.members.stranger)).toEqual([w.avatar])
    expect(await seen(w.members.blocked)).toEqual([])
    for (const l of await ask(w.members.member)) expect((await get(l.url)).status).toBe(200)
    expect(
      (
        await w.owner.call(mediaUrls, {
          body: {
            items: Array.from({ length: 101 }, () => ({ id: w.photo, variant: 'full' as const })),
          },
        })
      ).status,
    ).toBe(400)
  })
})

describe('a link dies at once', () => {
  const dies = async (who: Client, id: string, end: () => Promise<unknown>): Promise<void> => {
    const { url } = await link(who, id)
    expect((await get(url)).status).toBe(200)
    await end()
    expect(await get(url)).toMatchObject({ status: 403, code: 'forbidden' })
  }
  test('when its member leaves the group', async () => {
    const { photo } = await groupPhoto()
    const seat = () =>
      w.t.ctx.db
        .updateTable('conversation_participants')
        .where('conversation_id', '=', w.group)
        .where('account_id', '=', w.members.member.accountId)
    await dies(w.members.member, photo, () => seat().set({ left_at: 1 }).execute())
    expect((await w.members.member.call(mediaUrl, { params: { id: photo } })).status).toBe(404)
    await seat().set({ left_at: null }).execute()
  })

  test('when the message is deleted; its author keeps the photo', async () => {
    const { photo, message } = await groupPhoto()
    await dies(w.members.member, photo, () =>
      w.t.ctx.db.updateTable('messages').set({ deleted_at: 1 }).where('id', '=', message).execute(),
    )
    expect((await get((await link(w.owner, photo)).url)).status).toBe(200)
  })

  test('when it is older than the member’s part of the conversation', async () => {
    const { photo, message } = await groupPhoto()
    const seat = (after: number) =>
      w.t.ctx.db
        .updateTable('conversation_participants')
        .where('conversation_id', '=', w.group)
        .where('account_id', '=', w.members.member.accountId)
        .set({ visible_after: after })
        .execute()
    const { seq } = await w.t.ctx.db
      .selectFrom('messages')
      .where('id', '=', message)
      .select('seq')
      .executeTakeFirstOrThrow()
    await dies(w.members.member, photo, () => seat(seq))
    await seat(0)
  })

  test('when either blocks the other: the avatar', async () => {
    const { stranger } = w.members
    for (const [a, b] of [
      [stranger, w.owner],
      [w.owner, stranger],
    ] as const) {
      await dies(stranger, w.avatar, () =>
        w.t.ctx.db
          .insertInto('blocks')
          .values({ account_id: a.accountId, blocked_account_id: b.accountId, created_at: 1 })
          .execute(),
      )
      await w.t.ctx.db
        .deleteFrom('blocks')
        .where('account_id', '=', a.accountId)
        .where('blocked_account_id', '=', b.accountId)
        .execute()
    }
  })

  test('when the requesting session ends, also for an avatar; other sessions’ links stay valid', async () => {
    const { email } = await w.t.member('deux_appareils')
    const devices: Client[] = []
    for (const device of [w.t.client(), w.t.client()]) {
      const { body } = await device.call(login, {
        body: { email, password: 'un-bon-mot-de-passe' },
      })
      devices.push(Object.assign(device, { token: body.token }))
    }
    const [here, there] = devices as [Client, Client]
    const kept = await link(there, w.avatar)
    await dies(here, w.avatar, () => here.call(logout))
    expect((await get(kept.url)).status).toBe(200)
  })

  test('when its account is deleted', async () => {
    const who = await w.t.member('bientot_partie')
    await dies(who, w.avatar, () =>
      w.t.ctx.db
        .updateTable('accounts')
        .set({ deleted_at: 1 })
        .where('id', '=', who.accountId)
        .execute(),
    )
  })
})
