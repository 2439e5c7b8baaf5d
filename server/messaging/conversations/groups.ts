import type * as g from '#contract/messaging/groups'
import type { Conversation, Participant } from '#contract/messaging/messages'
import { GROUP_MEMBERS_MAX } from '#contract/limits'
import type { ParsedInput } from '#contract/route'
import { lockBlocks } from '../../access/blocks'
import { requireUnrestricted } from '../../access/sanctions'
import { requireMember } from '../../access/members'
import { lockPhotos } from '../../access/agreements'
import { requireOwnMedia } from '../../access/media'
import { choosePicture } from '../../access/pictures'
import { requireGroupAdmin, requireRelations, withoutSeparated } from '../../access/groups'
import type { Ctx, Viewer } from '../../context'
import { foldText, isUniqueViolation, retryOnDeadlock, type Conn } from '../../db/dialect'
import type { Row } from '../../db/tables'
import { fail } from '../../fail'
import { iso } from '../../iso'
import { deleteUnusedMedia } from '../../media/service'
import { presentAccounts } from '../../profile/service'
import { maskedIdOf, newId } from '../../tokens'
import { sortHiddenLast, maskFor } from './mask'
import { lockConversation, addMember, currentMembers, publishConversation } from './members'
import { presentParticipant } from './present'
import { readOneConversation } from '../service'
import { postSystem, publishSystemMessages } from '../messages/system'

export type SystemMessages = Row<'messages'>[]
/** After the commit of a change whose system messages are those that it `said`. */
export const announceGroup = (ctx: Ctx, id: string, said: SystemMessages): void =>
  ctx.bus.later('group', async () => {
    await publishSystemMessages(ctx, { id, type: 'group' }, said)
    if (said.length > 0) await publishConversation(ctx, id)
  })
/** Runs one change of a group under its lock; retried after a deadlock: without outside effects. */
export const withGroupLock = <T>(
  ctx: Ctx,
  conversationId: string,
  work: (trx: Conn) => Promise<T>,
): Promise<T> =>
  retryOnDeadlock(() =>
    ctx.db.transaction().execute(async (trx) => {
      await lockConversation(trx, conversationId)
      return work(trx)
    }),
  )

/** A picture that all members of a group will see. */
const requireNewPicture = async (
  ctx: Ctx,
  trx: Conn,
  viewer: Viewer,
  mediaId: string,
): Promise<void> => {
  // locked before it is checked: a parting may move it to another account at the same moment
  await lockPhotos(trx, [mediaId])
  await requireOwnMedia(trx, viewer, [mediaId])
  await requireUnrestricted(trx, viewer, 'photos', ctx.now())
}

type NewGroup = ParsedInput<typeof g.createGroup>['body']

/**
 * Creates a group of the caller and relations, once for an `idempotency_key`. Fails with
 * `not_your_relation`, `group_full`, `media_not_yours`, `restricted`.
 */
export const createGroup = async (
  ctx: Ctx,
  viewer: Viewer,
  body: NewGroup,
): Promise<Conversation> => {
  // hashed: it stays with the group when the account is deleted
  const key = body.idempotency_key
    ? `group:${maskedIdOf(ctx.secret, 'group', viewer.accountId, body.idempotency_key)}`
    : null
  const made = async (): Promise<string | undefined> =>
    key === null
      ? undefined
      : (
          await ctx.db
            .selectFrom('conversations')
            .where('direct_key', '=', key)
            .select('id')
            .executeTakeFirst()
        )?.id
  const id =
    (await made()) ??
    (await insertGroup(ctx, viewer, body, key).catch(async (error: unknown) => {
      // of two concurrent calls, the second one finds the group of the first
      const other = isUniqueViolation(error) ? await made() : undefined
      if (other) return other
      throw error
    }))
  return readOneConversation(ctx, viewer, id)
}

