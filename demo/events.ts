import type { Location } from '#contract/profile/data'
import { flag, foldText } from '../server/db/dialect'
import type { NewRow } from '../server/db/tables'
import { parisTime } from './dialogue'
import { MEMBERS } from './members'
import type { MemberIds } from './people'
import { pictureId } from './pictures'
import { EVENTS, type ParticipationStatus, type PlannedEvent } from './planned-events'
import { idOf } from './random'

const DAY = 86_400_000

/** Days from now to the planned weekday. */
const daysTo = (e: PlannedEvent, nowMs: number): number =>
  e.inDays + ((e.weekday - new Date(nowMs + e.inDays * DAY).getUTCDay() + 7) % 7)
/** An hour of the day in Paris, that many days from now. */
const at = (nowMs: number, days: number, hour: number): number =>
  Math.floor(parisTime(nowMs, -(days + Math.floor(hour / 24)), hour % 24) / 60_000) * 60_000

export interface EventRows {
  readonly events: NewRow<'events'>[]
  readonly people: NewRow<'event_participants'>[]
  readonly conversations: NewRow<'conversations'>[]
  readonly members: NewRow<'conversation_participants'>[]
  readonly messages: NewRow<'messages'>[]
  readonly reads: NewRow<'conversation_reads'>[]
}

interface PlacedEvent {
  readonly planned: PlannedEvent
  readonly id: string
  readonly made: number
  readonly start_at: number
  readonly creator: MemberIds
}

/** The kind of place of a whole account. */
const comesAs = (handle: string, { identityIds }: MemberIds) => {
  const people = MEMBERS.find((m) => m.handle === handle)?.people ?? []
  return people.length > 1
    ? { kind: 'couple' as const, identity_id: null }
    : { kind: people[0]?.gender ?? null, identity_id: identityIds[0] ?? null }
}

const participantRows = (
  { planned: e, id, made, creator }: PlacedEvent,
  ids: ReadonlyMap<string, MemberIds>,
): NewRow<'event_participants'>[] => {
  const leads = e.leads ?? []
  return [
    [e.by, 'accepted'] as const,
    ...leads.map((h) => [h, 'accepted'] as const),
    ...(Object.entries(e.people) as [ParticipationStatus, readonly string[]][]).flatMap(
      ([status, handles]) => handles.map((h) => [h, status] as const),
    ),
  ].flatMap(([handle, status], i): NewRow<'event_participants'>[] => {
    const who = ids.get(handle)
    const created_at = made + i * 3_600_000
    return who
      ? [
          {
            id: idOf(`participant ${e.key} ${handle}`, created_at),
            event_id: id,
            account_id: who.accountId,
            status,
            is_co_organizer: flag(leads.includes(handle)),
            seats: e.persons ? who.identityIds.length : 1,
            ...comesAs(handle, who),
            has_paid: 0,
            is_present: 0,
            present_at: null,
            is_vip: 0,
            is_hidden: 0,
            organizer_comment: null,
            invited_by_account_id:
              i === 0 || (e.open && status !== 'invited') ? null : creator.accountId,
            offer_until: null,
            said_yes: status === 'invited' || status === 'declined' ? 0 : 1,
            created_at,
            status_at: created_at,
          },
        ]
      : []
  })
}

const eventRow = (
  { planned: e, id, made, start_at, creator }: PlacedEvent,
  endAt: number,
  town: Location | undefined,
  banner: string | null,
  places: number,
): NewRow<'events'> => {
  return {
    id,
    creator_account_id: creator.accountId,
    slug: e.slug,
    title: e.title,
    title_key: foldText(e.title),
    description: e.description,
    status: e.draft ? 'draft' : 'published',
    start_at,
    end_at: endAt,
    place: town
      ? JSON.stringify({
          place_id: town.place_id,
          city: town.city,
          department: town.department,
          department_code: town.department_code,
          postal_code: town.postal_code,
          lat: town.lat,
          lng: town.lng,
          formatted_address: town.formatted_address,
        })
      : null,
    place_lat: town?.lat ?? null,
    place_lng: town?.lng ?? null,
    address: e.address?.[0] ?? null,
    address_lat: e.address?.[1] ?? null,
    address_lng: e.address?.[2] ?? null,
    address_public: flag(e.shows === 'public'),
    address_revealed: flag(e.shows === 'revealed'),
    price: e.price ?? null,
    payment_url: null,
    banner_media_id: banner,
    max_participants: e.max ?? null,
    has_waitlist: flag(e.waitlist ?? false),
    requires_approval: flag(e.approval ?? false),
    access_type: e.open ? 'open_to_relations' : 'invitation_only',
    group_options: 'all',
    counts_persons: flag(e.persons ?? false),
    auto_offer: 0,
    seats_taken: places,
    revision: 0,
    created_at: made,
    updated_at: made,
  }
}

