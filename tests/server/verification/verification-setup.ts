import { beforeAll, expect } from 'vitest'
import { getProfile } from '#contract/profile/data'
import { setAvatar } from '#contract/profile/profile'
import { decideCase } from '#contract/staff/cases'
import type { Measure } from '#contract/staff/measures'
import { ownVerification, startVerification } from '#contract/verification'
import type { Client, Member, TestApp } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'
import { openDesk, renewToken, staffMember } from '../../support/world/staff'
import { picture, sendFile, upload } from '../../support/world/world'

export const DAY = 86_400_000

export let t: TestApp

export let operator: Member

export let moderator: Member

let n = 0

/** A member with a photo as avatar. */
export const member = async (): Promise<Member> => {
  const one = await t.member(`verif_${(n += 1)}`)
  const { body } = await upload(one, await picture(n))
  await one.call(setAvatar, { body: { mediaId: body.media_id } })
  return one
}

export const own = async (one: Member) => (await one.call(ownVerification)).body

export const send = (one: Client, id: string, bytes: Buffer) =>
  sendFile(one, `/api/account/verification/${id}/photo`, bytes)

/** Asks, with a photo; returns the request's id. */
export const ask = async (one: Member): Promise<string> => {
  const { body } = await one.call(startVerification)
  const sent = await send(one, body.id, await picture(99, 640, 480))
  expect(sent.status).toBe(201)
  return body.id
}

export const caseOf = async (requestId: string) =>
  t.ctx.db
    .selectFrom('cases')
    .where('subject_id', '=', requestId)
    .select(['id', 'version', 'state'])
    .executeTakeFirst()

export const decide = async (
  staff: Member,
  requestId: string,
  measure: Measure,
  facts = '',
): Promise<{ status: number; body: unknown }> => {
  const found = await caseOf(requestId)
  return staff.call(decideCase, {
    params: { id: found?.id ?? '' },
    body: { version: found?.version ?? 1, measure, facts },
  })
}

export const badgeOf = async (viewer: Member, of: Member) =>
  (await viewer.call(getProfile, { params: { id: of.accountId } })).body.badge

export const later = async (ms: number, members: readonly Member[], act: () => Promise<void>) => {
  t.clock.now += ms
  for (const one of members) await renewToken(t, one)
  for (const one of [operator, moderator]) {
    await renewToken(t, one)
    await openDesk(t, one)
  }
  try {
    await act()
  } finally {
    t.clock.now -= ms
    for (const one of [...members, operator, moderator]) await renewToken(t, one)
  }
}

export const setUp = (): void => {
  t = sharedApp()
  beforeAll(async () => {
    operator = await staffMember(t, 'tenanciere', 'operator')
    moderator = await staffMember(t, 'veilleur')
  })
}
