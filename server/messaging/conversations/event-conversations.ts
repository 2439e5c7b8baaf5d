import { sql } from 'kysely'
import type { Ctx } from '../../context'
import { fold, type Conn } from '../../db/dialect'
import type { Row } from '../../db/tables'
import { fail } from '../../fail'
import { newId } from '../../tokens'
import { publishMasked } from './mask'
import {
  logFailures,
  setHidden,
  lockConversation,
  inTransaction,
  makeAdmin,
  addMember,
  currentMembers,
  publishConversation,
  publishDeparture,
  endMembership,
  type After,
} from './members'
import { presentMessages } from '../messages/present'
import { moveReads } from '../reading/reads'
import { postSystem, publishSystemMessages, type Line } from '../messages/system'

/**
 * Conversations of events. The events room passes in participants and title; nothing here queries
 * that room. Each function works in the given transaction, or in its own, and returns `after`: what
 * to publish once that transaction has committed. Rejects only when the database does.
 */
export interface EventFacts {
  readonly eventId: string
  readonly title: string
  /** Ms since epoch. */ readonly startAt: number
}
export interface Done {
  readonly after: After
}
type Conversation = Row<'conversations'>

const factsOf = (f: Pick<EventFacts, 'title' | 'startAt'>) => ({
  event_title: f.title,
  event_title_key: fold(f.title),
  event_start_at: f.startAt,
})
const ofEvent = (db: Conn, eventId: string): Promise<Conversation[]> =>
  db.selectFrom('conversations').where('event_id', '=', eventId).selectAll().orderBy('id').execute()
const nothing: After = () => Promise.resolve()

/** Changes of one conversation to publish. */
interface News {
  conversation: Pick<Conversation, 'id' | 'type'>
  said: Row<'messages'>[]
  added: string[]
  left: string[]
  /** Newest messages whose sender's displayed name changed. */ renewed: (Row<'messages'> | null)[]
}
const publishChanges = async (ctx: Ctx, news: readonly News[]): Promise<void> => {
  for (const { conversation, said, added, left, renewed } of news) {
    if (left.length > 0) await publishDeparture(ctx, conversation, left)
    if (renewed.length > 0) await publishConversation(ctx, conversation.id)
    else if (added.length > 0) await publishConversation(ctx, conversation.id, added)
    for (const row of renewed)
      if (row)
        await publishMasked(ctx, conversation, 'conversation.message.created', async (to) => {
          const message = (await presentMessages(ctx, conversation, [row], '', to))[0]
          return message ? { conversationId: conversation.id, message, clientMsgId: null } : null
        })
    await publishSystemMessages(ctx, conversation, said)
  }
}

/** Creates the conversation of an event, with its organizers; concurrent calls create one. */
export const openEventConversation = async (
  ctx: Ctx,
  db: Conn,
  event: EventFacts & { groupOptions: 'organizers' | 'all'; organizerIds: readonly string[] },
): Promise<Done & { id: string }> =>
  inTransaction(db, async (trx) => {
    const [id, now] = [newId(), ctx.now()]
    const made = await trx
      .insertInto('conversations')
      .values({
        // the unique key allows one per event
        id,
        type: 'event',
        title: null,
        title_key: null,
        description: null,
        avatar_media_id: null,
        direct_key: `event:${event.eventId}`,
        event_id: event.eventId,
        created_at: now,
        clock: now,
        last_message_id: null,
        last_message_at: null,
        ...factsOf(event),
        group_options: event.groupOptions,
      })
      .onConflict((c) => c.column('direct_key').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made)
      return {
        id: (await eventConversationId(trx, event.eventId)) ?? fail('conflict'),
        after: nothing,
      }
    for (const accountId of new Set(event.organizerIds))
      await addMember(trx, id, accountId, { isAdmin: true, visibleAfter: 0 }, now)
    return { id, after: logFailures(ctx, () => publishConversation(ctx, id)) }
  })

export const eventConversationId = async (db: Conn, eventId: string): Promise<string | null> =>
  (
    await db
      .selectFrom('conversations')
      .where('direct_key', '=', `event:${eventId}`)
      .select('id')
      .executeTakeFirst()
  )?.id ?? null

