import { describe, expect, test } from 'vitest'
import { createEvent, joinBySlug, publishEvent } from '#contract/events/events'
import { inviteToEvent } from '#contract/events/participants'
import { startConversation } from '#contract/messaging/messages'
import { block } from '#contract/safety'
import { updatePreferences } from '#contract/settings'
import { newId } from '../../../server/tokens'
import type { Member } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'

const t = sharedApp()
const start = (by: Member, handle: string) => by.call(startConversation, { body: { handle } })

/** The row of an event's creator among its participants. */
const own = (eventId: string) =>
  t.ctx.db
    .selectFrom('event_participants')
    .where('event_id', '=', eventId)
    .selectAll()
    .executeTakeFirstOrThrow()

/** A reply, and from how many queries it came. */
const asked = async (who: Member, method: string, path: string, sent: { body?: unknown } = {}) => {
  let reply: unknown
  const queries = await t.queriesOf(async () => {
    const { status, body } = await who.raw(method, `/api${path}`, sent)
    reply = { status, body }
  })
  return { ...(reply as { status: number; body: unknown }), queries }
}

describe('a member who blocks, one who left and nobody', () => {
  /** An account that blocks the viewer, a deleted one and an unknown id. */
  const three = async () => {
    const [viewer, blocker, gone] = [await t.member(), await t.member(), await t.member()]
    await blocker.call(block, { params: { id: viewer.accountId } })
    await t.ctx.db
      .updateTable('accounts')
      .set({ deleted_at: t.ctx.now() })
      .where('id', '=', gone.accountId)
      .execute()
    await t.ctx.bus.idle()
    return { viewer, blocker, gone, ids: [newId(), blocker.accountId, gone.accountId] }
  }

  test('are the same reply on every page of a member, from as many queries', async () => {
    const { viewer, ids } = await three()
    for (const path of [
      '/accounts/:id',
      '/accounts/:id/profile',
      '/accounts/:id/identities',
      '/accounts/:id/photos',
      '/accounts/:id/public-photos',
      '/accounts/:id/feelings',
      '/relations/:id/sharing',
      '/relations/:id/sharing/incoming',
      '/relations/:id/events',
      '/albums?accountId=:id',
    ]) {
      const told: Awaited<ReturnType<typeof asked>>[] = []
      for (const id of ids) {
        told.push(await asked(viewer, 'GET', path.replace(':id', id)))
      }
      expect(told[0]).toMatchObject({ status: 404 })
      expect(told).toEqual([told[0], told[0], told[0]])
    }
  })

  test('are the same reply on every page of an event, from as many queries', async () => {
    const { viewer, blocker } = await three()
    const { id } = (
      await blocker.call(createEvent, {
        body: { title: 'Bal', start_date: new Date(t.ctx.now() + 9e7).toISOString() },
      })
    ).body.event
    await blocker.call(publishEvent, { params: { id }, body: { status: 'published' } })
    // invited before the block
    const { accountId, identityIds } = viewer
    await t.ctx.db
      .insertInto('event_participants')
      .values({ ...(await own(id)), id: newId(), account_id: accountId, status: 'invited' })
      .execute()
    await t.ctx.bus.idle()
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/participants'],
      ['GET', '/rides'],
      ['GET', '/after'],
      ['GET', '/entry-code'],
      ['GET', '/event.ics'],
      ['GET', '/check-organizers-conversation'],
      ['POST', '/subscribe'],
      ['POST', '/start-conversation'],
    ] as const) {
      const told: Awaited<ReturnType<typeof asked>>[] = []
      for (const one of [id, newId()]) {
        const sent = method === 'POST' ? { body: { identity_id: identityIds[0] } } : {}
        told.push(await asked(viewer, method, `/events/${one}${path}`, sent))
      }
      expect(told[0]).toMatchObject({ status: 404 })
      expect(told[1]).toEqual(told[0])
    }
  })

  test('are the same reply on every page of an album, from as many queries', async () => {
    const { viewer, blocker, gone } = await three()
    const ids = [newId()]
    for (const { accountId } of [blocker, gone]) {
      const id = newId()
      await t.ctx.db
        .insertInto('albums')
        .values({ id, account_id: accountId, name: 'Nous', is_public: 1, created_at: t.ctx.now() })
        .execute()
      ids.push(id)
    }
    for (const [method, path] of [
      ['GET', 'media'],
      ['GET', 'access'],
      ['POST', 'access-log'],
    ] as const) {
      const told: Awaited<ReturnType<typeof asked>>[] = []
      for (const id of ids) {
        told.push(await asked(viewer, method, `/albums/${id}/${path}`))
      }
      expect(told[0]).toMatchObject({ status: 404 })
      expect(told).toEqual([told[0], told[0], told[0]])
    }
  })

  test('are refused after the same time where a handle or a code is tried', async () => {
    const { viewer, blocker, gone } = await three()
    const closed = await t.member()
    await closed.call(updatePreferences, { body: { contact: 'nobody' } })
    const { id } = (
      await viewer.call(createEvent, {
        body: { title: 'Bal', start_date: new Date(t.ctx.now() + 9e7).toISOString() },
      })
    ).body.event
    await viewer.call(publishEvent, { params: { id }, body: { status: 'published' } })
    const theirs = (
      await blocker.call(createEvent, {
        body: {
          title: 'Bal',
          start_date: new Date(t.ctx.now() + 9e7).toISOString(),
          slug: 'bal-de-la-bloqueuse',
          access_type: 'open_to_relations',
        },
      })
    ).body.event
    await blocker.call(publishEvent, { params: { id: theirs.id }, body: { status: 'published' } })
    const calls = [
      ...[blocker.handle, gone.handle, closed.handle, 'personne_ici'].flatMap((handle) => [
        () => start(viewer, handle),
        () => viewer.call(inviteToEvent, { params: { id }, body: { account_handle: handle } }),
      ]),
      ...['bal-de-la-bloqueuse', 'aucun-code-pareil'].map(
        (slug) => () => viewer.call(joinBySlug, { body: { slug } }),
      ),
    ]
    for (const call of calls) {
      const begun = performance.now()
      const { body } = await call()
      expect(JSON.stringify(body)).toMatch(/not_reachable|not_found|Aucun membre/)
      expect(performance.now() - begun).toBeGreaterThan(249)
    }
  })
})
