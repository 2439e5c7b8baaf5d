import type { Conversation, Message } from '#contract/messaging/messages'
import type { RealtimeEvent } from '#contract/realtime'
import { toLastMessage } from '../../../../src/features/messaging/state/model'
import { withReaction } from '../../../../src/features/messaging/thread/message/reactions'
import {
  conversation,
  event,
  message,
  OTHER,
  OWN,
  participant,
  uid,
} from '../../../support/world/messages'

export const ME = uid('identity', 1)
const THIRD = uid('third', 3)
export const TALKS = {
  direct: uid('talk', 1),
  group: uid('talk', 2),
  left: uid('talk', 3),
} as const
const EMOJIS = ['❤️', '😂', '👍', '😮'] as const
const START = Date.parse('2026-11-20T18:00:00.000Z')
const at = (ms: number): string => new Date(START + ms).toISOString()
const person = (id: string, handle: string, ids: readonly string[]) => {
  const p = participant(id, handle)
  return {
    ...p,
    account: {
      ...p.account,
      identities: ids.map((i) => ({
        id: i,
        identity_handle: `${handle}_${i.slice(-1)}`,
        gender: 'woman' as const,
        is_primary: true,
        avatar_url: null,
        firstname: null,
      })),
    },
  }
}
const PEOPLE = {
  [OWN]: person(OWN, 'moi', [ME]),
  [OTHER]: person(OTHER, 'clara_et_tom', [uid('identity', 2), uid('identity', 3)]),
  [THIRD]: person(THIRD, 'nora', [uid('identity', 4)]),
}
const IDS = Object.fromEntries(
  Object.values(PEOPLE).map((p) => [p.account_id, p.account.identities.map((i) => i.id)]),
)

interface Talk {
  readonly id: string
  readonly type: Conversation['type']
  members: string[]
  clock: number
  readonly messages: Message[]
  readonly reads: Record<string, number>
}

/** First and last index of a page: around a message, after or before one (indexes, -1: none), or the newest. */
const pageBounds = (
  length: number,
  limit: number,
  { around, after, before }: { around: number; after: number; before: number },
): [from: number, to: number] => {
  if (around >= 0) {
    const from = Math.max(0, around - limit / 2)
    return [from, from + limit]
  }
  if (after >= 0) return [after + 1, after + 1 + limit]
  const to = before >= 0 ? before : length
  return [Math.max(0, to - limit), to]
}

/**
 * Conversations as the real server keeps them: a clock each, assigned in commit order; each change
 * carries its value.
 */