export interface Wanted {
  readonly isAdmin: boolean
  readonly hidden: boolean
}
/**
 * Brings the members of one conversation in line with the event, with a system message for each
 * change. New members may read the past.
 */
const syncMembers = async (
  ctx: Ctx,
  trx: Conn,
  found: Conversation,
  wanted: ReadonlyMap<string, Wanted>,
): Promise<News> => {
  const news: News = { conversation: found, said: [], added: [], left: [], renewed: [] }
  const id = found.id
  const conversation = (await lockConversation(trx, id)) ?? fail('not_found')
  const now = ctx.now()
  const say = async (type: Line['type'], subject: string, text: string): Promise<void> =>
    void news.said.push(await postSystem(trx, id, { type, subject, text }, now))
  const inside = new Map((await currentMembers(trx, id)).map((s) => [s.account_id, s]))
  const standing = new Set(
    (
      await trx
        .selectFrom('accounts')
        .where('id', 'in', [...wanted.keys(), ''])
        .where('deleted_at', 'is', null)
        .select('id')
        .execute()
    ).map((r) => r.id),
  )
  for (const [accountId, as] of wanted) {
    const was = inside.get(accountId)
    if (!was && !standing.has(accountId)) continue
    if (!was) {
      await addMember(trx, id, accountId, { ...as, visibleAfter: 0 }, now)
      await markPastRead(trx, conversation, accountId, now)
      await say('participant_joined', accountId, 'a rejoint la discussion')
      news.added.push(accountId)
    } else if ((was.hidden === 1) !== as.hidden) {
      await setHidden(trx, id, accountId, as.hidden)
      news.renewed.push(await touchMessagesOf(trx, id, accountId))
    }
    if ((was?.is_admin === 1) === as.isAdmin) continue
    await makeAdmin(trx, id, accountId, as.isAdmin)
    await say(
      as.isAdmin ? 'co_organizer_added' : 'co_organizer_removed',
      accountId,
      as.isAdmin ? 'co-organise maintenant la sortie' : 'ne co-organise plus la sortie',
    )
    if (was) news.added.push(accountId)
  }
  for (const [accountId, was] of inside) {
    if (wanted.has(accountId)) continue
    if (was.is_admin === 1)
      await say('co_organizer_removed', accountId, 'ne co-organise plus la sortie')
    await endMembership(trx, id, accountId, now)
    await say('participant_left', accountId, 'a quitté la discussion')
    news.left.push(accountId)
  }
  return news
}
/** A new member may read the past, but it does not count as unread. */
const markPastRead = async (
  trx: Conn,
  conversation: Conversation,
  accountId: string,
  now: number,
): Promise<void> => {
  const last = await trx
    .selectFrom('messages')
    .where('conversation_id', '=', conversation.id)
    .select(['id', 'seq'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last) return
  const identities = await trx
    .selectFrom('identities')
    .where('account_id', '=', accountId)
    .select('id')
    .execute()
  await moveReads(
    trx,
    conversation.id,
    accountId,
    identities.map((i) => i.id),
    last,
    now,
  )
}
/**
 * A member became hidden or visible, so its messages show another name: sync returns them again,
 * each with its own clock value. Returns the newest of them.
 */
const touchMessagesOf = async (
  trx: Conn,
  conversationId: string,
  accountId: string,
): Promise<Row<'messages'> | null> => {
  const { clock } = await trx
    .selectFrom('conversations')
    .where('id', '=', conversationId)
    .select('clock')
    .executeTakeFirstOrThrow()
  const concerned = trx
    .selectFrom('messages as m')
    .where('m.conversation_id', '=', conversationId)
    .where((eb) =>
      eb.or([
        eb('m.sender_account_id', '=', accountId),
        eb.and([eb('m.sender_account_id', 'is', null), eb('m.client_hash', '=', accountId)]),
        eb.exists(
          eb
            .selectFrom('reactions as r')
            .whereRef('r.message_id', '=', 'm.id')
            .where('r.account_id', '=', accountId)
            .select('r.message_id'),
        ),
        eb(
          'm.quote_id',
          'in',
          eb
            .selectFrom('messages as q')
            .where('q.conversation_id', '=', conversationId)
            .where('q.sender_account_id', '=', accountId)
            .select('q.id'),
        ),
      ]),
    )
    .select(['m.id', sql<number>`row_number() over (order by m.seq)`.as('place')])
    .as('c')
  const { numUpdatedRows } = await trx
    .updateTable('messages')
    .from(concerned)
    .whereRef('messages.id', '=', 'c.id')
    .set({ changed: sql<number>`${sql.lit(Number(clock))} + c.place` })
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('conversations')
    .set({ clock: Number(clock) + Number(numUpdatedRows) })
    .where('id', '=', conversationId)
    .execute()
  return (
    (await trx
      .selectFrom('messages')
      .where('conversation_id', '=', conversationId)
      .where('changed', '>', Number(clock))
      .selectAll()
      .orderBy('changed', 'desc')
      .limit(1)
      .executeTakeFirst()) ?? null
  )
}

/**
 * Sets the members to those of the event: organizers (administrators, never hidden) and accepted
 * participants. Event-direct conversations follow the organizers; their participant stays whatever
 * becomes of the participation.
 */
export const syncEventMembers = async (
  ctx: Ctx,
  db: Conn,
  event: {
    eventId: string
    organizers: readonly string[]
    accepted: readonly { accountId: string; hidden: boolean }[]
  },
): Promise<Done> => {
  const news = await inTransaction(db, async (trx) => {
    const out: News[] = []
    for (const conversation of await ofEvent(trx, event.eventId)) {
      const wanted = new Map<string, Wanted>(
        conversation.type === 'event'
          ? event.accepted.map((a) => [a.accountId, { isAdmin: false, hidden: a.hidden }])
          : [],
      )
      for (const id of event.organizers) wanted.set(id, { isAdmin: true, hidden: false })
      if (conversation.event_participant_id)
        wanted.set(conversation.event_participant_id, { isAdmin: false, hidden: false })
      out.push(await syncMembers(ctx, trx, conversation, wanted))
    }
    return out
  })
  return { after: logFailures(ctx, () => publishChanges(ctx, news)) }
}

/**
 * Updates title, date and who may write in all conversations of the event, except event-direct ones
 * with `outsiders`.
 */
export const updateEventConversation = async (
  ctx: Ctx,
  db: Conn,
  event: EventFacts & { groupOptions: 'organizers' | 'all'; outsiders?: readonly string[] },
): Promise<Done> => {
  const changed = await inTransaction(db, async (trx) => {
    const out: string[] = []
    for (const c of await ofEvent(trx, event.eventId)) {
      if (c.event_participant_id && event.outsiders?.includes(c.event_participant_id)) continue
      const options = c.type === 'event' ? event.groupOptions : c.group_options
      if (
        c.event_title === event.title &&
        Number(c.event_start_at) === event.startAt &&
        c.group_options === options
      )
        continue
      await trx
        .updateTable('conversations')
        .set({
          ...factsOf(event),
          group_options: options,
          ...(c.type === 'event-direct'
            ? { title: event.title, title_key: fold(event.title) }
            : {}),
        })
        .where('id', '=', c.id)
        .execute()
      out.push(c.id)
    }
    return out
  })
  return {
    after: logFailures(ctx, async () => {
      for (const id of changed) await publishConversation(ctx, id)
    }),
  }
}

/** One system message in the conversations of the event, when `mark` returns true. */
const announce = async (
  ctx: Ctx,
  db: Conn,
  eventId: string,
  line: Line,
  mark: (trx: Conn, conversation: Conversation) => Promise<boolean>,
  types: readonly Conversation['type'][] = ['event'],
): Promise<Done> => {
  const news = await inTransaction(db, async (trx) => {
    const out: News[] = []
    for (const { id, type } of await ofEvent(trx, eventId)) {
      const held = types.includes(type) ? await lockConversation(trx, id) : undefined
      if (held && (await mark(trx, held)))
        out.push({
          conversation: { id, type },
          said: [await postSystem(trx, id, line, ctx.now())],
          added: [],
          left: [],
          renewed: [],
        })
    }
    return out
  })
  return { after: logFailures(ctx, () => publishChanges(ctx, news)) }
}
const setPaused =
  (at: number | null) =>
  async (trx: Conn, c: Conversation): Promise<boolean> => {
    if ((c.paused_at === null) === (at === null)) return false
    await trx.updateTable('conversations').set({ paused_at: at }).where('id', '=', c.id).execute()
    return true
  }
/** The event is a draft again; announced once. */
export const pauseEvent = (ctx: Ctx, db: Conn, eventId: string): Promise<Done> =>
  announce(
    ctx,
    db,
    eventId,
    { type: 'event_paused', text: 'La sortie est en pause' },
    setPaused(ctx.now()),
  )
/** The event is published again; announced once, and only after a pause. */
export const resumeEvent = (ctx: Ctx, db: Conn, eventId: string): Promise<Done> =>
  announce(ctx, db, eventId, { type: 'event_resumed', text: 'La sortie a repris' }, setPaused(null))

/** The event was deleted: its conversations stay for their members and announce it once. */
export const closeEventConversations = (ctx: Ctx, db: Conn, eventId: string): Promise<Done> =>
  announce(
    ctx,
    db,
    eventId,
    { type: 'info', text: 'La sortie a été supprimée. Cette discussion reste ouverte.' },
    async (trx, c) => {
      const metadata = JSON.parse(c.metadata) as { closed?: true }
      if (metadata.closed) return false
      await trx
        .updateTable('conversations')
        .set({ metadata: JSON.stringify({ ...metadata, closed: true }) })
        .where('id', '=', c.id)
        .execute()
      return true
    },
    ['event', 'event-direct'],
  )

/**
 * The only conversation of one participant with the organizers, opened by `by`; concurrent calls
 * create one.
 */
export const openEventDirect = async (
  ctx: Ctx,
  db: Conn,
  event: EventFacts & { participantId: string; organizerIds: readonly string[]; by: string },
): Promise<Done & { id: string; created: boolean }> =>
  inTransaction(db, async (trx) => {
    const [id, now] = [newId(), ctx.now()]
    const made = await trx
      .insertInto('conversations')
      .values({
        id,
        type: 'event-direct',
        title: event.title,
        title_key: fold(event.title),
        description: null,
        avatar_media_id: null,
        direct_key: null,
        event_id: event.eventId,
        event_participant_id: event.participantId,
        metadata: JSON.stringify({ startedBy: event.by }),
        created_at: now,
        clock: now,
        last_message_id: null,
        last_message_at: null,
        ...factsOf(event),
      })
      .onConflict((c) => c.columns(['event_id', 'event_participant_id']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made)
      return {
        id: (await checkEventDirect(trx, event.eventId, event.participantId)) ?? fail('conflict'),
        created: false,
        after: nothing,
      }
    for (const accountId of new Set([event.participantId, ...event.organizerIds]))
      await addMember(
        trx,
        id,
        accountId,
        { isAdmin: accountId !== event.participantId, visibleAfter: 0 },
        now,
      )
    const said = [
      await postSystem(
        trx,
        id,
        { type: 'event_direct_opened', text: 'Discussion ouverte avec les organisateurs' },
        now,
      ),
    ]
    return {
      id,
      created: true,
      after: logFailures(ctx, async () => {
        await publishConversation(ctx, id)
        await publishSystemMessages(ctx, { id, type: 'event-direct' }, said)
      }),
    }
  })

export const checkEventDirect = async (
  db: Conn,
  eventId: string,
  participantId: string,
): Promise<string | null> =>
  (
    await db
      .selectFrom('conversations')
      .where('event_id', '=', eventId)
      .where('event_participant_id', '=', participantId)
      .select('id')
      .executeTakeFirst()
  )?.id ?? null
