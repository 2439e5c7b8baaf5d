import { beforeAll, expect } from 'vitest'
import { sendMessage, startConversation } from '#contract/messaging/messages'
import { myDecisions } from '#contract/moderation'
import { report, type ReportReason } from '#contract/safety'
import { decideCase, getCase, type CaseDetail } from '#contract/staff/cases'
import { type Measure } from '#contract/staff/measures'
import { newId } from '../../../server/tokens'
import type { Member, TestApp } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'
import { openDesk, renewToken, staffMember } from '../../support/world/staff'
import { picture, upload } from '../../support/world/world'

export let t: TestApp

export let operator: Member

export let moderator: Member

export const DAY = 86_400_000

/** Members whose tokens must be valid at the new time; the desk of the staff is opened again. */
export const later = async <T>(
  ms: number,
  members: readonly Member[],
  work: () => Promise<T>,
): Promise<T> => {
  const renew = async () => {
    for (const one of [operator, moderator, ...members]) await renewToken(t, one)
    for (const one of [operator, moderator]) await openDesk(t, one)
  }
  t.clock.now += ms
  await renew()
  try {
    return await work()
  } finally {
    t.clock.now -= ms
    await renew()
  }
}

export const codeOf = (answer: { body: unknown }): unknown =>
  (answer.body as { code?: string }).code

/** A conversation in which `bad` wrote something with a photo, and `good` reports it. */
export const reported = async (
  reason: 'harassment' | 'minor' | 'spam' = 'harassment',
): Promise<{
  bad: Member
  good: Member
  talk: string
  message: string
  media: string
  id: string
}> => {
  const [bad, good] = [await t.member(), await t.member()]
  const { id: talk } = (await good.call(startConversation, { body: { handle: bad.handle } })).body
    .conversation
  const say = async (who: Member, content: string, media_ids: string[] = []) =>
    (
      await who.call(sendMessage, {
        params: { id: talk },
        body: {
          content,
          sender_identity_id: who.identityIds[0] ?? null,
          client_msg_id: newId(),
          media_ids,
        },
      })
    ).body.id
  await say(good, 'bonsoir')
  const media = (await upload(bad, await picture(7))).body.media_id
  const message = await say(bad, 'des injures', [media])
  await say(good, 'arrêtez')
  expect(
    (await good.call(report, { body: { kind: 'message', id: message, reason, comment: 'Voilà' } }))
      .status,
  ).toBe(201)
  return { bad, good, talk, message, media, id: await caseOf(message) }
}

export const caseOf = async (subjectId: string): Promise<string> =>
  (
    await t.ctx.db
      .selectFrom('cases')
      .where('subject_id', '=', subjectId)
      .orderBy('opened_at', 'desc')
      .select('id')
      .executeTakeFirstOrThrow()
  ).id

export const detail = async (staff: Member, id: string): Promise<CaseDetail> =>
  (await staff.call(getCase, { params: { id } })).body.case

export const RULE = { rule: 'respect', facts: 'Vous avez écrit des injures.' }

export const decide = async (
  staff: Member,
  id: string,
  measure: Measure,
  more: Record<string, unknown> = RULE,
) => {
  const { version } = (await detail(staff, id)).line
  return staff.call(decideCase, { params: { id }, body: { version, measure, ...more } })
}

export const lastDecision = async (who: Member) =>
  (await who.call(myDecisions, {})).body.decisions[0]

/** A member, their avatar, and who has reported it. */
export const reportedPhoto = async (reason: ReportReason) => {
  const [owner, viewer] = [await t.member(), await t.member()]
  const { media_id } = (await upload(owner, await picture(3))).body
  await t.ctx.db
    .updateTable('accounts')
    .set({ avatar_media_id: media_id })
    .where('id', '=', owner.accountId)
    .execute()
  await viewer.call(report, { body: { kind: 'photo', id: media_id, reason } })
  return { owner, viewer, media_id }
}
/** A member whose photo was removed for a reason, the photo, and the decision about it. */
export const removedPhoto = async (reason: ReportReason) => {
  const { owner, media_id } = await reportedPhoto(reason)
  await decide(moderator, await caseOf(media_id), 'remove')
  return { owner, media_id, decision: (await lastDecision(owner))?.id ?? '' }
}

/** Starts what every test of this file shares. */
export const setUp = (): void => {
  t = sharedApp()
  beforeAll(async () => {
    operator = await staffMember(t, 'la_cheffe', 'operator')
    moderator = await staffMember(t, 'le_moderateur')
  })
}
