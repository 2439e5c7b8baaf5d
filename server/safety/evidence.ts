import sharp from 'sharp'
import type { PhotoPlace } from '#contract/moderation'
import type { Ctx, Viewer } from '../context'
import { openRequests } from '../access/album-requests'
import { isAgreed, waitingMedia } from '../access/agreements'
import type { Conn } from '../db/dialect'
import type { Row } from '../db/tables'
import { fail } from '../fail'
import { readWhole } from '../media/service'
import { publicProfile, storedProfile } from '../profile/service'
import { iso } from '../iso'

/** Content as it is at this moment, and the photos that belong to it. */
export interface Content {
  readonly kind: Row<'evidence'>['kind']
  readonly subjectId: string
  readonly payload: Readonly<Record<string, unknown>>
  readonly mediaIds: readonly string[]
}
export interface FrozenPhoto {
  /** Base64. */
  readonly jpeg: string
  readonly blurred: string
  /** 1: of a private album, and shown nowhere else. */
  readonly guarded: 0 | 1
}

/** Messages kept before and after a reported one. */
const CONTEXT = 5
const PHOTOS_MAX = 20
/** A larger file is kept as its thumbnail. */
const PHOTO_BYTES_MAX = 1_500_000

/** Of a couple: which of the two wrote it; nothing for both. */
const writerOf = async (db: Conn, message: Row<'messages'>): Promise<{ writtenBy?: string }> => {
  const people = await db
    .selectFrom('identities')
    .where('account_id', '=', message.sender_account_id ?? '')
    .select(['id', 'handle'])
    .execute()
  const writer = people.find((one) => one.id === message.sender_identity_id)
  return writer && people.length > 1 ? { writtenBy: writer.handle } : {}
}

/**
 * A reported message with the messages around it that the reporter can read. Others than the author
 * and the reporter are not named.
 */
export const messageContent = async (
  db: Conn,
  viewer: Pick<Viewer, 'accountId'>,
  message: Row<'messages'>,
  visibleAfter: number,
): Promise<Content> => {
  const around = db
    .selectFrom('messages')
    .where('conversation_id', '=', message.conversation_id)
    .where('seq', '>', visibleAfter)
    .where('deleted_at', 'is', null)
    .select(['id', 'sender_account_id', 'content', 'media_count', 'created_at'])
    .limit(CONTEXT)
  const [before, after] = [
    await around.where('seq', '<', message.seq).orderBy('seq', 'desc').execute(),
    await around.where('seq', '>', message.seq).orderBy('seq').execute(),
  ]
  const whoIs = (id: string | null): string => {
    if (id === null) return 'system'
    if (id === message.sender_account_id) return 'author'
    return id === viewer.accountId ? 'reporter' : 'other'
  }
  const photos = await db
    .selectFrom('message_media')
    .where('message_id', '=', message.id)
    .select('media_id')
    .orderBy('position')
    .execute()
  // of those that are seen once, what the reporter has opened
  const opened = await db
    .selectFrom('brief_photos as b')
    .innerJoin('brief_views as v', 'v.photo_id', 'b.id')
    .where('b.message_id', '=', message.id)
    .where('v.account_id', '=', viewer.accountId)
    .where('b.media_id', 'is not', null)
    .select('b.media_id')
    .orderBy('b.position')
    .execute()
  return {
    kind: 'message',
    subjectId: message.id,
    payload: {
      ...(await writerOf(db, message)),
      text: message.content,
      at: iso(message.created_at),
      photos: message.media_count,
      context: [...before.toReversed(), message, ...after].map((m) => ({
        who: whoIs(m.sender_account_id),
        text: m.content,
        at: iso(m.created_at),
        photos: m.media_count,
        reported: m.id === message.id,
      })),
    },
    mediaIds: [...photos, ...opened].flatMap((p) => p.media_id ?? []),
  }
}

