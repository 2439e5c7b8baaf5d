import * as g from '#contract/agreements'
import * as a from '#contract/albums/albums'
import * as e from '#contract/events/events'
import { inviteToEvent } from '#contract/events/participants'
import { mediaUrl, mediaUrls } from '#contract/media'
import { createGroup } from '#contract/messaging/groups'
import { getConversation, sendMessage } from '#contract/messaging/messages'
import { listNews } from '#contract/news'
import { getProfile, setIdentityAvatar } from '#contract/profile/data'
import { addPublicPhotos, listAccountPhotos } from '#contract/profile/photos'
import { setAvatar } from '#contract/profile/profile'
import { createRelation } from '../../../server/relations/service'
import { newId } from '../../../server/tokens'
import type { Member, TestApp } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'
import { pairOf } from '../../support/world/exchanges'

export let t: TestApp

/** A couple of one login, acting as the first person, who has a conversation with another member. */
export const scene = async () => {
  const [couple, other, talk] = await pairOf(t)
  const [anne = '', paul = ''] = couple.identityIds
  await t.ctx.db
    .transaction()
    .execute((trx) => createRelation(trx, couple.accountId, other.accountId, 'link', t.ctx.now()))
  couple.identity = anne
  return { couple, other, talk, anne, paul }
}

export const answer = (
  who: Member,
  identity: string | null,
  id: string,
  how: 'yes' | 'no' | 'withdraw' | 'absent',
  code?: string,
) => {
  who.identity = identity
  return who.call(g.answerAgreement, {
    params: { id },
    body: { answer: how, ...(code ? { code } : {}) },
  })
}

export const listOf = async (who: Member) => (await who.call(g.listAgreements)).body

export const stateOf = async (who: Member, id: string) =>
  (await listOf(who)).agreements
    .filter((s) => s.media_id === id)
    .map((s) => [s.identity_id, s.state, s.strong])

export const linkStatus = async (who: Member, id: string) =>
  (await who.call(mediaUrl, { params: { id } })).status

export const newsOf = async (who: Member) => {
  await t.ctx.bus.idle()
  return (await who.call(listNews, { query: {} })).body.items.map((n) => [n.newsType, n.payload])
}

export const send = (who: Member, talk: string, media: readonly string[], content = '') =>
  who.call(sendMessage, {
    params: { id: talk },
    body: {
      content,
      sender_identity_id: who.identityIds[0] ?? null,
      client_msg_id: newId(),
      media_ids: [...media],
    },
  })

/** Every surface with this photo, as the couple has set it. */
export const surfaces = async (s: Awaited<ReturnType<typeof scene>>, id: string) => {
  const { couple, other, paul } = s
  const open1 = (await couple.call(a.createAlbum, { body: { name: 'Ouvert', isPublic: true } }))
    .body.album.id
  await couple.call(a.addAlbumMedia, { params: { id: open1 }, body: { mediaIds: [id] } })
  await couple.call(addPublicPhotos, { body: { media_ids: [id] } })
  await couple.call(setAvatar, { body: { mediaId: id } })
  await couple.call(setIdentityAvatar, { params: { id: paul }, body: { mediaId: id } })
  const group = (
    await couple.call(createGroup, {
      body: { title: 'À quatre', account_ids: [other.accountId], avatar_media_id: id },
    })
  ).body.conversation.id
  const event = (
    await couple.call(e.createEvent, {
      body: {
        title: 'Soirée',
        start_date: new Date(t.ctx.now() + 9e7).toISOString(),
        access_type: 'open_to_relations',
        banner_media_id: id,
      },
    })
  ).body.event.id
  await couple.call(e.publishEvent, { params: { id: event }, body: { status: 'published' } })
  await couple.call(inviteToEvent, {
    params: { id: event },
    body: { account_handle: other.handle },
  })
  return {
    album: open1,
    group,
    event,
    /** All that the other member is answered about them, as text. */
    seen: async (who: Member): Promise<string> => {
      const owner = { id: couple.accountId }
      return JSON.stringify([
        (await who.call(a.listAlbums, { query: { accountId: couple.accountId } })).body,
        (await who.call(a.listAlbumMedia, { params: { id: open1 }, query: {} })).body,
        (await who.call(listAccountPhotos, { params: owner })).body,
        (await who.call(getProfile, { params: owner })).body,
        (await who.call(getConversation, { params: { id: group } })).body,
        (await who.call(e.getEvent, { params: { id: event }, query: {} })).body,
        (await who.call(mediaUrls, { body: { items: [{ id, variant: 'full' }] } })).body,
      ])
    },
  }
}

/** Starts what every test of this file shares. */
export const setUp = (): void => {
  t = sharedApp()
}
