import type { After, chooseAgain as ChooseAgain, Impressions } from '#contract/events/after'
import type { ParsedInput } from '#contract/route'
import { matchesPair } from '../../access/pairs'
import type { EventRole } from '../../access/events'
import type { Ctx, Viewer } from '../../context'
import { countRows } from '../../db/count'
import { lockPair, type Conn } from '../../db/dialect'
import { fail } from '../../fail'
import { iso } from '../../iso'
import { addNews, announceNews } from '../../news/service'
import { presentAccounts } from '../../profile/service'
import { createRelation } from '../../relations/service'
import { publishEventChanged } from '../editing/changes'
import { newsFor } from '../participation/organizer-news'
import { handlesByAccount, lockEvent } from '../queries'
import { aggregateImpressions, ownImpressions, storeImpressions } from './impressions'
import { absentGuests, reunionCandidates, requireAfter } from './people'
import { afterClosesAt } from './window'

/** Guests shown at once, by handle. */
const PEOPLE_SHOWN = 500

interface Guest {
  readonly id: string
  readonly account_id: string
  /** The identity that came; null: all of the account. */
  readonly identity_id: string | null
}
/** Each guest that the viewer may see, in this order. */
const withAccounts = async (ctx: Ctx, viewer: Viewer, guests: readonly Guest[]) => {
  const accounts = await presentAccounts(
    ctx,
    viewer,
    guests.map((g) => g.account_id),
  )
  return guests.flatMap((guest) => {
    const account = accounts.get(guest.account_id)
    return account && !account.deleted
      ? [
          {
            guest,
            shown: {
              account_handle: account.account_handle,
              avatar_url: account.avatar_url,
              identities: account.identities.filter(
                (i) => guest.identity_id === null || i.id === guest.identity_id,
              ),
            },
          },
        ]
      : []
  })
}

/**
 * How many accounts said that they are home: only a number, as silence is private. Neither by viewer
 * nor by place: who blocks a guest, or takes the place away and gives it back, would read the
 * difference.
 */
const homeCount = (db: Conn, eventId: string): Promise<number> =>
  countRows(db.selectFrom('event_returns').where('event_id', '=', eventId))

const forOrganizer = async (
  ctx: Ctx,
  viewer: Viewer,
  eventId: string,
): Promise<NonNullable<After['organizer']>> => {
  const absent = await absentGuests(ctx.db, eventId, viewer.accountId)
  return {
    home: await homeCount(ctx.db, eventId),
    impressions: await aggregateImpressions(ctx.db, eventId),
    absent:
      absent &&
      (await withAccounts(ctx, viewer, absent)).map(({ guest, shown }) => ({
        participant_id: guest.id,
        ...shown,
      })),
  }
}

const present = async (ctx: Ctx, viewer: Viewer, role: EventRole): Promise<After> => {
  const { event, participant, isOrganizer } = role
  const me = viewer.accountId
  const own = <T extends 'event_returns' | 'event_reunions'>(table: T) =>
    ctx.db
      .selectFrom(table as 'event_reunions')
      .where('event_id', '=', event.id)
      .where('account_id', '=', me)
  const chosen = new Set(
    (await own('event_reunions').select('with_account_id').execute()).map((c) => c.with_account_id),
  )
  const people = await reunionCandidates(ctx.db, role, me)
    .select(['p.id', 'p.account_id', 'p.identity_id'])
    .orderBy('a.handle_key')
    .limit(PEOPLE_SHOWN)
    .execute()
  return {
    until: iso(afterClosesAt(event)),
    is_home: (await own('event_returns').select('account_id').executeTakeFirst()) !== undefined,
    impressions: isOrganizer ? null : await ownImpressions(ctx.db, event.id, me),
    is_hidden: !isOrganizer && participant?.is_hidden === 1,
    people: (await withAccounts(ctx, viewer, people)).map(({ guest, shown }) => ({
      account_id: guest.account_id,
      ...shown,
      chosen: chosen.has(guest.account_id),
    })),
    organizer: isOrganizer ? await forOrganizer(ctx, viewer, event.id) : null,
  }
}

export const readAfter = async (ctx: Ctx, viewer: Viewer, id: string): Promise<After> =>
  present(ctx, viewer, await requireAfter(ctx, viewer, id))