/** Where a photo is shown; never the name of an album. */
const placeOf = async (db: Conn, mediaId: string): Promise<PhotoPlace> => {
  const inProfile = await db
    .selectFrom('profile_photos')
    .where('media_id', '=', mediaId)
    .select('media_id as id')
    .union(db.selectFrom('identities').where('avatar_media_id', '=', mediaId).select('id'))
    .union(db.selectFrom('accounts').where('avatar_media_id', '=', mediaId).select('id'))
    .executeTakeFirst()
  if (inProfile) return 'profile'
  const albums = await db
    .selectFrom('album_media as m')
    .innerJoin('albums as a', 'a.id', 'm.album_id')
    .where('m.media_id', '=', mediaId)
    .select('a.is_public')
    .execute()
  if (albums.length === 0) return 'other'
  return albums.some((a) => a.is_public === 1) ? 'public_album' : 'private_album'
}

/** A reported photo: when it was sent and where it is shown, for its owner to recognise it. */
export const photoContent = async (
  db: Conn,
  id: string,
): Promise<{ readonly accountId: string | null; readonly content: Content }> => {
  const media = await db
    .selectFrom('media')
    .where('id', '=', id)
    .select(['account_id', 'created_at'])
    .executeTakeFirst()
  const payload = media ? { at: iso(media.created_at), place: await placeOf(db, id) } : {}
  return {
    accountId: media?.account_id ?? null,
    content: { kind: 'photo', subjectId: id, payload, mediaIds: [id] },
  }
}

/**
 * The words of a request for one of the viewer's private albums, which wait for an answer; without
 * the album. Fails with `not_found`, also when there are none.
 */
export const requestContent = async (
  db: Conn,
  viewer: Pick<Viewer, 'accountId'>,
  id: string,
  now: number,
): Promise<{ readonly accountId: string; readonly content: Content }> => {
  const request = await openRequests(db, now)
    .where('q.id', '=', id)
    .where('q.account_id', '=', viewer.accountId)
    .executeTakeFirst()
  if (!request?.words) return fail('not_found')
  return {
    accountId: request.with_account_id,
    content: {
      kind: 'request',
      subjectId: id,
      payload: { text: request.words, at: iso(request.asked_at) },
      mediaIds: [],
    },
  }
}

/** What members read of a profile; never first names. */
export const profileContent = async (
  db: Conn,
  account: Row<'accounts'>,
  now: number,
): Promise<Content> => {
  const identities = await db
    .selectFrom('identities')
    .where('account_id', '=', account.id)
    .select(['handle', 'gender', 'avatar_media_id'])
    .orderBy('is_primary', 'desc')
    .execute()
  const photos = await db
    .selectFrom('profile_photos')
    .where('account_id', '=', account.id)
    .where(isAgreed('profile_photos.media_id'))
    .select('media_id')
    .orderBy('position')
    .limit(PHOTOS_MAX)
    .execute()
  const pictures = [account.avatar_media_id, ...identities.map((i) => i.avatar_media_id)].flatMap(
    (picture) => picture ?? [],
  )
  const waiting = await waitingMedia(db, pictures)
  return {
    kind: 'profile',
    subjectId: account.id,
    payload: {
      handle: account.handle,
      identities: identities.map(({ handle, gender }) => ({ handle, gender })),
      profile: publicProfile(await storedProfile(db, account), identities.length, now),
    },
    mediaIds: [
      ...new Set([
        ...pictures.filter((picture) => !waiting.has(picture)),
        ...photos.map((p) => p.media_id),
      ]),
    ],
  }
}

/** Access rules and seats of an event: restored with it. */
const ENTRY = [
  'access_type',
  'requires_approval',
  'code_requests',
  'verified_only',
  'max_participants',
  'has_waitlist',
  'counts_persons',
  'places_couple',
  'places_woman',
  'places_man',
  'places_other',
] as const satisfies readonly (keyof Row<'events'>)[]
type Entry = Pick<Row<'events'>, (typeof ENTRY)[number]>