/** The conversation of the confirmed participants, with the creator's first message. */
const addConversation = (
  out: EventRows,
  { planned: e, id, made, start_at, creator }: PlacedEvent,
  rows: readonly NewRow<'event_participants'>[],
  ids: ReadonlyMap<string, MemberIds>,
): void => {
  const conversation_id = idOf(`conversation event ${e.key}`, made)
  // after all of them have joined
  const seq = made + rows.length * 3_600_000
  const message = idOf(`message event ${e.key}`, seq)
  out.messages.push({
    id: message,
    conversation_id,
    seq,
    changed: seq,
    sender_account_id: creator.accountId,
    sender_identity_id: creator.identityIds[0] ?? null,
    content: e.says,
    system_type: null,
    client_msg_id: null,
    client_hash: null,
    media_count: 0,
    created_at: seq,
    deleted_at: null,
  })
  out.conversations.push({
    id: conversation_id,
    type: 'event',
    title: null,
    title_key: null,
    description: null,
    avatar_media_id: null,
    direct_key: `event:${id}`,
    event_id: id,
    created_at: made,
    clock: seq,
    last_message_id: message,
    last_message_at: seq,
    event_title: e.title,
    event_title_key: foldText(e.title),
    event_start_at: start_at,
    group_options: 'all',
    ...(e.draft ? { paused_at: made } : {}),
  })
  for (const p of rows.filter((r) => r.status === 'accepted')) {
    out.members.push({
      conversation_id,
      account_id: p.account_id,
      is_admin: flag(p.account_id === creator.accountId || p.is_co_organizer === 1),
      joined_at: p.status_at,
      visible_after: 0,
      left_at: null,
      has_written: flag(p.account_id === creator.accountId),
    })
    const identities =
      [...ids.values()].find((m) => m.accountId === p.account_id)?.identityIds ?? []
    out.reads.push(
      ...identities.map((identity_id) => ({
        conversation_id,
        identity_id,
        account_id: p.account_id,
        last_read_seq: seq,
        last_read_message_id: message,
        read_at: seq + 60_000,
      })),
    )
  }
}

/**
 * Events of the demonstration members: published, a draft, an ended one, a full one; with their
 * participants and conversations.
 */
export const eventRows = (
  ids: ReadonlyMap<string, MemberIds>,
  towns: ReadonlyMap<string, Location>,
  pictures: ReadonlyMap<string, unknown>,
  nowMs: number,
): EventRows => {
  const out: EventRows = {
    events: [],
    people: [],
    conversations: [],
    members: [],
    messages: [],
    reads: [],
  }
  for (const e of EVENTS) {
    const creator = ids.get(e.by)
    const town = towns.get(MEMBERS.find((m) => m.handle === e.by)?.postalCode ?? '')
    if (!creator) continue
    const days = daysTo(e, nowMs)
    const start_at = at(nowMs, days, e.from)
    const made = Math.floor(Math.min(nowMs - 6 * DAY, start_at - 10 * DAY))
    const id = idOf(`event ${e.key}`, made)
    const placed: PlacedEvent = { planned: e, id, made, start_at, creator }
    const rows = participantRows(placed, ids)
    out.people.push(...rows)
    const banner = e.banner ? `profile ${e.by} ${e.banner}` : ''
    const places = rows.reduce((n, p) => n + (p.status === 'accepted' ? p.seats : 0), 0)
    out.events.push(
      eventRow(
        placed,
        at(nowMs, days, e.to),
        town,
        pictures.has(banner) ? pictureId(banner) : null,
        places,
      ),
    )
    addConversation(out, placed, rows, ids)
  }
  return out
}
