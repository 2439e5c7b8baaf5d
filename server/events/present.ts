import type { AddressState, Event } from '#contract/events/events'
import { separatedAccounts } from '../access/blocks'
import {
  readEventForEntry,
  isEnded,
  isPendingCodeRequest,
  addressPoint,
  mayKnowAddress,
  mayKnowCode,
  eventRoleOf,
  type EventRole,
} from '../access/events'
import type { Ctx, Viewer } from '../context'
import { fail } from '../fail'
import { presentAccounts } from '../profile/service'
import { iso } from '../iso'
import { eventConversationId } from '../messaging/service'
import { mayOpenAfter } from './after/people'
import { afterClosesAt, conversationClosesAt } from './after/window'
import { presentAddressEnd } from './editing/address-end'
import { presentBalance } from './participation/balance'
import { heldAnswerTo } from './participation/held-answer-state'
import { hasPlacesByKind } from './participation/places'
import { presentReconfirm } from './participation/reconfirm-state'
import { countUnanswered } from './participation/unanswered'
import {
  countsByStatus,
  organizerIds,
  type EventRow,
  type ParticipationRow,
  waitingListRank,
} from './queries'
import { presentItems, shownStatus } from './present-cards'

/** Which of the five states of the precise address the viewer gets. */
export const addressState = (role: EventRole): AddressState => {
  const { event } = role
  if (event.status === 'draft') return 'unpublished'
  if (event.address === null) return 'missing'
  if (!mayKnowAddress(role)) return 'hidden'
  return event.address_public === 1
    ? 'public'
    : event.address_revealed === 1
      ? 'revealed'
      : 'hidden'
}

/** Confirmed participants by kind, counted by the database: an event may have thousands. */
const breakdownOf = async (ctx: Pick<Ctx, 'db'>, eventId: string): Promise<Event['breakdown']> => {
  const rows = await ctx.db
    .selectFrom((eb) =>
      eb
        .selectFrom('event_participants as p')
        .innerJoin('identities as i', (join) =>
          join
            .onRef('i.account_id', '=', 'p.account_id')
            .on((on) =>
              on.or([on('p.identity_id', 'is', null), on('p.identity_id', '=', on.ref('i.id'))]),
            ),
        )
        .where('p.event_id', '=', eventId)
        .where('p.status', '=', 'accepted')
        .groupBy('p.account_id')
        .select((on) => [
          on.fn.countAll<number>().as('persons'),
          on.fn.min('i.gender').as('gender'),
        ])
        .as('by_account'),
    )
    .groupBy(['persons', 'gender'])
    .select((eb) => ['persons', 'gender', eb.fn.countAll<number>().as('n')])
    .execute()
  const out: Event['breakdown'] = { ...NO_BREAKDOWN }
  for (const { persons, gender, n } of rows) {
    if (persons > 1) out.couples += n
    else if (gender === 'woman') out.women += n
    else if (gender === 'man') out.men += n
    else out.others += n
  }
  return out
}
const NO_BREAKDOWN = {
  couples: 0,
  women: 0,
  men: 0,
  others: 0,
} as const satisfies Event['breakdown']

/** Organizers that the viewer may see, the creator first. */
export const organizersOf = async (
  ctx: Ctx,
  viewer: Viewer,
  event: EventRow,
): Promise<Event['organizers']> => {
  const blocked = await separatedAccounts(ctx.db, viewer.accountId)
  const ids = (await organizerIds(ctx.db, event)).filter((id) => !blocked.has(id))
  const accounts = await presentAccounts(ctx, viewer, ids)
  return ids.flatMap((id) => {
    const account = accounts.get(id)
    return account
      ? [
          {
            account_id: id,
            account_handle: account.account_handle,
            avatar_url: account.avatar_url,
            identities: account.identities,
            is_creator: id === event.creator_account_id,
          },
        ]
      : []
  })
}

/**
 * An event for the viewer: the precise address only where `mayKnowAddress` allows it, the others'
 * numbers only for organizers. Fails with `not_found` across a block with the creator.
 */
