import { expect } from 'vitest'
import * as e from '#contract/events/events'
import * as p from '#contract/events/participants'
import { newId } from '../../../server/tokens'
import type { Member, TestApp } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'

export let t: TestApp

export const HOUR = 3_600_000

export const ADDRESS = {
  address: '3 impasse des Chênes',
  lat: 47.913577,
  lng: 1.933456,
  is_public: false,
}

export const inHours = (h: number): string => new Date(t.ctx.now() + h * HOUR).toISOString()

export const publish = (m: Member, id: string, status: 'draft' | 'published') =>
  m.call(e.publishEvent, { params: { id }, body: { status } })

export const make = async (
  m: Member,
  more: Partial<e.EventInput> = {},
  published = true,
): Promise<string> => {
  const { status, body } = await m.call(e.createEvent, {
    body: { title: 'Dîner au jardin', start_date: inHours(72), end_date: inHours(76), ...more },
  })
  expect(status, JSON.stringify(body)).toBe(201)
  if (published) expect((await publish(m, body.event.id, 'published')).status).toBe(200)
  return body.event.id
}

export const read = async (m: Member, id: string, query = {}) =>
  (await m.call(e.getEvent, { params: { id }, query })).body.event

export const invite = (m: Member, id: string, who: Member) =>
  m.call(p.inviteToEvent, { params: { id }, body: { account_handle: who.handle } })

export const join = (m: Member, id: string) => m.call(e.participateInEvent, { params: { id } })

export const comes = async (m: Member, id: string, who: Member) => {
  expect((await invite(m, id, who)).body.success).toBe(true)
  expect((await join(who, id)).status).toBe(200)
}

export const people = async (m: Member, id: string) =>
  (await m.call(p.listEventParticipants, { params: { id } })).body.participants

export const rowOf = async (m: Member, id: string, who: Member) =>
  (await people(m, id)).find((x) => x.account_id === who.accountId)?.id ?? ''

export const patch = (m: Member, id: string, participantId: string, body: object) =>
  m.call(p.patchParticipant, { params: { id }, body: { participantId, ...body } })

export const crew = async (...names: string[]) =>
  Promise.all(names.map((n) => t.member(n ? `${n}_${newId().slice(-6)}` : undefined)))

/** Starts what every test of this file shares. */
export const setUp = (): void => {
  t = sharedApp()
}