/**
 * «Bien rentrés»: no name is shown to others. A no only opens help, so it does not reach the
 * server.
 */
export const setHomeSafe = async (
  ctx: Ctx,
  viewer: Viewer,
  id: string,
  home: boolean,
): Promise<After> => {
  const role = await requireAfter(ctx, viewer, id)
  const row = { event_id: role.event.id, account_id: viewer.accountId }
  await (
    home
      ? ctx.db
          .insertInto('event_returns')
          .values({ ...row, at: ctx.now() })
          .onConflict((c) => c.doNothing())
      : ctx.db
          .deleteFrom('event_returns')
          .where('event_id', '=', row.event_id)
          .where('account_id', '=', row.account_id)
  ).execute()
  publishEventChanged(ctx, role.event.id, [viewer.accountId])
  return present(ctx, viewer, role)
}

/**
 * A guest’s impressions; null deletes them, unless they were read. Organizers do not learn when
 * they were written. Fails with `own_event`, `impressions_read`.
 */
export const setImpressions = async (
  ctx: Ctx,
  viewer: Viewer,
  id: string,
  said: Impressions | null,
): Promise<After> => {
  const role = await requireAfter(ctx, viewer, id)
  if (role.isOrganizer) fail('own_event')
  await ctx.db.transaction().execute(async (trx) => {
    if (!(await lockEvent(trx, role.event.id, ctx.now()))) fail('not_found')
    await storeImpressions(trx, role.event.id, viewer.accountId, said, ctx.now())
  })
  publishEventChanged(ctx, role.event.id, [viewer.accountId])
  return present(ctx, viewer, role)
}

/** Deletes the choices of both, once they are relations or separated. */
export const deleteReunions = (trx: Conn, a: string, b: string): Promise<unknown> =>
  trx.deleteFrom('event_reunions').where(matchesPair(a, b)).execute()

/**
 * With the second yes the two accounts become relations; until then only the chooser's own screen
 * and archive differ. Fails with `not_found` for an account that cannot be chosen, whatever the
 * reason.
 */
export const chooseReunion = async (
  ctx: Ctx,
  viewer: Viewer,
  id: string,
  { account_id: other, yes }: ParsedInput<typeof ChooseAgain>['body'],
): Promise<After & { is_mutual: boolean }> => {
  const role = await requireAfter(ctx, viewer, id)
  const me = viewer.accountId
  const { event } = role
  const now = ctx.now()
  const news = await ctx.db.transaction().execute(async (trx) => {
    // two first choices at the same moment: the second one sees the first; and so does a block
    await lockPair(trx, me, other, 'alone')
    await trx
      .deleteFrom('event_reunions')
      .where('event_id', '=', event.id)
      .where('account_id', '=', me)
      .where('with_account_id', '=', other)
      .execute()
    if (!yes) return null
    const guest = await reunionCandidates(trx, role, me)
      .where('p.account_id', '=', other)
      .select('p.id')
      .executeTakeFirst()
    if (!guest) return fail('not_found')
    const theirs = await trx
      .selectFrom('event_reunions')
      .where('event_id', '=', event.id)
      .where('account_id', '=', other)
      .where('with_account_id', '=', me)
      .select('account_id')
      .executeTakeFirst()
    if (!theirs) {
      await trx
        .insertInto('event_reunions')
        .values({ event_id: event.id, account_id: me, with_account_id: other, created_at: now })
        .execute()
      return null
    }
    if ((await createRelation(trx, me, other, 'event', now)) === null) fail('not_found')
    await deleteReunions(trx, me, other)
    const handles = await handlesByAccount(trx, [me, other])
    return addNews(
      trx,
      [
        [me, other],
        [other, me],
      ].map(([to = '', actor = '']) =>
        newsFor(event, 'met_again', to, actor, handles.get(actor) ?? null),
      ),
      now,
    )
  })
  if (news) {
    ctx.bus.emit('relation.created', { accountId: me, withAccountId: other })
    await announceNews(ctx, news)
  }
  publishEventChanged(ctx, event.id, news ? [me, other] : [me])
  return { ...(await present(ctx, viewer, role)), is_mutual: news !== null }
}
