import { describe, expect, test } from 'vitest'
import { createEvent, publishEvent } from '#contract/events/events'
import { inviteToEvent } from '#contract/events/participants'
import { deleteMessage } from '#contract/messaging/acts'
import { sendMessage } from '#contract/messaging/messages'
import { appealDecision, myDecisions } from '#contract/moderation'
import { saveProfile } from '#contract/profile/data'
import { setAvatar } from '#contract/profile/profile'
import { report } from '#contract/safety'
import { openEvidencePhoto } from '#contract/staff/evidence'
import { APPEAL_DAYS, DISMISSED_DAYS } from '#contract/staff/measures'
import { purgeAccount } from '../../../../server/life/deletion'
import { applyModerationRetention } from '../../../../server/moderation/service'
import { newId } from '../../../../server/tokens'
import { type Member } from '../../../support/server/server'
import { profile } from '../../../support/world/profiles'
import { picture, upload } from '../../../support/world/world'
import {
  setUp,
  t,
  operator,
  moderator,
  DAY,
  later,
  reported,
  caseOf,
  detail,
  decide,
} from '../cases-setup'

setUp()

describe('evidence', () => {
  test('a reported message is frozen with what the reporter read around it, and outlives everything', async () => {
    const { bad, good, talk, message, id } = await reported()
    const before = (await detail(moderator, id)).evidence
    expect(before).toMatchObject([
      {
        kind: 'message',
        payload: {
          text: 'des injures',
          photos: 1,
          context: [
            { who: 'reporter', text: 'bonsoir', reported: false },
            { who: 'author', text: 'des injures', reported: true },
            { who: 'reporter', text: 'arrêtez', reported: false },
          ],
        },
        photos: [{ position: 0 }],
      },
    ])
    await bad.call(deleteMessage, { params: { id: message } })
    await good.call(sendMessage, {
      params: { id: talk },
      body: { content: 'après', sender_identity_id: null, client_msg_id: newId() },
    })
    await purgeAccount(t.ctx, bad.accountId)
    await purgeAccount(t.ctx, good.accountId)
    const after = await detail(moderator, id)
    expect(after.evidence).toEqual(before)
    expect(after.reports).toMatchObject([{ by: 'Compte supprimé', comment: '' }])
    const opened = await moderator.call(openEvidencePhoto, {
      params: { id: before[0]!.id, position: '0' },
      body: { reason: 'Vérifier ce que montre la photo' },
    })
    expect(opened.body.url).toMatch(/^data:image\/jpeg;base64,/)
    expect((await decide(moderator, id, 'dismiss', {})).status).toBe(200)
  })

  test('a reporter who deleted the account gets nothing of the decision; who else reported does', async () => {
    const { bad, good, id } = await reported()
    const other = await t.member()
    await other.call(report, {
      body: { kind: 'profile', id: bad.accountId, reason: 'spam', comment: '' },
    })
    await good.call(report, {
      body: { kind: 'profile', id: bad.accountId, reason: 'spam', comment: '' },
    })
    await purgeAccount(t.ctx, good.accountId)
    for (const one of [id, await caseOf(bad.accountId)])
      expect((await decide(moderator, one, 'warn')).status).toBe(200)
    await t.ctx.bus.idle()
    const newsOf = (who: Member) =>
      t.ctx.db
        .selectFrom('news')
        .where('account_id', '=', who.accountId)
        .where('news_type', '=', 'moderation_report')
        .select('id')
        .execute()
    expect((await newsOf(other)).length).toBe(1)
    expect(await newsOf(good)).toEqual([])
    const letters = await t.ctx.db
      .selectFrom('letters')
      .where('user_id', '=', good.userId)
      .select('id')
      .execute()
    expect(letters).toEqual([])
    const { decisions } = (await bad.call(myDecisions)).body
    expect(decisions.map((d) => d.measure)).toEqual(['warn', 'warn'])
  })

  test('photos that changed under the same words are frozen too, and harmless versions leave room', async () => {
    const [bad, friend, good] = [await t.member(), await t.member(), await t.member()]
    const says = async (who: Member) =>
      expect(
        (
          await who.call(report, {
            body: { kind: 'profile', id: bad.accountId, reason: 'other', comment: '' },
          })
        ).status,
      ).toBe(201)
    const shows = async (seed: number) => {
      const { media_id } = (await upload(bad, await picture(seed))).body
      await bad.call(setAvatar, { body: { mediaId: media_id } })
    }
    await shows(1)
    await says(friend)
    await says(friend)
    await shows(90)
    await says(good)
    const id = await caseOf(bad.accountId)
    const frozen = async () =>
      (await detail(moderator, id)).evidence.filter((e) => e.kind === 'profile')
    expect((await frozen()).map((e) => e.photos.length)).toEqual([1, 1])
    for (let n = 0; n < 5; n += 1) {
      await bad.call(saveProfile, { body: { data: profile({ description: `Bonsoir ${n}` }) } })
      await says(friend)
    }
    await bad.call(saveProfile, { body: { data: profile({ description: 'des injures' }) } })
    await says(good)
    expect(JSON.stringify((await frozen()).at(-1)?.payload)).toContain('des injures')
  })

  test('of an event it holds all that its organizer writes to members', async () => {
    const [bad, good] = [await t.member(), await t.member()]
    const { body } = await bad.call(createEvent, {
      body: {
        title: 'Soirée',
        description: 'Venez',
        rules: 'des menaces',
        questions: ['des injures ?'],
        start_date: new Date(t.ctx.now() + DAY).toISOString(),
      },
    })
    const { id } = body.event
    await bad.call(publishEvent, { params: { id }, body: { status: 'published' } })
    await bad.call(inviteToEvent, { params: { id }, body: { account_handle: good.handle } })
    await good.call(report, { body: { kind: 'event', id, reason: 'harassment', comment: '' } })
    expect((await detail(moderator, await caseOf(id))).evidence).toMatchObject([
      { payload: { description: 'Venez', rules: 'des menaces', questions: ['des injures ?'] } },
    ])
  })

  test('a photo is shown blurred, and looking at it asks for a reason that the log keeps', async () => {
    const { id } = await reported()
    const { evidence } = await detail(moderator, id)
    const [{ id: evidenceId, photos } = { id: '', photos: [] }] = evidence
    expect(photos[0]?.blurred.length).toBeLessThan(1_500)
    const params = { id: evidenceId, position: '0' as never }
    expect(
      (await moderator.call(openEvidencePhoto, { params, body: { reason: ' ' } })).status,
    ).toBe(400)
    await moderator.call(openEvidencePhoto, { params, body: { reason: 'Regarder le visage' } })
    const entry = await t.ctx.db
      .selectFrom('audit_log')
      .where('act', '=', 'evidence.photo_opened')
      .where('target_id', '=', evidenceId)
      .select('detail')
      .execute()
    expect(entry).toHaveLength(1)
    expect(entry[0]?.detail).toContain('Regarder le visage')
  })

  test('of a dismissed case is destroyed after thirty days', async () => {
    const { id } = await reported()
    await decide(moderator, id, 'dismiss', {})
    const read = async () => (await detail(operator, id)).evidence[0]?.payload ?? null
    await later((DISMISSED_DAYS - 1) * DAY, [], async () => {
      await applyModerationRetention(t.ctx)
      expect(await read()).not.toBeNull()
    })
    await later((DISMISSED_DAYS + 1) * DAY, [], async () => {
      await applyModerationRetention(t.ctx)
      expect(await read()).toBeNull()
      expect((await detail(operator, id)).decisions).toMatchObject([{ measure: 'dismiss' }])
    })
  })

  test('is destroyed six months after the decision, twelve with an appeal', async () => {
    const { bad, id } = await reported()
    await decide(moderator, id, 'warn')
    const [decision] = (await bad.call(myDecisions, {})).body.decisions
    const read = async () => (await detail(operator, id)).evidence[0]?.payload ?? null
    await later((APPEAL_DAYS - 1) * DAY, [bad], async () => {
      await applyModerationRetention(t.ctx)
      expect(await read()).not.toBeNull()
      await bad.call(appealDecision, {
        params: { id: decision?.id ?? '' },
        body: { text: 'Ce n’était pas une injure.' },
      })
      expect((await decide(operator, await caseOf(decision?.id ?? ''), 'uphold')).status).toBe(200)
    })
    await later((APPEAL_DAYS + 30) * DAY, [], async () => {
      await applyModerationRetention(t.ctx)
      expect(await read()).not.toBeNull()
    })
    await later((APPEAL_DAYS + 366) * DAY, [], async () => {
      await applyModerationRetention(t.ctx)
      expect(await read()).toBeNull()
      const photos = await t.ctx.db
        .selectFrom('evidence_photos as p')
        .innerJoin('evidence as e', 'e.id', 'p.evidence_id')
        .where('e.case_id', '=', id)
        .select('p.position')
        .execute()
      expect(photos).toEqual([])
    })
  })
})
