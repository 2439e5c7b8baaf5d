import type * as g from '#contract/messaging/groups'
import type { Conversation, Participant } from '#contract/messaging/messages'
import { GROUP_MEMBERS_MAX } from '#contract/limits'
import type { Parsed } from '#contract/route'
import { requireMember, requireOwnMedia } from '../../access/members'
import { requireGroup, requireGroupAdmin, requireRelations } from '../../access/groups'
import type { Ctx, Viewer } from '../../context'
import { fold, type Conn } from '../../db/dialect'
import type { Row } from '../../db/tables'
import { fail } from '../../fail'
import { dropUnused } from '../../media/service'
import { presentAccounts } from '../../profile/service'
import { newId } from '../../tokens'
import { hiddenLast, maskFor } from './mask'
import {
  afterwards,
  hold,
  inherit,
  livingSeats,
  makeAdmin,
  seat,
  seatsIn,
  tellConversation,
  tellLeft,
  unseat,
  type After,
} from './members'
import { presentParticipant } from '../messages/present'
import { conversationOf } from '../service'
import { postSystem, tellSystem } from '../messages/system'

type Said = Row<'messages'>[]
/** One change of a group: checked and written while nobody else changes it. */
const changing = <T>(
  ctx: Ctx,
  conversationId: string,
  work: (trx: Conn) => Promise<T>,
): Promise<T> =>
  ctx.db.transaction().execute(async (trx) => {
    await hold(trx, conversationId)
    return work(trx)
  })

/** The caller and relations of its own. Fails with `not_your_relation`, `group_full`, `media_not_yours`. */
export const createGroup = async (
  ctx: Ctx,
  viewer: Viewer,
  body: Parsed<typeof g.createGroup>['body'],
): Promise<Conversation> => {
  const others = [...new Set(body.account_ids)].filter((id) => id !== viewer.accountId)
  if (others.length === 0) fail('not_your_relation')
  if (others.length >= GROUP_MEMBERS_MAX) fail('group_full')
  const [id, now] = [newId(), ctx.now()]
  const said = await ctx.db.transaction().execute(async (trx) => {
    await requireRelations(trx, viewer, others)
    if (body.avatar_media_id) await requireOwnMedia(trx, viewer, [body.avatar_media_id])
    await trx
      .insertInto('conversations')
      .values({
        id,
        type: 'group',
        title: body.title,
        title_key: fold(body.title),
        description: body.description || null,
        avatar_media_id: body.avatar_media_id ?? null,
        direct_key: null,
        event_id: null,
        created_at: now,
        clock: now,
        last_message_id: null,
        last_message_at: null,
      })
      .execute()
    for (const accountId of [viewer.accountId, ...others])
      await seat(
        trx,
        id,
        accountId,
        { isAdmin: accountId === viewer.accountId, visibleAfter: 0 },
        now,
      )
    return [
      await postSystem(
        trx,
        id,
        { type: 'info', subject: viewer.accountId, text: 'a créé le groupe' },
        now,
      ),
    ]
  })
  void afterwards(ctx, async () => {
    await tellConversation(ctx, id)
    await tellSystem(ctx, { id, type: 'group' }, said)
  })()
  return conversationOf(ctx, viewer, id)
}

