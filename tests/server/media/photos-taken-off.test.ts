import { describe, expect, test } from 'vitest'
import { listPublicPhotos } from '#contract/profile/photos'
import { setAvatar } from '#contract/profile/profile'
import { sendMessage, startConversation } from '#contract/messaging/messages'
import { deleteUnusedMedia, mediaUses } from '../../../server/media/service'
import { newId } from '../../../server/tokens'
import { type Member } from '../../support/server/server'
import { storedFiles } from './pictures'
import { setUp, t, photos, publish, remove, albumOf } from './photos-setup'

setUp()

const shown = async (m: Member, id = m.accountId) =>
  (await m.call(listPublicPhotos, { params: { id } })).body.photos.map((p) => p.media_id)

describe('taking one off', () => {
  test('CORE-151: removed from the profile, and deleted with its files when unused', async () => {
    const owner = await t.member('retrait')
    const [a = '', b = ''] = await photos(owner, 2)
    const list = (await publish(owner, a, b)).body.photos
    expect((await remove(owner, list[0]?.id ?? '')).body).toEqual({ success: true })
    expect(await shown(owner)).toEqual([b])
    expect(await t.ctx.db.selectFrom('media').where('id', '=', a).selectAll().execute()).toEqual([])
    expect(storedFiles(t).filter((f) => f.startsWith(a))).toEqual([])
    expect(storedFiles(t).filter((f) => f.startsWith(b))).toHaveLength(2)
    expect((await remove(owner, list[0]?.id ?? '')).status).toBe(404)
    expect((await remove(await t.member('retrait_autre'), b, owner.accountId)).body).toMatchObject({
      code: 'not_your_account',
    })
    expect(await shown(owner)).toEqual([b])
  })

  test('photos used by a message, avatar, identity, group, album or event stay', async () => {
    const [owner, other] = [
      await t.member('usages', ['woman', 'man']),
      await t.member('usages_autre'),
    ]
    const [sent = '', face = '', half = '', group = '', inAlbum = '', banner = '', nowhere = ''] =
      await photos(owner, 7)
    await publish(owner, sent, face, half, group, inAlbum, banner, nowhere)
    const { body } = await owner.call(startConversation, { body: { handle: other.handle } })
    const message = await owner.call(sendMessage, {
      params: { id: body.conversation.id },
      body: {
        content: 'Voici',
        sender_identity_id: null,
        media_ids: [sent],
        client_msg_id: newId(),
      },
    })
    expect(message.status, JSON.stringify(message.body)).toBe(201)
    await owner.call(setAvatar, { body: { mediaId: face } })
    await t.ctx.db
      .updateTable('identities')
      .set({ avatar_media_id: half })
      .where('id', '=', owner.identityIds[0] ?? '')
      .execute()
    await t.ctx.db
      .updateTable('conversations')
      .set({ avatar_media_id: group })
      .where('id', '=', body.conversation.id)
      .execute()
    await albumOf(owner, false, inAlbum)
    const now = t.ctx.now()
    await t.ctx.db
      .insertInto('events')
      .values({
        id: newId(),
        creator_account_id: owner.accountId,
        slug: null,
        title: 'Soirée',
        title_key: 'soiree',
        description: null,
        status: 'draft',
        start_at: now,
        end_at: null,
        place: null,
        place_lat: null,
        place_lng: null,
        address: null,
        address_lat: null,
        address_lng: null,
        address_public: 0,
        address_revealed: 0,
        price: null,
        payment_url: null,
        banner_media_id: banner,
        max_participants: null,
        has_waitlist: 0,
        requires_approval: 0,
        access_type: 'invitation_only',
        group_options: 'organizers',
        counts_persons: 0,
        auto_offer: 0,
        seats_taken: 0,
        revision: 0,
        created_at: now,
        updated_at: now,
      })
      .execute()
    const all = [sent, face, half, group, inAlbum, banner, nowhere]
    const uses = await mediaUses(t.ctx.db, all)
    expect(all.map((id) => [...(uses.get(id) ?? [])].sort().join())).toEqual([
      'message,profile',
      'avatar,profile',
      'avatar,profile',
      'avatar,profile',
      'album,profile',
      'event,profile',
      'profile',
    ])
    for (const id of all) expect((await remove(owner, id)).status).toBe(200)
    const left = await t.ctx.db.selectFrom('media').where('id', 'in', all).select('id').execute()
    expect(left.map((r) => r.id).sort()).toEqual([sent, face, half, group, inAlbum, banner].sort())
    // a deleted message shows no photo
    await t.ctx.db
      .updateTable('messages')
      .set({ deleted_at: now })
      .where('id', '=', message.body.id)
      .execute()
    expect(await deleteUnusedMedia(t.ctx, other.accountId, all)).toEqual([])
    expect(await deleteUnusedMedia(t.ctx, owner.accountId, all)).toEqual([sent])
  })
})
