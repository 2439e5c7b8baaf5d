import sharp from 'sharp'
import { addAlbumMedia, createAlbum } from '#contract/albums/albums'
import { createAlbumShare } from '#contract/albums/shares'
import {
  createEvent,
  publishEvent,
  revealLocation,
  participateInEvent,
} from '#contract/events/events'
import { inviteToEvent, listEventParticipants } from '#contract/events/participants'
import { setFourHands } from '#contract/messaging/held'
import { listMessages, sendMessage, startConversation } from '#contract/messaging/messages'
import type { Attachment } from '#contract/media'
import { createJoinLink } from '#contract/profile/profile'
import { newId } from '../../../server/tokens'
import { testApp, type Client, type Member, type TestApp } from '../server/server'
import { groupOf, takeOut } from './exchanges'

/**
 * Callers by their role for the owner: anonymous, a user without account, a stranger, a relation,
 * the other member of a direct conversation, a blocked member, a member who left the group, and the
 * owner.
 */
export const ROLES = [
  'anonymous',
  'user',
  'stranger',
  'relation',
  'member',
  'blocked',
  'left',
  'owner',
] as const
export type Role = (typeof ROLES)[number]

export interface World {
  readonly t: TestApp
  readonly owner: Member
  readonly who: Readonly<Record<Role, Client>>
  readonly members: Readonly<Record<Exclude<Role, 'anonymous' | 'user'>, Member>>
  /** Direct conversation of owner and member, with a text and a photo of the owner. */
  readonly direct: string
  /** Group of owner (its administrator) and member; `left` has left it. */
  readonly group: string
  readonly photo: string
  readonly unsent: string
  readonly avatar: string
  readonly message: string
  /** Waits in the direct conversation for the owner’s identities. */
  readonly held: string
  /**
   * Albums of the owner, each with one photo: a public one, and a private one shared with `member`.
   */
  readonly albums: {
    readonly open: string
    readonly locked: string
    readonly openPhoto: string
    readonly lockedPhoto: string
    readonly share: string
  }
  /**
   * Events of the owner: a published one (`member` confirmed, with a revealed address) and a draft.
   */
  readonly events: {
    readonly open: string
    readonly draft: string
    readonly slug: string
    readonly past: string
    readonly draftSlug: string
    readonly participant: string
  }
  readonly linkId: string
  readonly linkToken: string
}

export const picture = (seed = 1, width = 320, height = 240): Promise<Buffer> =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: { r: (seed * 53) % 255, g: (seed * 97) % 255, b: 140 },
    },
  })
    .jpeg()
    .toBuffer()

/** POST of one file as a multipart form, field `files`, after these text fields. */
export const sendFile = (
  client: Client,
  path: string,
  bytes: Buffer,
  filename = 'photo.jpg',
  type = 'image/jpeg',
  fields: Readonly<Record<string, string>> = {},
) => {
  const boundary = `----b${newId()}`
  const texts = Object.entries(fields).map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const head = `${texts.join('')}--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="${filename}"\r\nContent-Type: ${type}\r\n\r\n`
  const payload = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)])
  return client.raw('POST', path, {
    payload,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  })
}

export const upload = async (
  client: Client,
  bytes: Buffer,
  filename = 'photo.jpg',
  type = 'image/jpeg',
  fields: Readonly<Record<string, string>> = {},
) =>
  (await sendFile(client, '/api/media/upload', bytes, filename, type, fields)) as unknown as {
    status: number
    body: { media_id: string; media_ids: string[]; media: Attachment; error?: string }
  }

/** A member that the owner blocks, with a conversation from before the block. */
const addBlocked = async (t: TestApp, owner: Member, blocked: Member): Promise<void> => {
  const withBlocked = await blocked.call(startConversation, { body: { handle: 'proprio' } })
  await blocked.call(sendMessage, {
    params: { id: withBlocked.body.conversation.id },
    body: {
      content: 'Bonsoir',
      sender_identity_id: blocked.identityIds[0] ?? null,
      client_msg_id: newId(),
    },
  })
  await t.ctx.db
    .insertInto('blocks')
    .values({
      account_id: owner.accountId,
      blocked_account_id: blocked.accountId,
      created_at: t.ctx.now(),
    })
    .execute()
}

/** A public and a private album with one photo each; the private one is shared with `member`. */
const addAlbums = async (owner: Member, member: Member): Promise<World['albums']> => {
  const albumOf = async (isPublic: boolean, seed: number) => {
    const { body } = await owner.call(createAlbum, {
      body: { name: isPublic ? 'Vacances' : 'Nous deux', isPublic },
    })
    const { media_id } = (await upload(owner, await picture(seed))).body
    await owner.call(addAlbumMedia, {
      params: { id: body.album.id },
      body: { mediaIds: [media_id] },
    })
    return { id: body.album.id, photo: media_id }
  }
  const [open, locked] = [await albumOf(true, 11), await albumOf(false, 12)]
  const share = (
    await owner.call(createAlbumShare, {
      body: { album_id: locked.id, account_id: member.accountId },
    })
  ).body.share.id
  return {
    open: open.id,
    locked: locked.id,
    openPhoto: open.photo,
    lockedPhoto: locked.photo,
    share,
  }
}

