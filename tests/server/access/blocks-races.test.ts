import { describe, expect, test } from 'vitest'
import { createAlbum } from '#contract/albums/albums'
import * as e from '#contract/events/events'
import { startConversation } from '#contract/messaging/messages'
import { inviteToEvent } from '#contract/events/participants'
import { createJoinLink } from '#contract/profile/profile'
import { block, unblock } from '#contract/safety'
import type { Ctx } from '../../../server/context'
import { isPostgres } from '../../../server/db/dialect'
import { shareAlbum } from '../../../server/albums/shares'
import { inviteMember, inviteByLink } from '../../../server/events/participation/invites'
import { joinByCode } from '../../../server/events/participation/join'
import { addOrganizer } from '../../../server/events/participation/organizers'
import { participate } from '../../../server/events/participation/participation'
import { eventCallbacks } from '../../../server/events/service'
import { followJoinLink } from '../../../server/relations/join-links'
import { changeSharing } from '../../../server/relations/sharing'
import { type Member, viewerOf } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'
import { endsOrWaits } from '../../support/server/waiting'

const t = sharedApp()

const cut = (by: Member, other: Member) => by.call(block, { params: { id: other.accountId } })
const evening = async (by: Member, slug: string | null = null): Promise<string> => {
  const { body } = await by.call(e.createEvent, {
    body: {
      title: 'Soirée',
      start_date: new Date(t.ctx.now() + 9e7).toISOString(),
      access_type: 'invitation_only',
      slug,
    },
  })
  await by.call(e.publishEvent, { params: { id: body.event.id }, body: { status: 'published' } })
  return body.event.id
}
const statusIn = async (eventId: string, who: Member): Promise<string | null> =>
  (
    await t.ctx.db
      .selectFrom('event_participants')
      .where('event_id', '=', eventId)
      .where('account_id', '=', who.accountId)
      .select('status')
      .executeTakeFirst()
  )?.status ?? null
const areRelated = async (a: Member, b: Member): Promise<boolean> =>
  (await t.ctx.db
    .selectFrom('relations')
    .where('account_id', '=', a.accountId)
    .where('with_account_id', '=', b.accountId)
    .select('origin')
    .executeTakeFirst()) !== undefined
/** null or a status that gives no place: nothing that the block should have taken. */
const isOut = (status: string | null): boolean => status === null || status === 'declined'

/**
 * The server’s own parts, with something happening around the first transaction that is begun:
 * before it, and before it is committed.
 */
const around = (happens: {
  before?: () => Promise<unknown>
  after?: () => Promise<unknown>
}): Ctx => {
  let isFirst = true
  const db = new Proxy(t.ctx.db, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target)
      if (name !== 'transaction' || !isFirst)
        return typeof value === 'function'
          ? (value as (...all: unknown[]) => unknown).bind(target)
          : value
      return () => ({
        execute: async (work: (trx: unknown) => Promise<unknown>) => {
          isFirst = false
          await happens.before?.()
          return target.transaction().execute(async (trx) => {
            const answer = await work(trx)
            await happens.after?.()
            return answer
          })
        },
      })
    },
  })
  return { ...t.ctx, db }
}

