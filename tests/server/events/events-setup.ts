import { expect } from 'vitest'
import * as e from '#contract/events/events'
import { listNews } from '#contract/news'
import * as p from '#contract/events/participants'
import { signAccessToken } from '../../../server/plugins/auth'
import type { Member, TestApp } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'

export let t: TestApp

export const HOUR = 3_600_000

export const inHours = (h: number): string => new Date(t.ctx.now() + h * HOUR).toISOString()

export const make = async (
  m: Member,
  patch: Partial<e.EventInput> = {},
  publish = true,
): Promise<string> => {
  const { status, body } = await m.call(e.createEvent, {
    body: { title: 'Dîner au jardin', start_date: inHours(72), end_date: inHours(76), ...patch },
  })
  expect(status, JSON.stringify(body)).toBe(201)
  if (publish)
    expect(
      (
        await m.call(e.publishEvent, {
          params: { id: body.event.id },
          body: { status: 'published' },
        })
      ).status,
    ).toBe(200)
  return body.event.id
}

export const read = (m: Member, id: string) => m.call(e.getEvent, { params: { id } })

export const invite = async (from: Member, id: string, who: Member) =>
  (await from.call(p.inviteToEvent, { params: { id }, body: { account_handle: who.handle } })).body

export const join = (m: Member, id: string) => m.call(e.participateInEvent, { params: { id } })

export const quit = (m: Member, id: string) => m.call(e.leaveEvent, { params: { id } })

export const status = async (m: Member, id: string) =>
  (await read(m, id)).body.event.user_participation_status

export const people = async (m: Member, id: string) =>
  (await m.call(p.listEventParticipants, { params: { id } })).body.participants

export const rowOf = async (lead: Member, id: string, who: Member) =>
  (await people(lead, id)).find((x) => x.account_id === who.accountId) as p.ParticipantRow

export const patch = async (lead: Member, id: string, who: Member, body: object) =>
  lead.call(p.patchParticipant, {
    params: { id },
    body: { participantId: (await rowOf(lead, id, who)).id, ...body },
  })

export const news = async (m: Member) =>
  (await m.call(listNews, { query: {} })).body.items.map((n) => n.newsType)

/** Advances the clock and renews these members' access tokens. */
export const pass = async (hours: number, ...members: Member[]): Promise<void> => {
  t.clock.now += hours * HOUR
  for (const m of members) {
    const claims = JSON.parse(Buffer.from(m.token.split('.')[1] ?? '', 'base64url').toString()) as {
      sid: string
    }
    m.token = await signAccessToken(t.ctx, m.userId, claims.sid)
  }
}

export const ADDRESS = {
  address: '3 impasse des Chênes CNRY',
  lat: 47.913577,
  lng: 1.903456,
  is_public: false,
}

/** Starts what every test of this file shares. */
export const setUp = (): void => {
  t = sharedApp()
}
