import { expect, test } from 'vitest'
import * as e from '#contract/events/events'
import * as p from '#contract/events/participants'
import { entryList } from '#contract/events/check-in'
import { block } from '#contract/safety'
import type { Member } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'

const t = sharedApp()

const published = async (host: Member): Promise<string> => {
  const { id } = (
    await host.call(e.createEvent, {
      body: { title: 'Bal', start_date: new Date(t.ctx.now() + 864e5).toISOString() },
    })
  ).body.event
  await host.call(e.publishEvent, { params: { id }, body: { status: 'published' } })
  return id
}
const comes = async (host: Member, id: string, who: Member): Promise<void> => {
  await host.call(p.inviteToEvent, { params: { id }, body: { account_handle: who.handle } })
  expect((await who.call(e.participateInEvent, { params: { id } })).status).toBe(200)
}
const page = (who: Member, id: string, query: { cursor?: string; limit?: number }) =>
  who.call(p.listEventParticipants, { params: { id }, query })
/** All pages of a reader, and the cursors between them. */
const pages = async (who: Member, id: string, limit: number) => {
  const rows: p.ParticipantRow[] = []
  const cursors: string[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { status, body } = await page(who, id, { limit, ...(cursor ? { cursor } : {}) })
    expect(status).toBe(200)
    expect(body.participants.length).toBeLessThanOrEqual(limit)
    // only the last page is shorter: a gap would tell of a block
    if (body.next_cursor !== null) expect(body.participants).toHaveLength(limit)
    rows.push(...body.participants)
    cursor = body.next_cursor
    if (cursor) cursors.push(cursor)
  }
  return { rows, cursors }
}

test('pages of participants hold everyone once, for organizers and for guests', async () => {
  const host = await t.member('pages_hote')
  const id = await published(host)
  const guests = await Promise.all(Array.from({ length: 9 }, (_, i) => t.member(`pages_${i}`)))
  for (const guest of guests) await comes(host, id, guest)
  const [first, second, blocked, gone, asked] = guests as [Member, Member, Member, Member, Member]
  for (const who of [first, second])
    await who.call(p.hideMyself, { params: { id }, body: { is_hidden: true } })
  await blocked.call(block, { params: { id: first.accountId } })
  await t.ctx.db
    .updateTable('accounts')
    .set({ deleted_at: t.ctx.now() })
    .where('id', '=', gone.accountId)
    .execute()
  await asked.call(e.leaveEvent, { params: { id } })
  for (const reader of [host, first, guests[8] as Member]) {
    const whole = (await page(reader, id, {})).body
    expect(whole.next_cursor).toBeNull()
    for (const limit of [1, 2, 3, 7]) {
      const { rows, cursors } = await pages(reader, id, limit)
      expect(rows).toEqual(whole.participants)
      expect(new Set(rows.map((r) => r.id)).size).toBe(rows.length)
      // a cursor holds nothing that its reader was not shown
      const shown = JSON.stringify(rows)
      for (const cursor of cursors) {
        const name = cursor.split('.')[1] ?? ''
        expect(shown).toContain(name)
      }
    }
  }
  const seen = (await pages(host, id, 2)).rows.map((r) => r.account_handle)
  expect(seen).toEqual([8, 7, 6, 5, 4, 2, 1, 0].map((i) => `pages_${i}`).concat('pages_hote'))
  expect((await pages(first, id, 2)).rows.map((r) => r.account_handle)).toEqual([
    'pages_8',
    'pages_7',
    'pages_6',
    'pages_5',
    'pages_0',
    'pages_hote',
    'Pseudo caché',
  ])
  const confirmed = await host.call(p.listEventParticipants, {
    params: { id },
    query: { status: 'accepted', limit: 500 },
  })
  expect(confirmed.body.participants.map((r) => r.account_handle)).not.toContain('pages_4')
})

test('pages of the check-in list hold every confirmed participant once', async () => {
  const host = await t.member('porte_hote')
  const id = await published(host)
  const guests = await Promise.all(Array.from({ length: 5 }, (_, i) => t.member(`porte_${i}`)))
  for (const guest of guests) await comes(host, id, guest)
  await guests[3]?.call(e.leaveEvent, { params: { id } })
  const list = async (query: { cursor?: string; limit?: number }) =>
    (await host.call(entryList, { params: { id }, query })).body
  const whole = await list({})
  expect(whole.next_cursor).toBeNull()
  expect(whole.entries.map((x) => x.handle).sort()).toEqual(
    ['porte_0', 'porte_1', 'porte_2', 'porte_4', 'porte_hote'].sort(),
  )
  for (const limit of [1, 2, 3, 5]) {
    const entries: unknown[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const part = await list({ limit, ...(cursor ? { cursor } : {}) })
      expect(part.entries.length).toBeLessThanOrEqual(limit)
      entries.push(...part.entries)
      cursor = part.next_cursor
    }
    expect(entries).toEqual(whole.entries)
  }
  for (const query of [{ limit: '501' }, { limit: '0' }, { cursor: 'x' }])
    expect(
      (await host.raw('GET', `/api/events/${id}/entries?${new URLSearchParams(query)}`)).status,
    ).toBe(400)
})

test('a cursor of another form is refused', async () => {
  const host = await t.member()
  const id = await published(host)
  for (const cursor of ['x', '1.2', 'hidden.x', "1.' or 1=1"])
    expect((await page(host, id, { cursor })).status).toBe(400)
})

test('an event and a page of its participants ask as many queries with 60 guests as with 3', async () => {
  const host = await t.member()
  const id = await published(host)
  const count = async (): Promise<readonly number[]> => {
    const counted: number[] = []
    for (const ask of [
      () => host.call(e.getEvent, { params: { id }, query: {} }),
      () => page(host, id, { limit: 4 }),
      () => page(host, id, {}),
      () => host.call(entryList, { params: { id }, query: { limit: 4 } }),
    ]) {
      // the server remembers some things for a while: the first call may ask for them again
      await ask()
      counted.push(await t.queriesOf(async () => expect((await ask()).status).toBe(200)))
    }
    return counted
  }
  const join = async (n: number): Promise<void> => {
    for (let i = 0; i < n; i += 1) await comes(host, id, await t.member())
    await t.ctx.bus.idle()
  }
  await join(3)
  const few = await count()
  await join(57)
  expect(await count()).toEqual(few)
  expect((await page(host, id, { limit: 4 })).body.participants).toHaveLength(4)
})

test('counting persons asks as many queries with 30 guests as with 3', async () => {
  const host = await t.member()
  const id = await published(host)
  const [couple, guest] = [await t.member('pages_duo', ['woman', 'man']), await t.member()]
  await comes(host, id, couple)
  await comes(host, id, guest)
  const count = async (counts_persons: boolean, expected: number): Promise<number> => {
    await t.ctx.bus.idle()
    await host.call(e.getEvent, { params: { id }, query: {} })
    return t.queriesOf(async () => {
      const { status, body } = await host.call(e.updateEvent, {
        params: { id },
        body: { counts_persons },
      })
      expect(status).toBe(200)
      expect(body.event.participant_count).toBe(expected)
      await t.ctx.bus.idle()
    })
  }
  const few = await count(true, 4)
  await count(false, 3)
  for (let i = 0; i < 27; i += 1) await comes(host, id, await t.member())
  expect(await count(true, 31)).toBe(few)
})
