import type { Transaction } from 'kysely'
import { directKey } from '../server/access/direct'
import type { Ctx } from '../server/context'
import { DEMO_PASSWORD } from '../server/session/demo'
import { hashPassword } from '../server/session/password/passwords'
import { chunksOf, isUniqueViolation } from '../server/db/dialect'
import type { NewRow, Tables } from '../server/db/tables'
import { albumRows } from './albums'
import { eventRows, type EventRows } from './events'
import { MEMBERS } from './members'
import { newsRows } from './news'
import { memberIds, peopleRows, type MemberIds } from './people'
import { PROFILE_PHOTOS } from './photos'
import { pictureId, shownIn, storePictures, plannedPictures } from './pictures'
import { planConversations } from './plans'
import { idOf, random } from './random'
import { townsOf } from './towns'
import { threadRows, type ThreadRows } from './threads'

const FLAG = 'demo-seeded'
const MINUTE = 60_000
const DAY = 86_400_000
/** Rows per statement: 14 columns of 1,500 rows stay below SQLite's 32,766 variables. */
const BATCH = 1_500

const insertAll = async <T extends keyof Tables>(
  trx: Transaction<Tables>,
  table: T,
  rows: readonly NewRow<T>[],
): Promise<void> => {
  for (const some of chunksOf(rows, BATCH)) await trx.insertInto(table).values(some).execute()
}

/** Members who wrote to each other, and a few more per member. Two rows per relation. */
const relationRows = (
  threads: readonly ThreadRows[],
  ids: ReadonlyMap<string, MemberIds>,
  nowMs: number,
): NewRow<'relations'>[] => {
  const since = new Map<string, [string, string, number, 'messages' | 'demo']>()
  const relate = (a: string, b: string, at: number, origin: 'messages' | 'demo'): void => {
    const key = [a, b].sort().join(':')
    if (a !== b && !since.has(key)) since.set(key, [a, b, Math.floor(at), origin])
  }
  for (const t of threads) {
    const [a, b] = t.participants
    if (t.relatedSince !== null && a && b)
      relate(a.account_id, b.account_id, t.relatedSince, 'messages')
  }
  const r = random('relations')
  for (const member of MEMBERS)
    for (let i = r.int(1, 4); i > 0; i--) {
      const other = r.pick(MEMBERS)
      const [a, b] = [ids.get(member.handle), ids.get(other.handle)]
      if (
        a &&
        b &&
        !threads.some((t) => t.conversation.direct_key === directKey(a.accountId, b.accountId))
      )
        relate(
          a.accountId,
          b.accountId,
          nowMs - r.between(0.1, 0.9) * Math.min(member.days, other.days) * DAY,
          'demo',
        )
    }
  return [...since.values()].flatMap(([a, b, created_at, origin]) => [
    { account_id: a, with_account_id: b, created_at, origin },
    { account_id: b, with_account_id: a, created_at, origin },
  ])
}

/** Last seen: minutes to weeks ago, and never before the member's last message. */
const lastSeenOf = (
  plans: ReturnType<typeof planConversations>,
  nowMs: number,
): Map<string, number> => {
  const r = random('last seen')
  const seen = new Map(
    MEMBERS.map((m) => [
      m.handle,
      nowMs - Math.min(m.days * DAY, (4 + 40_000 * r.next() ** 4) * MINUTE),
    ]),
  )
  for (const plan of plans)
    for (const m of plan.messages)
      if (!m.joins && !m.tells) seen.set(m.handle, Math.max(seen.get(m.handle) ?? 0, m.atMs))
  return seen
}

/**
 * Fills an installation with demonstration members, conversations and photos, once (a row of
 * `settings` records it). The photos come first, with deterministic ids; everything else, the flag
 * included, is one transaction: an interrupted seed is repeated at the next start. Rejects when the
 * database or the storage does.
 */
