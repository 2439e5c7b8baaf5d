import { sql } from 'kysely'
import { addAlbumMedia, createAlbum } from '#contract/albums/albums'
import { createEvent, publishEvent } from '#contract/events/events'
import { sendFeedback } from '#contract/feedback'
import { createGroup } from '#contract/messaging/groups'
import { sendMessage, startConversation } from '#contract/messaging/messages'
import { setReaction } from '#contract/messaging/acts'
import { saveFeelings } from '#contract/notes'
import { inviteToEvent } from '#contract/events/participants'
import { addPublicPhotos } from '#contract/profile/photos'
import { report } from '#contract/safety'
import { setSharing } from '#contract/sharing'
import { newId } from '../../../server/tokens'
import type { Member, TestApp } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'
import { giveFirstname } from '../../support/world/first-names'
import { picture, upload } from '../../support/world/world'

export let t: TestApp

export const PASSWORD = 'un-bon-mot-de-passe'

export const DAY = 86_400_000

/** Name and rows of every table. */
export const tables = async (): Promise<string[]> => {
  const rows = process.env['TEST_DATABASE_URL']
    ? await sql<{
        name: string
      }>`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(
        t.ctx.db,
      )
    : await sql<{
        name: string
      }>`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`.execute(
        t.ctx.db,
      )
  return rows.rows
    .map((r) => r.name)
    .filter((n) => !n.startsWith('kysely_'))
    .sort()
}

/** A member with data in every room, each text with the marker. */
export const lived = async (
  handle: string,
  mark: string,
): Promise<{
  m: Member
  other: Member
  photos: string[]
  direct: string
  group: string
  event: string
}> => {
  const m = await t.member(handle, ['woman', 'man'])
  const other = await t.member()
  await t.relate(m, other)
  const { id: direct } = (await m.call(startConversation, { body: { handle: other.handle } })).body
    .conversation
  const say = (content: string, media: string[] = []) =>
    m.call(sendMessage, {
      params: { id: direct },
      body: { content, sender_identity_id: null, client_msg_id: newId(), media_ids: media },
    })
  const photos = await Promise.all(
    [1, 2, 3].map(
      async (i) => (await upload(m, await picture(i), `${mark}-${i}.jpg`)).body.media_id,
    ),
  )
  await say(`${mark} bonsoir`, [photos[0] as string])
  const theirs = await other.call(sendMessage, {
    params: { id: direct },
    body: {
      content: 'à moi',
      sender_identity_id: other.identityIds[0] ?? null,
      client_msg_id: newId(),
    },
  })
  await m.call(setReaction, {
    params: { id: theirs.body.id },
    body: { emoji: '❤️', identity_id: null },
  })
  const group = (
    await m.call(createGroup, { body: { title: 'Le cercle', account_ids: [other.accountId] } })
  ).body.conversation.id
  const album = (await m.call(createAlbum, { body: { name: `${mark} album` } })).body.album.id
  await m.call(addAlbumMedia, { params: { id: album }, body: { mediaIds: [photos[1] as string] } })
  await m.call(addPublicPhotos, { body: { media_ids: [photos[2] as string] } })
  await m.call(setSharing, {
    params: { id: other.accountId },
    body: {
      shareNames: true,
      shareEvents: true,
      shareAllPrivateAlbums: true,
      sharedAlbumIds: [album],
    },
  })
  await m.call(saveFeelings, {
    params: { id: other.accountId },
    body: { global_comment: `${mark} note`, identity_feelings: {} },
  })
  await other.call(saveFeelings, {
    params: { id: m.accountId },
    body: { global_comment: `${mark} sur toi`, identity_feelings: {} },
  })
  await giveFirstname(t.ctx.db, m.identityIds, `${mark}prenom`)
  const { id: event } = (
    await m.call(createEvent, {
      body: {
        title: `${mark} sortie`,
        start_date: new Date(t.ctx.now() + 40 * DAY).toISOString(),
        private_location: { address: `${mark} rue`, lat: null, lng: null },
      },
    })
  ).body.event
  await m.call(publishEvent, { params: { id: event }, body: { status: 'published' } })
  await m.call(inviteToEvent, { params: { id: event }, body: { account_handle: other.handle } })
  await m.call(sendFeedback, { body: { content: `${mark} avis`, url_path: '/news' } })
  await other.call(report, {
    body: { kind: 'message', id: theirs.body.id, reason: 'other', comment: '' },
  })
  return { m, other, photos, direct, group, event }
}

export const setUp = (): void => {
  t = sharedApp()
}