/** A published event with `member` confirmed and a revealed address, a past one, and a draft. */
const addEvents = async (t: TestApp, owner: Member, member: Member): Promise<World['events']> => {
  const now = t.ctx.now()
  const eventOf = async (title: string, slug: string) =>
    (
      await owner.call(createEvent, {
        body: {
          title,
          slug,
          start_date: new Date(now + 86_400_000).toISOString(),
          private_location: { address: '3 impasse des Chênes', lat: 47.9, lng: 1.9 },
        },
      })
    ).body.event
  const [{ id: evening, slug }, { id: past }, { id: draft, slug: draftSlug }] = [
    await eventOf('Soirée', 'soiree-monde'),
    await eventOf('Hier', 'hier-monde'),
    await eventOf('Brouillon', 'brouillon-monde'),
  ]
  for (const id of [evening, past]) {
    await owner.call(publishEvent, { params: { id }, body: { status: 'published' } })
    await owner.call(inviteToEvent, { params: { id }, body: { account_handle: 'complice' } })
    await member.call(participateInEvent, { params: { id } })
  }
  await t.ctx.db
    .updateTable('events')
    .set({ start_at: now - 2 * 86_400_000 })
    .where('id', '=', past)
    .execute()
  await owner.call(revealLocation, { params: { id: evening } })
  const participant =
    (await owner.call(listEventParticipants, { params: { id: evening } })).body.participants.find(
      (x) => x.account_id === member.accountId,
    )?.id ?? ''
  return { open: evening, past, draft, slug: slug ?? '', draftSlug: draftSlug ?? '', participant }
}

/** One of each object that a route can name, and one caller per role. */
export const createWorld = async (): Promise<World> => {
  const t = await testApp()
  const owner = await t.member('proprio', ['woman', 'man'])
  const members = {
    owner,
    stranger: await t.member('etrangere'),
    relation: await t.member('relation'),
    member: await t.member('complice'),
    blocked: await t.member('bloque'),
    left: await t.member('partie'),
  }
  const { db, now } = { db: t.ctx.db, now: t.ctx.now() }
  const user = await t.member('sans_compte')
  await db.updateTable('users').set({ account_id: null }).where('id', '=', user.userId).execute()
  await db.deleteFrom('accounts').where('id', '=', user.accountId).execute()

  const relate = (a: string, b: string) =>
    db
      .insertInto('relations')
      .values([
        { account_id: a, with_account_id: b, created_at: now, origin: 'link' },
        { account_id: b, with_account_id: a, created_at: now, origin: 'link' },
      ])
      .execute()
  await relate(owner.accountId, members.relation.accountId)
  const avatar = (await upload(owner, await picture(1))).body.media_id
  await db
    .updateTable('accounts')
    .set({ avatar_media_id: avatar })
    .where('id', '=', owner.accountId)
    .execute()
  const unsent = (await upload(owner, await picture(2))).body.media_id
  const photo = (await upload(owner, await picture(3))).body.media_id

  const started = await owner.call(startConversation, { body: { handle: 'complice' } })
  const direct = started.body.conversation.id
  const sent = await owner.call(sendMessage, {
    params: { id: direct },
    body: {
      content: 'Bonsoir',
      sender_identity_id: owner.identityIds[0] ?? null,
      media_ids: [photo],
      client_msg_id: newId(),
    },
  })
  await owner.call(setFourHands, { params: { id: direct }, body: { on: true } })
  const held = await owner.call(sendMessage, {
    params: { id: direct },
    body: { content: 'Attends', sender_identity_id: null, client_msg_id: newId() },
  })
  await addBlocked(t, owner, members.blocked)
  const group = await groupOf(t, [owner, members.member, members.left])
  await takeOut(t, group, members.left)
  const albums = await addAlbums(owner, members.member)
  const events = await addEvents(t, owner, members.member)

  const link = await owner.call(createJoinLink, { body: { kind: 'member' } })
  const linkToken = new URL(link.body.link.url ?? '').pathname.split('/').at(-1) ?? ''
  return {
    t,
    owner,
    members,
    events,
    albums,
    direct,
    group,
    photo,
    unsent,
    avatar,
    message: sent.body.id,
    held: held.body.id,
    linkId: link.body.link.id,
    linkToken,
    who: { anonymous: t.client(), user, ...members },
  }
}

export const readThread = (client: Client, id: string) =>
  client.call(listMessages, { params: { id } })