/** Name, description, picture; what stays as it was says nothing. */
export const updateGroup = async (
  ctx: Ctx,
  viewer: Viewer,
  id: string,
  body: Parsed<typeof g.updateGroup>['body'],
): Promise<Conversation> => {
  const { said, dropped } = await changing(ctx, id, async (trx) => {
    const { conversation: was } = await requireGroupAdmin(trx, viewer, id)
    const now = {
      title: body.title ?? was.title,
      description: body.description === undefined ? was.description : body.description || null,
      avatar: body.avatar_media_id === undefined ? was.avatar_media_id : body.avatar_media_id,
    }
    const said: Said = []
    const say = async (text: string): Promise<void> =>
      void said.push(await postSystem(trx, id, { type: 'info', text }, ctx.now()))
    if (now.avatar && now.avatar !== was.avatar_media_id)
      await requireOwnMedia(trx, viewer, [now.avatar])
    await trx
      .updateTable('conversations')
      .set({
        title: now.title,
        title_key: now.title === null ? null : fold(now.title),
        description: now.description,
        avatar_media_id: now.avatar,
      })
      .where('id', '=', id)
      .execute()
    if (now.title !== was.title)
      await say(`Le groupe s’appelle désormais «\u00a0${now.title}\u00a0»`)
    if (now.description !== was.description) await say('La description du groupe a changé')
    if (now.avatar !== was.avatar_media_id)
      await say(now.avatar ? 'Le groupe a une nouvelle image' : 'Le groupe n’a plus d’image')
    const old =
      was.avatar_media_id && was.avatar_media_id !== now.avatar
        ? await trx
            .selectFrom('media')
            .where('id', '=', was.avatar_media_id)
            .select(['id', 'account_id'])
            .execute()
        : []
    return { said, dropped: old }
  })
  for (const old of dropped) await dropUnused(ctx, old.account_id, [old.id])
  void afterwards(ctx, async () => {
    await tellSystem(ctx, { id, type: 'group' }, said)
    if (said.length > 0) await tellConversation(ctx, id)
  })()
  return conversationOf(ctx, viewer, id)
}

/** Everybody in a conversation of whatever type: administrators first, then by the day they came, hidden ones last. */
export const participantsIn = async (
  ctx: Ctx,
  viewer: Viewer,
  id: string,
): Promise<(Participant & { joined_at: string })[]> => {
  const { conversation } = await requireMember(ctx.db, viewer, id)
  const mask = await maskFor(ctx, conversation, viewer.accountId)
  const seats = hiddenLast(
    (await seatsIn(ctx.db, id)).sort((a, b) => b.is_admin - a.is_admin),
    mask,
  )
  const accounts = await presentAccounts(
    ctx,
    viewer,
    seats.map((s) => s.account_id),
  )
  return seats.flatMap((s) => {
    const account = accounts.get(s.account_id)
    // of a hidden one neither: its time would tell
    const joinedAt = Number(mask.hides(s.account_id) ? conversation.created_at : s.joined_at)
    return account
      ? [{ ...presentParticipant(s, account, mask), joined_at: new Date(joinedAt).toISOString() }]
      : []
  })
}

/** Whoever is in it already stays as it is. Fails with `not_your_relation`, `group_full`. */
export const addParticipants = async (
  ctx: Ctx,
  viewer: Viewer,
  id: string,
  accountIds: readonly string[],
): Promise<Conversation> => {
  const { said, added } = await changing(ctx, id, async (trx) => {
    await requireGroupAdmin(trx, viewer, id)
    const inside = new Set((await seatsIn(trx, id)).map((s) => s.account_id))
    const added = [...new Set(accountIds)].filter((a) => !inside.has(a))
    if (added.length > 0) await requireRelations(trx, viewer, added)
    if (inside.size + added.length > GROUP_MEMBERS_MAX) fail('group_full')
    const said: Said = []
    for (const accountId of added) {
      const row = await postSystem(
        trx,
        id,
        { type: 'participant_joined', subject: accountId, text: 'a rejoint le groupe' },
        ctx.now(),
      )
      said.push(row)
      // its own arrival is the first thing that it reads, also when it comes back
      await seat(trx, id, accountId, { isAdmin: false, visibleAfter: row.seq - 1 }, ctx.now())
    }
    return { said, added }
  })
  void afterwards(ctx, async () => {
    await tellConversation(ctx, id, added)
    await tellSystem(ctx, { id, type: 'group' }, said)
  })()
  return conversationOf(ctx, viewer, id)
}

