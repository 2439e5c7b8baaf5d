import { beforeAll } from 'vitest'
import { getAfter } from '#contract/events/after'
import * as e from '#contract/events/events'
import { listNews } from '#contract/news'
import * as p from '#contract/events/participants'
import { afterOpensAt } from '../../../../server/events/after/window'
import type { Member, TestApp } from '../../../support/server/server'
import { sharedApp } from '../../../support/server/shared-app'

export let t: TestApp

export const HOUR = 3_600_000

const DAY = 24 * HOUR

export const make = async (host: Member, ...guests: readonly Member[]): Promise<string> => {
  const at = (h: number) => new Date(t.ctx.now() + h * HOUR).toISOString()
  const { body } = await host.call(e.createEvent, {
    body: { title: 'Velours', start_date: at(72), end_date: at(76) },
  })
  const { id } = body.event
  await host.call(e.publishEvent, { params: { id }, body: { status: 'published' } })
  for (const x of guests) {
    await host.call(p.inviteToEvent, { params: { id }, body: { account_handle: x.handle } })
    await x.call(e.participateInEvent, { params: { id } })
  }
  return id
}

/** Moves the event so that its page opened this many days and one minute ago. */
export const opened = async (id: string, days: number): Promise<void> => {
  const end = t.ctx.now() - days * DAY - 12 * HOUR
  await t.ctx.db
    .updateTable('events')
    .set({ start_at: end - HOUR, end_at: end })
    .where('id', '=', id)
    .execute()
}

export const members = async (n: number): Promise<Member[]> => {
  const all = []
  for (let i = 0; i < n; i++) all.push(await t.member())
  return all
}

export const look = async (m: Member, id: string) =>
  (await m.call(getAfter, { params: { id } })).body

export const namesFor = async (m: Member, id: string) =>
  (await look(m, id)).people.map((x) => x.account_handle)

export const news = async (m: Member, type: string) =>
  (await m.call(listNews, { query: {} })).body.items.filter((n) => n.newsType === type)

export const setUp = (): void => {
  t = sharedApp()
  beforeAll(async () => {
    // one minute past ten in Paris
    const now = t.ctx.now()
    t.clock.now = afterOpensAt({ start_at: now, end_at: now }) + 60_000 - now
  })
}