export class TalkServer {
  readonly talks = new Map<string, Talk>()
  private made = 0
  private now = 0
  constructor(private readonly random: () => number) {
    this.add(TALKS.direct, 'direct', [OWN, OTHER])
    this.add(TALKS.group, 'group', [OWN, OTHER, THIRD])
    this.add(TALKS.left, 'group', [OWN, OTHER])
    for (const t of this.talks.values())
      for (let i = 0; i < 80; i += 1) this.write(t, this.pick(t.members))
  }
  private pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.random() * list.length)] as T
  }
  private add(id: string, type: Conversation['type'], members: string[]): Talk {
    const t: Talk = { id, type, members, clock: 0, messages: [], reads: {} }
    this.talks.set(id, t)
    return t
  }
  private present(t: Talk, m: Message): Message {
    const quoted = m.quote && t.messages.find((x) => x.id === m.quote?.id)
    const readers =
      t.type === 'direct'
        ? Object.entries(t.reads)
            .filter(([id, seq]) => seq >= m.seq && !IDS[m.senderAccountId]?.includes(id))
            .map(([id]) => id)
        : []
    return {
      ...m,
      quote:
        quoted?.deletedAt && m.quote
          ? { ...m.quote, content: '', mediaCount: 0, deleted: true }
          : m.quote,
      readByOther: readers.length > 0,
      readByIdentityIds: readers,
    }
  }
  private unread(t: Talk): number {
    return t.messages.filter(
      (m) =>
        m.seq > (t.reads[ME] ?? 0) &&
        m.senderAccountId !== OWN &&
        m.senderAccountId !== 'system' &&
        !m.deletedAt,
    ).length
  }
  private tick(t: Talk): number {
    this.now += 1_000
    return (t.clock += 1 + Math.floor(this.random() * 3))
  }
  private write(t: Talk, sender: string, patch: Partial<Message> = {}): Message {
    const seq = this.tick(t)
    const ids = IDS[sender] ?? []
    const both = ids.length > 1 && this.random() < 0.3
    const quoted = this.random() < 0.3 ? this.pick(t.messages.slice(-40)) : undefined
    const m = message(seq, {
      id: uid('message', (this.made += 1)),
      conversationId: t.id,
      createdAt: at(this.now),
      senderAccountId: sender,
      senderIdentityId: both ? null : (this.pick(ids) ?? null),
      changed: seq,
      content: `mot ${this.made}`,
      quote:
        quoted && !quoted.deletedAt && quoted.senderAccountId !== 'system'
          ? {
              id: quoted.id,
              handle: quoted.identity.handle,
              content: quoted.content,
              mediaCount: 0,
              deleted: false,
            }
          : null,
      ...patch,
    })
    t.messages.push(m)
    for (const id of both ? ids : m.senderIdentityId ? [m.senderIdentityId] : []) t.reads[id] = seq
    return this.present(t, m)
  }
  private change(t: Talk, m: Message, patch: Partial<Message>): Message {
    const next = { ...m, ...patch, changed: this.tick(t) }
    t.messages[t.messages.indexOf(m)] = next
    return this.present(t, next)
  }
  private read(t: Talk, account: string): RealtimeEvent | null {
    const identityId = this.pick(IDS[account] ?? [])
    const last = t.messages.at(-1)
    if (!last || !identityId || (t.reads[identityId] ?? 0) >= last.seq) return null
    t.reads[identityId] = last.seq
    const covered = t.messages.findLast((m) => m.senderAccountId !== account)
    if (t.type === 'direct' && covered) this.change(t, covered, {})
    if (t.type !== 'direct' && account !== OWN) return null
    return event('message.read', {
      conversationId: t.id,
      accountId: account,
      identityIds: [identityId],
      readAt: at(this.now),
      lastReadMessageId: last.id,
      lastReadSeq: last.seq,
      unreadCount: account === OWN ? this.unread(t) : 0,
    })
  }
  /** One change, with its realtime event. */
  step(n: number): RealtimeEvent {
    const t = this.pick([...this.talks.values()].filter((x) => x.members.includes(OWN)))
    const kind = t.messages.length === 0 ? 0 : this.random()
    const old =
      t.messages[
        t.messages.length - 1 - Math.floor(this.random() * Math.min(t.messages.length, 70))
      ]
    const live = old && old.senderAccountId !== 'system' && !old.deletedAt
    const created = (m: Message): RealtimeEvent =>
      event(m.senderAccountId === 'system' ? 'system.message' : 'conversation.message.created', {
        conversationId: t.id,
        message: m,
        clientMsgId: m.clientMsgId,
      })
    if (n === 700) {
      const gone = this.talks.get(TALKS.left) as Talk
      gone.members = [OTHER]
      return event('conversation.left', { conversationId: gone.id, accountId: OWN })
    }
    if (n === 900)
      return event('conversation.created', {
        conversation: this.conversationOf(this.add(uid('talk', 9), 'direct', [OWN, THIRD])),
      })
    if (kind < 0.3) return created(this.write(t, this.pick(t.members)))
    if (kind < 0.34)
      return created(
        this.write(t, 'system', { systemType: 'info', senderIdentityId: null, quote: null }),
      )
    if (kind < 0.42 && live)
      return created(
        this.change(t, old, { content: '', deletedAt: at(this.now), reactions: {}, quote: null }),
      )
    if (kind < 0.75 && live) {
      const account = this.pick(t.members)
      const m = this.change(t, old, {
        reactions: withReaction(
          old.reactions,
          account,
          this.pick(IDS[account] ?? []),
          this.random() < 0.2 ? null : this.pick(EMOJIS),
          at(this.now),
        ),
      })
      return event('reaction.updated', {
        conversationId: t.id,
        messageId: m.id,
        changed: m.changed,
        reactions: m.reactions,
      })
    }
    const read = kind < 0.9 ? this.read(t, this.pick(t.members)) : null
    return read ?? this.aside(t, n)
  }
  /** Realtime events that concern no message. */
  private aside(t: Talk, n: number): RealtimeEvent {
    const participation = {
      accountId: OWN,
      eventId: uid('event', 1),
      eventTitle: 'Soirée',
      previousStatus: 'invited',
      newStatus: 'accepted',
    }
    const kinds: readonly RealtimeEvent[] = [
      event('typing.updated', {
        conversationId: t.id,
        accountId: OTHER,
        identityId: null,
        isTyping: n % 2 === 0,
      }),
      event('account.inbox.updated', {
        accountId: OWN,
        unreadConversations: n,
        lastActivityAt: null,
      }),
      event('account.media.updated', {
        accountId: OWN,
        mediaId: uid('media', n),
        status: 'completed',
        progress: 100,
        updatedAt: at(n),
      }),
      event('account.event.participation.updated', participation),
      event('account.event.status.updated', { ...participation, newStatus: 'published' }),
      event('account.event.news.created', {
        id: uid('news', n),
        eventId: null,
        accountId: OWN,
        actorAccountId: null,
        newsType: 'event_invited',
        payload: {},
        createdAt: at(n),
        readAt: null,
        deletedAt: null,
        event: null,
      }),
      event('account.presence.updated', {
        accountId: OTHER,
        isOnline: n % 2 === 0,
        lastSeenAt: null,
        lastSeenIdentityId: null,
      }),
      event('conversation.left', { conversationId: t.id, accountId: uid('gone', n) }),
    ]
    return kinds[n % kinds.length] as RealtimeEvent
  }
  private conversationOf(t: Talk): Conversation {
    const last = t.messages.at(-1)
    return conversation({
      id: t.id,
      type: t.type,
      participants: t.members.map((id) => PEOPLE[id] as Conversation['participants'][number]),
      participant_count: t.members.length,
      unread_count: this.unread(t),
      lastMessageAt: last?.createdAt ?? null,
      last_message: last ? toLastMessage(this.present(t, last)) : null,
    })
  }
  /** Responses of the routes that a member's page calls. */
  answer(url: URL): unknown {
    if (url.pathname === '/api/conversations')
      return {
        conversations: [...this.talks.values()]
          .filter((t) => t.members.includes(OWN))
          .map((t) => this.conversationOf(t)),
      }
    const t = this.talks.get(url.pathname.split('/')[3] ?? '')
    if (!t) return null
    const shown = (list: readonly Message[]): Message[] => list.map((m) => this.present(t, m))
    if (url.pathname.endsWith('/sync')) {
      const since = Date.parse(url.searchParams.get('since') ?? '')
      const all = t.messages.filter((m) => m.changed > since).sort((a, b) => a.changed - b.changed)
      const page = all.slice(0, 200)
      const more = all.length > page.length
      return {
        messages: shown(page),
        lastSyncDate: new Date(more ? (page.at(-1)?.changed ?? 0) : t.clock).toISOString(),
        more,
      }
    }
    if (url.pathname.endsWith('/mark-read')) return { success: true, unread_count: 0 }
    if (!url.pathname.endsWith('/messages')) return { conversation: this.conversationOf(t) }
    const limit = Number(url.searchParams.get('limit'))
    const index = (name: string): number =>
      t.messages.findIndex((m) => m.id === url.searchParams.get(name))
    const [before, after, around] = [
      index('oldestLoadedMessageId'),
      index('newestLoadedMessageId'),
      index('around'),
    ]
    const [from, to] = pageBounds(t.messages.length, limit, { around, after, before })
    const read = t.reads[ME] ?? 0
    return {
      messages: shown(t.messages.slice(from, to)),
      hasMore: from > 0,
      hasNewer: to < t.messages.length,
      readSeq: read,
      firstUnreadId:
        t.messages.find(
          (m) =>
            m.seq > read &&
            m.senderAccountId !== OWN &&
            m.senderAccountId !== 'system' &&
            !m.deletedAt,
        )?.id ?? null,
      lastSyncDate: new Date(t.clock).toISOString(),
    }
  }
}
