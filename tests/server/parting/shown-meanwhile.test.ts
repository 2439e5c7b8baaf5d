import { viewerOf } from '../../support/server/server'
import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { createGroup } from '#contract/messaging/groups'
import * as p from '#contract/profile/parting'
import type { Ctx, Viewer } from '../../../server/context'
import { deleteOwnMedia } from '../../../server/media/drive'
import {
  createGroup as makeGroup,
  updateGroup,
} from '../../../server/messaging/conversations/groups'
import { postMessage } from '../../../server/messaging/messages/send'
import { divideAccount } from '../../../server/parting/split'
import { newId } from '../../../server/tokens'
import { addPhoto } from '../../support/world/couples'
import { endsOrWaits } from '../../support/server/waiting'
import { setUp, t } from '../events/participation/races-setup'
import { ask, couple, talkWith, type Couple } from './setup'

setUp()

/** The server's own parts, with something just after photos were found to be the member's own. */
const afterCheck = (happens: () => Promise<void>): Ctx => {
  let check: object | null = null
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      if (!check && JSON.stringify(node).includes('"kept_photos"')) check = queryId
      return node
    },
    transformResult: async ({ result, queryId }) => {
      if (queryId === check) await happens()
      return result
    },
  }
  return { ...t.ctx, db: t.ctx.db.withPlugin(plugin) }
}

const groupOf = async ({ paul, friend }: Couple): Promise<string> =>
  (
    await paul.call(createGroup, {
      body: { title: 'Nous', account_ids: [friend.accountId] },
    })
  ).body.conversation.id

interface Act {
  readonly title: string
  /** The conversation that the act needs; returns its id. */
  readonly prepare?: (c: Couple) => Promise<string>
  readonly act: (ctx: Ctx, as: Viewer, mediaId: string, c: Couple, id: string) => Promise<unknown>
}
const ACTS: readonly Act[] = [
  {
    title: 'the picture of a new group',
    act: (ctx, as, avatar_media_id, c) =>
      makeGroup(ctx, as, { title: 'Nous', account_ids: [c.friend.accountId], avatar_media_id }),
  },
  {
    title: 'the picture of a group',
    prepare: groupOf,
    act: (ctx, as, avatar_media_id, _c, id) => updateGroup(ctx, as, id, { avatar_media_id }),
  },
  {
    title: 'a photo in a message',
    prepare: (c) => talkWith(c.paul, c.friend),
    act: (ctx, as, mediaId, c, id) =>
      postMessage(ctx, as, id, {
        content: 'Regardez',
        client_msg_id: newId(),
        sender_identity_id: c.paulId,
        media_ids: [mediaId],
      }),
  },
]
const isShown = async (mediaId: string): Promise<boolean> =>
  (
    await t.ctx.db
      .selectFrom('conversations')
      .where('avatar_media_id', '=', mediaId)
      .select('id')
      .unionAll(
        t.ctx.db
          .selectFrom('message_media')
          .where('media_id', '=', mediaId)
          .select('message_id as id'),
      )
      .execute()
  ).length > 0

/** What takes the photo away from who shows it. */
const ENDS = ['divided', 'kept by both', 'deleted'] as const
const endOf = async (c: Couple, photo: string, how: (typeof ENDS)[number]) => {
  if (how === 'deleted') return () => deleteOwnMedia(t.ctx, viewerOf(c.paul), photo)
  await ask(c.anne, { handle: c.handle })
  for (const who of how === 'kept by both' ? [c.anne, c.paul] : [])
    await who.call(p.chooseInParting, { body: { kind: 'photo', ids: [photo], on: true } })
  const { id } = await t.ctx.db
    .selectFrom('partings')
    .where('account_id', '=', c.account)
    .select('id')
    .executeTakeFirstOrThrow()
  return () => divideAccount(t.ctx, id)
}

// on SQLite transactions run one after the other
test.runIf(process.env['TEST_DATABASE_URL']).for(
  ACTS.flatMap((act) => ENDS.map((how) => ({ ...act, how }))).filter(
    // a message from before keeps the photo of the one who went
    ({ title, how }) => !(title === 'a photo in a message' && how === 'divided'),
  ),
)('$title: $how while it is being written, it is not shown', async ({ prepare, act, how }) => {
  const c = await couple(t)
  const photo = await addPhoto(c.anne, how === 'kept by both' ? [c.anneId, c.paulId] : [c.anneId])
  const id = (await prepare?.(c)) ?? ''
  const end = await endOf(c, photo, how)
  let ending: Promise<unknown> | undefined
  const ctx = afterCheck(() => {
    ending = end()
    return endsOrWaits(t.ctx.db, ending)
  })
  await act(ctx, viewerOf(c.paul), photo, c, id).catch(() => undefined)
  expect(ending).toBeDefined()
  await ending
  expect(await isShown(photo)).toBe(false)
})