export const seedDemo = async (ctx: Ctx): Promise<void> => {
  const done = async (): Promise<boolean> =>
    (await ctx.db
      .selectFrom('settings')
      .where('name', '=', FLAG)
      .select('name')
      .executeTakeFirst()) !== undefined
  if (await done()) return
  try {
    await fill(ctx)
  } catch (error) {
    // several servers started together: another one was first
    if (!isUniqueViolation(error) || !(await done())) throw error
  }
}
const insertThreads = async (
  trx: Transaction<Tables>,
  threads: readonly ThreadRows[],
): Promise<void> => {
  await insertAll(
    trx,
    'conversations',
    threads.map((t) => t.conversation),
  )
  await insertAll(
    trx,
    'conversation_participants',
    threads.flatMap((t) => t.participants),
  )
  await insertAll(
    trx,
    'messages',
    threads.flatMap((t) => t.messages),
  )
  await insertAll(
    trx,
    'message_media',
    threads.flatMap((t) => t.messageMedia),
  )
  await insertAll(
    trx,
    'reactions',
    threads.flatMap((t) => t.reactions),
  )
  await insertAll(
    trx,
    'conversation_reads',
    threads.flatMap((t) => t.reads),
  )
}
const insertEvents = async (trx: Transaction<Tables>, rows: EventRows): Promise<void> => {
  await insertAll(trx, 'events', rows.events)
  await insertAll(trx, 'event_participants', rows.people)
  await insertAll(trx, 'conversations', rows.conversations)
  await insertAll(trx, 'conversation_participants', rows.members)
  await insertAll(trx, 'messages', rows.messages)
  await insertAll(trx, 'conversation_reads', rows.reads)
}
const fill = async (ctx: Ctx): Promise<void> => {
  const nowMs = ctx.now()
  const [passwordHash, pictures, towns] = await Promise.all([
    hashPassword(DEMO_PASSWORD),
    storePictures(ctx, plannedPictures()),
    townsOf(),
  ])
  const ids = new Map(MEMBERS.map((m) => [m.handle, memberIds(m, nowMs)]))
  const plans = planConversations(nowMs)
  const avatarOf = (name: string): string | null => (pictures.has(name) ? pictureId(name) : null)
  const threads = plans.map((plan) =>
    threadRows(
      plan,
      ids,
      (photo) => pictureId(`photo ${photo}`),
      avatarOf(`group ${plan.title ?? ''}`),
    ),
  )
  const accountAvatar = (name: string): string | null => {
    // a single person: one photo for the account and the identity
    const [kind, handle] = name.split(' ')
    const alone =
      kind === 'account' && MEMBERS.find((m) => m.handle === handle)?.people.length === 1
    return avatarOf(name) ?? (alone ? avatarOf(`identity ${handle} 0`) : null)
  }
  const people = peopleRows(
    ctx,
    ids,
    passwordHash,
    accountAvatar,
    lastSeenOf(plans, nowMs),
    towns,
    nowMs,
  )
  const media = mediaRows(pictures, plans, threads, ids, people.accounts)
  const albums = albumRows(ids, media.rows, nowMs)
  const events = eventRows(ids, towns, pictures, nowMs)
  await ctx.db.transaction().execute(async (trx) => {
    await insertAll(trx, 'accounts', people.accounts)
    await insertAll(trx, 'profiles', people.profiles)
    await insertAll(trx, 'identities', people.identities)
    await insertAll(trx, 'users', people.users)
    await insertAll(trx, 'consents', people.consents)
    await insertAll(trx, 'media', media.rows)
    await insertAll(trx, 'media_identities', media.shown)
    await insertAll(trx, 'profile_photos', profilePhotoRows(media.rows))
    await insertAll(trx, 'albums', albums.albums)
    await insertAll(trx, 'album_media', albums.inside)
    await insertAll(trx, 'sharings', albums.sharings)
    await insertAll(trx, 'relations', relationRows(threads, ids, nowMs))
    await insertThreads(trx, threads)
    await insertEvents(trx, events)
    await insertAll(trx, 'news', newsRows(events, ids, nowMs))
    await trx
      .insertInto('settings')
      .values({ name: FLAG, value: String(nowMs) })
      .execute()
  })
}

/** The public photos of profiles, in the order of their list. */
const profilePhotoRows = (media: readonly NewRow<'media'>[]): NewRow<'profile_photos'>[] => {
  const byId = new Map(media.map((m) => [m.id, m]))
  return Object.entries(PROFILE_PHOTOS).flatMap(([handle, names]) =>
    names.flatMap((name, position) => {
      const row = byId.get(pictureId(`profile ${handle} ${name}`))
      return row
        ? [
            {
              id: idOf(`profile photo ${handle} ${name}`, row.created_at),
              account_id: row.account_id,
              media_id: row.id,
              position,
              created_at: row.created_at,
            },
          ]
        : []
    }),
  )
}

/**
 * Each photo with its owner: the sender, the person or account it depicts, or the creator of the
 * group.
 */
const mediaRows = (
  pictures: Awaited<ReturnType<typeof storePictures>>,
  plans: ReturnType<typeof planConversations>,
  threads: readonly ThreadRows[],
  ids: ReadonlyMap<string, MemberIds>,
  accounts: readonly NewRow<'accounts'>[],
) => {
  const sent = new Map(threads.flatMap((t) => t.photos).map((p) => [p.name, p]))
  const createdOf = new Map(accounts.map((a) => [a.id, a.created_at]))
  const rows: NewRow<'media'>[] = []
  const shown: NewRow<'media_identities'>[] = []
  for (const [name, stored] of pictures) {
    const [kind, handle = '', which = '0'] = name.split(' ')
    const rest = name.slice((kind ?? '').length + 1)
    if (kind === 'photo') {
      const by = sent.get(rest)
      if (!by) continue
      rows.push({
        ...stored,
        account_id: by.accountId,
        identity_id: by.identityId,
        created_at: by.atMs,
      })
      for (const identity_id of ids.get(shownIn(rest) ?? '')?.identityIds ?? [])
        shown.push({ media_id: stored.id, identity_id })
    } else {
      const at = plans.findIndex((p) => p.title === rest)
      const owner = kind === 'group' ? ids.get(plans[at]?.members[0] ?? '') : ids.get(handle)
      if (!owner) continue
      const identity_id = kind === 'identity' ? (owner.identityIds[Number(which)] ?? null) : null
      const created_at =
        kind === 'group'
          ? (threads[at]?.conversation.created_at ?? 0)
          : (createdOf.get(owner.accountId) ?? 0) + 5 * MINUTE
      rows.push({ ...stored, account_id: owner.accountId, identity_id, created_at })
      if (identity_id) shown.push({ media_id: stored.id, identity_id })
      if ((kind === 'profile' || kind === 'album') && shownIn(which) === handle)
        for (const one of owner.identityIds) shown.push({ media_id: stored.id, identity_id: one })
    }
  }
  return { rows, shown }
}
