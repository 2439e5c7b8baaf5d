import { expect } from 'vitest'
import * as e from '#contract/events/events'
import { listNews } from '#contract/news'
import * as p from '#contract/events/participants'
import type { Member, TestApp } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'

/** Attacks that combine two rules which each hold alone. */

export let t: TestApp

const soon = (): string => new Date(t.ctx.now() + 9e7).toISOString()

export const evening = async (by: Member, more: Partial<e.EventInput> = {}): Promise<string> => {
  const { body } = await by.call(e.createEvent, {
    body: { title: 'Soirée', start_date: soon(), ...more },
  })
  await by.call(e.publishEvent, { params: { id: body.event.id }, body: { status: 'published' } })
  return body.event.id
}

export const comes = async (lead: Member, id: string, who: Member): Promise<void> => {
  expect(
    (await lead.call(p.inviteToEvent, { params: { id }, body: { account_handle: who.handle } }))
      .body.success,
  ).toBe(true)
  expect((await who.call(e.participateInEvent, { params: { id } })).status).toBe(200)
}

export const read = (who: Member, id: string) => who.call(e.getEvent, { params: { id }, query: {} })

export const newsOf = async (who: Member) => (await who.call(listNews, { query: {} })).body.items

/** Starts what every test of this file shares. */
export const setUp = (): void => {
  t = sharedApp()
}