const insertGroup = async (
  ctx: Ctx,
  viewer: Viewer,
  body: NewGroup,
  key: string | null,
): Promise<string> => {
  const others = [...new Set(body.account_ids)].filter((id) => id !== viewer.accountId)
  if (others.length === 0) fail('not_your_relation')
  if (others.length >= GROUP_MEMBERS_MAX) fail('group_full')
  await requireUnrestricted(ctx.db, viewer, 'conversations', ctx.now())
  const [id, now] = [newId(), ctx.now()]
  const store = async (trx: Conn): Promise<SystemMessages> => {
    await lockBlocks(trx, [viewer.accountId, ...others])
    await requireRelations(trx, viewer, others)
    if (body.avatar_media_id) await requireNewPicture(ctx, trx, viewer, body.avatar_media_id)
    const picture = { kind: 'conversation' as const, targetId: id }
    await trx
      .insertInto('conversations')
      .values({
        id,
        type: 'group',
        direct_key: key,
        title: body.title,
        title_key: foldText(body.title),
        description: body.description || null,
        avatar_media_id: await choosePicture(
          trx,
          viewer.accountId,
          picture,
          body.avatar_media_id ?? null,
          null,
        ),
        created_at: now,
        clock: now,
      })
      .execute()
    const members = await withoutSeparated(trx, [viewer.accountId], others)
    for (const accountId of [viewer.accountId, ...members])
      await addMember(
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
  }
  const said = await retryOnDeadlock(() => ctx.db.transaction().execute(store))
  ctx.bus.later('group', async () => {
    await publishConversation(ctx, id)
    await publishSystemMessages(ctx, { id, type: 'group' }, said)
  })
  return id
}

/**
 * Changes name, description and picture; unchanged ones write no system message. Fails with
 * `restricted` for the words and the picture.
 */
export const updateGroup = async (
  ctx: Ctx,
  viewer: Viewer,
  id: string,
  body: ParsedInput<typeof g.updateGroup>['body'],
): Promise<Conversation> => {
  const { said, dropped } = await withGroupLock(ctx, id, async (trx) => {
    const { conversation: was } = await requireGroupAdmin(trx, viewer, id)
    const wanted = {
      title: body.title ?? was.title,
      description: body.description === undefined ? was.description : body.description || null,
      avatar: body.avatar_media_id === undefined ? was.avatar_media_id : body.avatar_media_id,
    }
    // a name and a description are words to all members, as a message is
    if (wanted.title !== was.title || wanted.description !== was.description)
      await requireUnrestricted(trx, viewer, 'messages', ctx.now())
    const said: SystemMessages = []
    const say = async (text: string): Promise<void> =>
      void said.push(await postSystem(trx, id, { type: 'info', text }, ctx.now()))
    if (wanted.avatar && wanted.avatar !== was.avatar_media_id)
      await requireNewPicture(ctx, trx, viewer, wanted.avatar)
    const next =
      body.avatar_media_id === undefined
        ? wanted
        : {
            ...wanted,
            avatar: await choosePicture(
              trx,
              viewer.accountId,
              { kind: 'conversation', targetId: id },
              wanted.avatar,
              was.avatar_media_id,
            ),
          }
    await trx
      .updateTable('conversations')
      .set({
        title: next.title,
        title_key: next.title === null ? null : foldText(next.title),
        description: next.description,
        avatar_media_id: next.avatar,
      })
      .where('id', '=', id)
      .execute()
    if (next.title !== was.title)
      await say(`Le groupe s’appelle désormais «\u00a0${next.title}\u00a0»`)
    if (next.description !== was.description) await say('La description du groupe a changé')
    if (next.avatar !== was.avatar_media_id)
      await say(next.avatar ? 'Le groupe a une nouvelle image' : 'Le groupe n’a plus d’image')
    const old =
      was.avatar_media_id && was.avatar_media_id !== next.avatar
        ? await trx
            .selectFrom('media')
            .where('id', '=', was.avatar_media_id)
            .select(['id', 'account_id'])
            .execute()
        : []
    return { said, dropped: old }
  })
  announceGroup(ctx, id, said)
  ctx.bus.later('group-picture', async () => {
    for (const old of dropped) await deleteUnusedMedia(ctx, old.account_id, [old.id])
  })
  return readOneConversation(ctx, viewer, id)
}

/**
 * All members of a conversation of any type: administrators first, then by joining date, hidden
 * ones last.
 */
export const listConversationMembers = async (
  ctx: Ctx,
  viewer: Viewer,
  id: string,
): Promise<(Participant & { joined_at: string })[]> => {
  const { conversation, participant } = await requireMember(ctx.db, viewer, id)
  const mask = await maskFor(ctx, conversation, viewer.accountId)
  const members = sortHiddenLast(
    (await currentMembers(ctx.db, id)).sort((a, b) => b.is_admin - a.is_admin),
    mask,
  )
  const accounts = await presentAccounts(
    ctx,
    viewer,
    members.map((s) => s.account_id),
  )
  return members.flatMap((s) => {
    const account = accounts.get(s.account_id)
    // the real date would identify a hidden member, or say that the other one had opened an empty
    // direct conversation
    const from = conversation.type === 'direct' ? participant.joined_at : s.joined_at
    const joinedAt = mask.hides(s.account_id) ? conversation.created_at : from
    return account ? [{ ...presentParticipant(s, account, mask), joined_at: iso(joinedAt) }] : []
  })
}
