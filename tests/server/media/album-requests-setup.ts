import { answerAlbumRequest, askAlbum, listAlbumRequests } from '#contract/albums/requests'
import * as a from '#contract/albums/albums'
import { ALBUM_REQUEST_DAYS } from '#contract/limits'
import { startConversation } from '#contract/messaging/messages'
import { listNews } from '#contract/news'
import { login } from '#contract/session/session'
import { newId } from '../../../server/tokens'
import type { Member, TestApp } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'
import { picture, upload } from '../../support/world/world'

export let t: TestApp

export const HOUR = 3_600_000

export const DAY = 24 * HOUR

export const MONTH = ALBUM_REQUEST_DAYS * DAY

let seed = 400

/** The owner of a private album with a photo, and members who have a conversation with them. */
export const scene = async (askers = 1) => {
  const owner = await t.member()
  const { body } = await owner.call(a.createAlbum, { body: { name: 'Velours', isPublic: false } })
  const { media_id: photo } = (await upload(owner, await picture(++seed))).body
  const { id } = body.album
  await owner.call(a.addAlbumMedia, { params: { id }, body: { mediaIds: [photo] } })
  const members: Member[] = []
  for (let i = 0; i < askers; i += 1) {
    const m = await t.member()
    await m.call(startConversation, { body: { handle: owner.handle } })
    members.push(m)
  }
  return { owner, id, photo, asker: members[0] as Member, members }
}

/** Moves the clock and signs these in again. */
export const later = async (ms: number, ...members: readonly Member[]): Promise<void> => {
  t.clock.now += ms
  for (const m of members)
    m.token = (
      await t.client().call(login, { body: { email: m.email, password: 'un-bon-mot-de-passe' } })
    ).body.token
}

/** The owner's first album, as this member is shown it. */
export const seen = async (m: Member, owner: Member) =>
  (await m.call(a.listAlbums, { query: { accountId: owner.accountId, includePrivate: 'true' } }))
    .body.albums?.[0]

export const ask = async (m: Member, owner: Member, words = 'Bonsoir') =>
  m.call(askAlbum, {
    body: {
      account_id: owner.accountId,
      album_id: (await seen(m, owner))?.id ?? newId(),
      words,
    },
  })

export const waiting = async (owner: Member) => {
  await t.ctx.bus.idle()
  return (await owner.call(listAlbumRequests)).body.requests
}

export const answer = (
  owner: Member,
  id: string | undefined,
  how: 'hour' | 'day' | 'week' | 'always' | 'no',
) => owner.call(answerAlbumRequest, { params: { id: id ?? newId() }, body: { answer: how } })

export const pageOf = (m: Member, id: string) =>
  m.call(a.listAlbumMedia, { params: { id }, query: {} }).then((r) => r.status)

export const newsOf = async (m: Member) => {
  await t.ctx.bus.idle()
  return (await m.call(listNews, { query: {} })).body.items
}

/** Starts what every test of this file shares. */
export const setUp = (): void => {
  t = sharedApp()
}