/** Brings a (acting) and b (blocking) together, and checks whether the tie exists afterwards. */
interface Case {
  readonly title: string
  readonly prepare: (
    a: Member,
    b: Member,
  ) => Promise<{ act: (ctx: Ctx) => Promise<unknown>; holds: () => Promise<boolean> }>
}
const cases: readonly Case[] = [
  {
    title: '«Je participe» of who is invited',
    prepare: async (a, b) => {
      const id = await evening(b)
      await b.call(inviteToEvent, { params: { id }, body: { account_handle: a.handle } })
      return {
        act: (ctx) => participate(ctx, viewerOf(a), id),
        holds: async () => !isOut(await statusIn(id, a)),
      }
    },
  },
  {
    title: 'an invitation by handle',
    prepare: async (a, b) => {
      const id = await evening(a)
      return {
        act: (ctx) => inviteMember(ctx, viewerOf(a), id, b.handle),
        holds: async () => !isOut(await statusIn(id, b)),
      }
    },
  },
  {
    title: 'an invitation by a code',
    prepare: async (a, b) => {
      const slug = `code-${a.handle.toLowerCase().replace(/[^a-z0-9]/g, '')}`.slice(0, 40)
      const id = await evening(b, slug)
      const code = (await b.call(e.getEvent, { params: { id } })).body.event.slug ?? ''
      return {
        act: (ctx) => joinByCode(ctx, viewerOf(a), code),
        holds: async () => !isOut(await statusIn(id, a)),
      }
    },
  },
  {
    title: 'an invitation by a link',
    prepare: async (a, b) => {
      const id = await evening(a)
      return {
        act: (ctx) => inviteByLink(ctx, id, b.accountId, a.accountId),
        holds: async () => !isOut(await statusIn(id, b)),
      }
    },
  },
  {
    title: 'the role of a co-organizer',
    prepare: async (a, b) => {
      const id = await evening(a)
      await t.relate(a, b)
      return {
        act: (ctx) => addOrganizer(ctx, viewerOf(a), id, b.accountId),
        holds: async () => !isOut(await statusIn(id, b)),
      }
    },
  },
  {
    title: 'a relation by a link',
    prepare: async (a, b) => {
      const url = (await b.call(createJoinLink, { body: { kind: 'member' } })).body.link.url ?? ''
      return {
        act: (ctx) =>
          followJoinLink(
            ctx,
            eventCallbacks(ctx),
            viewerOf(a),
            url.slice(url.lastIndexOf('/') + 1),
          ),
        holds: () => areRelated(a, b),
      }
    },
  },
  {
    title: 'what one shares',
    prepare: async (a, b) => {
      await a.call(startConversation, { body: { handle: b.handle } })
      const rows = () =>
        t.ctx.db
          .selectFrom('sharings')
          .where('account_id', '=', a.accountId)
          .where('with_account_id', '=', b.accountId)
          .selectAll()
          .execute()
      return {
        act: (ctx) =>
          changeSharing(ctx, viewerOf(a), b.accountId, {
            shareNames: true,
            shareEvents: true,
            shareAllPrivateAlbums: true,
            sharedAlbumIds: [],
          }),
        holds: async () => (await rows()).length > 0,
      }
    },
  },
  {
    title: 'an album shared by itself',
    prepare: async (a, b) => {
      await a.call(startConversation, { body: { handle: b.handle } })
      const album = (await a.call(createAlbum, { body: { name: 'Entre nous', isPublic: false } }))
        .body.album.id
      const rows = () =>
        t.ctx.db.selectFrom('album_shares').where('album_id', '=', album).selectAll().execute()
      return {
        act: (ctx) => shareAlbum(ctx, viewerOf(a), { album_id: album, account_id: b.accountId }),
        holds: async () => (await rows()).length > 0,
      }
    },
  },
]

describe.each(cases)('$title, and a block at the same moment', ({ prepare }) => {
  test('blocked between the look and the writing: nothing is written', async () => {
    const [a, b] = [await t.member(), await t.member()]
    const { act, holds } = await prepare(a, b)
    let isCut = false
    const ctx = around({
      before: async () => {
        isCut = (await cut(b, a)).status === 200
      },
    })
    await act(ctx).catch(() => undefined)
    expect(isCut).toBe(true)
    expect(await holds()).toBe(false)
  })

  test('blocked while it is being written: the block waits for the commit, and ends it', async ({
    skip,
  }) => {
    if (!isPostgres(t.ctx.db)) skip('SQLite has one writer')
    const [a, b] = [await t.member(), await t.member()]
    const { act, holds } = await prepare(a, b)
    let blocking: ReturnType<typeof cut> | undefined
    const ctx = around({
      after: async () => {
        blocking = cut(b, a)
        await endsOrWaits(t.ctx.db, blocking)
      },
    })
    // what it then answers of may be gone already
    await act(ctx).catch(() => undefined)
    expect((await blocking)?.status).toBe(200)
    expect(await holds()).toBe(false)
  })
})

test('unblocked, everything is as between two who never met', async () => {
  const [a, b] = [await t.member(), await t.member()]
  const id = await evening(a)
  await cut(b, a)
  expect(await inviteMember(t.ctx, viewerOf(a), id, b.handle)).toMatchObject({
    success: false,
    error: 'Aucun membre ne porte ce pseudo.',
  })
  await b.call(unblock, { params: { id: a.accountId } })
  expect(await inviteMember(t.ctx, viewerOf(a), id, b.handle)).toMatchObject({ success: true })
})
