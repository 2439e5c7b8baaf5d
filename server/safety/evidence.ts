import type { Viewer } from '../context'
import { openAlbumRequests } from '../access/album-requests'
import { isAgreed, mediaAwaitingAgreement } from '../access/agreements'
import type { Conn } from '../db/dialect'
import type { Row } from '../db/tables'
import { fail } from '../fail'
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
export const PHOTOS_MAX = 20

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
  // of photos that are seen once, only those that the reporter opened
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
  const request = await openAlbumRequests(db, now)
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
  const waiting = await mediaAwaitingAgreement(db, pictures)
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
    event.banner_media_id && (await mediaAwaitingAgreement(db, [event.banner_media_id])).size === 0
      ? [event.banner_media_id]
      : [],
})
