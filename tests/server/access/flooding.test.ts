import { describe, expect, test } from 'vitest'
import * as e from '#contract/events/events'
import * as p from '#contract/events/participants'
import { createGroup, setAdmin, updateGroup } from '#contract/messaging/groups'
import type { Member } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'

/** What one member may do only so often, because others read, or the server keeps, each time of it. */
describe('one member floods neither the others nor the server', () => {
  const t = sharedApp({ RATE_FACTOR: '1' })

  /** How many of these calls, one after the other, are not asked to wait. */
  const taken = async (calls: number, call: (n: number) => Promise<{ status: number }>) => {
    let n = 0
    for (; n < calls; n += 1) if ((await call(n)).status === 429) return n
    return n
  }
  const soon = (): string => new Date(t.ctx.now() + 9e7).toISOString()
  const make = async (by: Member): Promise<string> => {
    const { body } = await by.call(e.createEvent, {
      body: { title: 'Soirée', start_date: soon(), access_type: 'open_to_relations' },
    })
    const { id } = body.event
    await by.call(e.publishEvent, { params: { id }, body: { status: 'published' } })
    return id
  }

  test('copies of an event count as new events', async () => {
    const m = await t.member()
    const id = await make(m)
    const copy = () => m.call(e.duplicateEvent, { params: { id }, body: { start_date: soon() } })
    expect(await taken(62, copy)).toBe(59)
  })

  test('an address that is revealed again and again, as each time tells every guest', async () => {
    const m = await t.member()
    const id = await make(m)
    const reveal = () => m.call(e.revealLocation, { params: { id } })
    expect(await taken(62, reveal)).toBe(59)
  })

  test('a discussion: who joins or hides, who gets a role, what a group is called', async () => {
    const [m, other] = [await t.member(), await t.member()]
    await t.relate(m, other)
    const id = await make(m)
    const join = () => other.call(e.participateInEvent, { params: { id } })
    expect(await taken(122, join)).toBe(120)
    const hide = (n: number) =>
      other.call(p.hideMyself, { params: { id }, body: { is_hidden: n % 2 === 0 } })
    expect(await taken(32, hide)).toBe(30)
    const appoint = () =>
      m.call(p.addCoOrganizer, { params: { id }, body: { account_id: other.accountId } })
    expect(await taken(62, appoint)).toBe(60)
    const group = (
      await m.call(createGroup, { body: { title: 'À deux', account_ids: [other.accountId] } })
    ).body.conversation.id
    const change = (n: number) =>
      n % 2 === 0
        ? m.call(updateGroup, { params: { id: group }, body: { title: `Groupe ${n}` } })
        : m.call(setAdmin, {
            params: { id: group },
            body: { account_id: other.accountId, is_admin: n % 4 === 1 },
          })
    expect(await taken(62, change)).toBe(60)
  })
})
