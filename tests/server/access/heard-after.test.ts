import { expect, test } from 'vitest'
import * as e from '#contract/events/events'
import * as p from '#contract/events/participants'
import { block } from '#contract/safety'
import { createRelation } from '../../../server/relations/service'
import type { Member } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'
import { tapPublisher } from '../live-client'

/** What the devices of a guest still hear of an event that they no longer read. */

const t = sharedApp()

interface Evening {
  readonly id: string
  readonly host: Member
  readonly guest: Member
  readonly other: Member
}
const evening = async (): Promise<Evening> => {
  const [host, guest, other] = [await t.member(), await t.member(), await t.member()]
  const now = t.ctx.now()
  for (const who of [guest, other])
    await t.ctx.db
      .transaction()
      .execute((trx) => createRelation(trx, host.accountId, who.accountId, 'link', now))
  const { id } = (
    await host.call(e.createEvent, {
      body: {
        title: 'Soirée',
        start_date: new Date(now + 9e7).toISOString(),
        private_location: { address: '3 impasse des Chênes', lat: 47.9, lng: 1.9 },
      },
    })
  ).body.event
  await host.call(e.publishEvent, { params: { id }, body: { status: 'published' } })
  for (const who of [guest, other]) {
    await host.call(p.inviteToEvent, { params: { id }, body: { account_handle: who.handle } })
    await who.call(e.participateInEvent, { params: { id } })
  }
  return { id, host, guest, other }
}

const remove = async ({ id, host, guest }: Evening) => {
  const { participants } = (await host.call(p.listEventParticipants, { params: { id } })).body
  const participantId = participants.find((x) => x.account_id === guest.accountId)?.id ?? ''
  return host.call(p.patchParticipant, {
    params: { id },
    body: { participantId, status: 'cancelled' },
  })
}
const ENDS: Readonly<Record<string, (w: Evening) => Promise<{ readonly status: number }>>> = {
  'is removed': remove,
  declines: ({ id, guest }) => guest.call(e.leaveEvent, { params: { id } }),
  'is blocked by the host': ({ host, guest }) =>
    host.call(block, { params: { id: guest.accountId } }),
  'blocks the host': ({ host, guest }) => guest.call(block, { params: { id: host.accountId } }),
}
const ACTS: Readonly<Record<string, (w: Evening) => Promise<{ readonly status: number }>>> = {
  'another title': ({ id, host }) =>
    host.call(e.updateEvent, { params: { id }, body: { title: 'Autre' } }),
  'the address is revealed': ({ id, host }) => host.call(e.revealLocation, { params: { id } }),
  'the address is hidden': ({ id, host }) => host.call(e.hideLocation, { params: { id } }),
  'a guest hides': ({ id, other }) =>
    other.call(p.hideMyself, { params: { id }, body: { is_hidden: true } }),
  'back to a draft': ({ id, host }) =>
    host.call(e.publishEvent, { params: { id }, body: { status: 'draft' } }),
  'published again': ({ id, host }) =>
    host.call(e.publishEvent, { params: { id }, body: { status: 'published' } }),
  'a guest leaves': ({ id, other }) => other.call(e.leaveEvent, { params: { id } }),
  'a guest comes again': ({ id, other }) => other.call(e.participateInEvent, { params: { id } }),
  cancelled: ({ id, host }) => host.call(e.cancelEvent, { params: { id } }),
  deleted: ({ id, host }) => host.call(e.deleteEvent, { params: { id } }),
}

test.each(Object.keys(ENDS))(
  'a guest who %s hears nothing more of the event: it might as well be deleted',
  async (name) => {
    const w = await evening()
    expect((await ENDS[name]?.(w))?.status).toBe(200)
    await t.ctx.bus.idle()
    const tap = tapPublisher(t)
    try {
      const to = (who: Member) =>
        tap.events.filter((f) => f.channel === `private-account-${who.accountId}`)
      for (const [what, act] of Object.entries(ACTS)) {
        const { status } = await act(w)
        expect([200, 204], what).toContain(status)
        await t.ctx.bus.idle()
        expect(to(w.guest), what).toEqual([])
      }
      // who comes hears all of it
      const heard = to(w.other).filter((f) => f.name === 'account.event.changed')
      expect(heard.length).toBeGreaterThanOrEqual(Object.keys(ACTS).length - 1)
    } finally {
      tap.stop()
    }
  },
)