/** An event as it is frozen. Never its precise address: a report is not a way to learn it. */
export interface FrozenEvent {
  readonly title: string
  readonly description: string | null
  /** Missing in older copies, like the questions. */
  readonly rules?: string | null
  readonly questions?: readonly string[]
  readonly place: { readonly lat: number; readonly lng: number } | null
  readonly startAt: string
  readonly endAt: string | null
  readonly price: string | null
  readonly paymentUrl: string | null
  readonly status: Row<'events'>['status']
  /** Missing in older copies. */
  readonly entry?: Entry
}
export const eventContent = async (db: Conn, event: Row<'events'>): Promise<Content> => ({
  kind: 'event',
  subjectId: event.id,
  payload: {
    title: event.title,
    description: event.description,
    rules: event.rules,
    questions: event.questions
      ? (JSON.parse(event.questions) as { text: string }[]).map((q) => q.text)
      : [],
    place: event.place === null ? null : (JSON.parse(event.place) as FrozenEvent['place']),
    startAt: iso(event.start_at),
    endAt: iso(event.end_at),
    price: event.price,
    paymentUrl: event.payment_url,
    status: event.status,
    entry: Object.fromEntries(ENTRY.map((name) => [name, event[name]])) as unknown as Entry,
  } satisfies FrozenEvent,
  mediaIds:
    event.banner_media_id && (await waitingMedia(db, [event.banner_media_id])).size === 0
      ? [event.banner_media_id]
      : [],
})

/** The bytes of a stored file; null when it is missing. */
export const bytesOf = (ctx: Pick<Ctx, 'storage'>, key: string): Promise<Buffer | null> =>
  readWhole(ctx.storage, key)

/** Which photos are in a private album, and neither on a profile nor in a public album. */
const privateOf = async (db: Conn, mediaIds: readonly string[]): Promise<ReadonlySet<string>> => {
  const albums = await db
    .selectFrom('album_media as m')
    .innerJoin('albums as a', 'a.id', 'm.album_id')
    .where('m.media_id', 'in', mediaIds)
    .select(['m.media_id', 'a.is_public'])
    .execute()
  const profiles = await db
    .selectFrom('profile_photos')
    .where('media_id', 'in', mediaIds)
    .select('media_id')
    .execute()
  const shown = new Set(
    [...albums.filter((a) => a.is_public === 1), ...profiles].map((one) => one.media_id),
  )
  return new Set(albums.map((a) => a.media_id).filter((id) => !shown.has(id)))
}

/**
 * Reads the photos before the report's transaction. One that cannot be read is left out: the report
 * counts more than its picture.
 */
export const readPhotos = async (
  ctx: Pick<Ctx, 'db' | 'storage' | 'log'>,
  mediaIds: readonly string[],
): Promise<FrozenPhoto[]> => {
  if (mediaIds.length === 0) return []
  const rows = await ctx.db
    .selectFrom('media')
    .where('id', 'in', mediaIds.slice(0, PHOTOS_MAX))
    .select(['id', 'storage_key', 'thumbnail_key', 'file_size'])
    .execute()
  const byId = new Map(rows.map((r) => [r.id, r]))
  const hidden = await privateOf(ctx.db, mediaIds)
  const photos: FrozenPhoto[] = []
  for (const id of mediaIds.slice(0, PHOTOS_MAX)) {
    const row = byId.get(id)
    if (!row) continue
    try {
      const key = row.file_size > PHOTO_BYTES_MAX ? row.thumbnail_key : row.storage_key
      const bytes = await bytesOf(ctx, key)
      if (!bytes) continue
      // so few pixels that nothing can be recognised
      const blurred = await sharp(bytes).resize(12, 12, { fit: 'inside' }).blur(1).jpeg().toBuffer()
      photos.push({
        jpeg: bytes.toString('base64'),
        blurred: blurred.toString('base64'),
        guarded: hidden.has(id) ? 1 : 0,
      })
    } catch (error) {
      ctx.log.error({ err: error }, 'a reported photo could not be kept')
    }
  }
  return photos
}