/** Takes a seat away, hands the group on when nobody administers it, ends it with its last member. */
const vacate = async (
  ctx: Ctx,
  trx: Conn,
  conversation: Row<'conversations'>,
  accountId: string,
  text: string,
): Promise<After> => {
  const { id } = conversation
  await unseat(trx, id, accountId, ctx.now())
  if ((await livingSeats(trx, id)).length === 0) {
    const photos = await trx
      .selectFrom('media as me')
      .where((eb) =>
        eb.or([
          eb(
            'me.id',
            'in',
            eb
              .selectFrom('message_media as mm')
              .innerJoin('messages as m', 'm.id', 'mm.message_id')
              .where('m.conversation_id', '=', id)
              .select('mm.media_id'),
          ),
          eb('me.id', '=', conversation.avatar_media_id ?? ''),
        ]),
      )
      .select(['me.id', 'me.account_id'])
      .execute()
    await trx.deleteFrom('conversations').where('id', '=', id).execute()
    return afterwards(ctx, async () => {
      await tellLeft(ctx, conversation, [accountId])
      for (const owner of new Set(photos.map((p) => p.account_id)))
        await dropUnused(
          ctx,
          owner,
          photos.filter((p) => p.account_id === owner).map((p) => p.id),
        )
    })
  }
  const said = [
    await postSystem(trx, id, { type: 'participant_left', subject: accountId, text }, ctx.now()),
    ...(await inherit(trx, id, ctx.now())),
  ]
  return afterwards(ctx, async () => {
    await tellLeft(ctx, conversation, [accountId])
    await tellSystem(ctx, conversation, said)
    // the heir has to learn what it may do now
    if (said.length > 1) await tellConversation(ctx, id)
  })
}
const LEFT = 'a quitté le groupe'

/** The right to listen has ended when this resolves. */
export const leave = async (ctx: Ctx, viewer: Viewer, id: string): Promise<void> => {
  const after = await changing(ctx, id, async (trx) =>
    vacate(ctx, trx, (await requireGroup(trx, viewer, id)).conversation, viewer.accountId, LEFT),
  )
  await after()
}

/** Fails with `member_absent`. An administrator that takes itself out leaves. */
export const removeParticipant = async (
  ctx: Ctx,
  viewer: Viewer,
  id: string,
  accountId: string,
): Promise<void> => {
  const after = await changing(ctx, id, async (trx) => {
    const { conversation } = await requireGroupAdmin(trx, viewer, id)
    if (!(await seatsIn(trx, id)).some((s) => s.account_id === accountId)) fail('member_absent')
    return vacate(
      ctx,
      trx,
      conversation,
      accountId,
      accountId === viewer.accountId ? LEFT : 'ne fait plus partie du groupe',
    )
  })
  await after()
}

/** Fails with `member_absent`, and `conflict` when no administrator would remain. */
export const setAdmin = async (
  ctx: Ctx,
  viewer: Viewer,
  id: string,
  accountId: string,
  isAdmin: boolean,
): Promise<void> => {
  const said = await changing(ctx, id, async (trx): Promise<Said> => {
    await requireGroupAdmin(trx, viewer, id)
    const seats = await livingSeats(trx, id)
    const target = seats.find((s) => s.account_id === accountId) ?? fail('member_absent')
    if ((target.is_admin === 1) === isAdmin) return []
    if (!isAdmin && !seats.some((s) => s.is_admin === 1 && s.account_id !== accountId))
      fail('conflict')
    await makeAdmin(trx, id, accountId, isAdmin)
    return [
      await postSystem(
        trx,
        id,
        {
          type: 'info',
          subject: accountId,
          text: isAdmin ? 'administre désormais le groupe' : 'n’administre plus le groupe',
        },
        ctx.now(),
      ),
    ]
  })
  void afterwards(ctx, async () => {
    await tellSystem(ctx, { id, type: 'group' }, said)
    if (said.length > 0) await tellConversation(ctx, id)
  })()
}