export const presentEvent = async (ctx: Ctx, viewer: Viewer, role: EventRole): Promise<Event> => {
  const { event: e, participant, isCreator, isOrganizer } = role
  const now = ctx.now()
  const byStatus = await countsByStatus(ctx.db, e.id)
  const count = (status: ParticipationRow['status']): number => byStatus.get(status)?.accounts ?? 0
  const { accounts: confirmed, seats } = byStatus.get('accepted') ?? { accounts: 0, seats: 0 }
  // a block since the role was read
  const item = (await presentItems(ctx, viewer, [e]))[0] ?? fail('not_found')
  const isOffered =
    participant?.status === 'waitlist' &&
    participant.offer_until !== null &&
    participant.offer_until > now
  return {
    ...item,
    ...(await presentAddressEnd(ctx.db, viewer.accountId, role)),
    talk_days: isOrganizer ? e.talk_days : null,
    talk_until: talkUntil(role),
    ...(await presentReconfirm(ctx.db, viewer.accountId, role, now)),
    after_until: (await mayOpenAfter(ctx.db, role, now)) ? iso(afterClosesAt(e)) : null,
    ...(await presentBalance(ctx.db, viewer.accountId, role, now)),
    slug: mayKnowCode(role) ? e.slug : null,
    participant_count: e.counts_persons === 1 ? seats : confirmed,
    description: e.description,
    price: e.price,
    payment_url: e.payment_url,
    has_waitlist: e.has_waitlist === 1,
    requires_approval: e.requires_approval === 1,
    group_options: e.group_options,
    auto_offer: e.auto_offer === 1,
    code_requests: e.code_requests === 1,
    address_state: addressState(role),
    private_location:
      e.address !== null && mayKnowAddress(role)
        ? {
            address: e.address,
            ...(addressPoint(e) ?? { lat: null, lng: null }),
            is_public: e.address_public === 1,
            is_revealed: e.address_revealed === 1,
          }
        : null,
    is_creator: isCreator,
    is_organizer: isOrganizer,
    user_participation_status: shownStatus(e, viewer.accountId, participant),
    held_answer: await heldAnswerTo(ctx.db, viewer, e.id),
    offer_until: isOffered && participant.offer_until ? iso(participant.offer_until) : null,
    waitlist_place:
      participant?.status === 'waitlist' && !isOffered && participant.lapsed_at === null
        ? await waitingListRank(ctx.db, participant, now, hasPlacesByKind(e))
        : null,
    organizers: await organizersOf(ctx, viewer, e),
    breakdown: isPendingCodeRequest(role) ? NO_BREAKDOWN : await breakdownOf(ctx, e.id),
    counts: isOrganizer
      ? {
          total: [...byStatus.values()].reduce((n, s) => n + s.accounts, 0),
          accepted: confirmed,
          pending_approval: count('pending_approval'),
          waitlist: count('waitlist'),
          invited: count('invited'),
          to_remind:
            e.status === 'published' && !isEnded(e, now)
              ? await countUnanswered(ctx.db, e.id, viewer.accountId, now)
              : 0,
        }
      : null,
    conversation_id:
      isOrganizer || participant?.status === 'accepted'
        ? await eventConversationId(ctx.db, e.id)
        : null,
    created_at: iso(e.created_at),
  }
}

/** When the discussion closes, for its members. */
const talkUntil = ({ event, participant, isOrganizer }: EventRole): string | null => {
  const at = isOrganizer || participant?.status === 'accepted' ? conversationClosesAt(event) : null
  return iso(at)
}

/** The event after a change, as the viewer sees it now. Fails with `not_found` when it was deleted meanwhile. */
export const presentCurrent = async (ctx: Ctx, viewer: Viewer, event: EventRow): Promise<Event> => {
  const current =
    (await ctx.db.selectFrom('events').where('id', '=', event.id).selectAll().executeTakeFirst()) ??
    fail('not_found')
  return presentEvent(ctx, viewer, await eventRoleOf(ctx.db, viewer.accountId, current))
}
/** The same for a member who has just left, or answered: null when the event is not readable to them. */
export const presentAfterLeaving = async (
  ctx: Ctx,
  viewer: Viewer,
  event: EventRow,
): Promise<Event | null> => {
  const { closed, ...role } = await readEventForEntry(ctx.db, viewer, event.id)
  return closed ? null : presentEvent(ctx, viewer, role)
}
