import { expect } from 'vitest'
import { type Participation } from '#contract/events/balance'
import * as e from '#contract/events/events'
import * as p from '#contract/events/participants'
import { patiently } from '../../../support/server/patiently'
import type { Member, TestApp } from '../../../support/server/server'
import { sharedApp } from '../../../support/server/shared-app'

export let t: TestApp

const inHours = (h: number): string => new Date(t.ctx.now() + h * 3_600_000).toISOString()

export const make = async (m: Member, patch: Partial<e.EventInput> = {}): Promise<string> => {
  const { status, body } = await m.call(e.createEvent, {
    body: { title: 'Soirée', start_date: inHours(72), end_date: inHours(76), ...patch },
  })
  expect(status, JSON.stringify(body)).toBe(201)
  const { id } = body.event
  await m.call(e.publishEvent, { params: { id }, body: { status: 'published' } })
  return id
}

export const invite = async (m: Member, id: string, ...all: readonly Member[]): Promise<void> => {
  for (const x of all)
    await m.call(p.inviteToEvent, { params: { id }, body: { account_handle: x.handle } })
}

export const join = (m: Member, id: string, body?: Participation) =>
  m.call(e.participateInEvent, { params: { id }, ...(body ? { body } : {}) })

export const quit = (m: Member, id: string) => m.call(e.leaveEvent, { params: { id } })

export const read = async (m: Member, id: string) =>
  (await patiently(() => m.call(e.getEvent, { params: { id } }))).body.event

export const statusOf = async (m: Member, id: string) =>
  (await read(m, id)).user_participation_status

export const change = (m: Member, id: string, body: Partial<e.EventInput>) =>
  m.call(e.updateEvent, { params: { id }, body })

export const couple = (handle: string) => t.member(handle, ['woman', 'man'])

export const setUp = (): void => {
  t = sharedApp()
}
