import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { addAlbumMedia, createAlbum } from '#contract/albums/albums'
import { createAlbumShare } from '#contract/albums/shares'
import { sendMessage, startConversation } from '#contract/messaging/messages'
import { appealDecision, myDecisions } from '#contract/moderation'
import { report } from '#contract/safety'
import { claimCase, getCase, listCases, undoDecision } from '#contract/staff/cases'
import {
  allowEvidencePhoto,
  exportCase,
  keepEvidence,
  openEvidencePhoto,
} from '#contract/staff/evidence'
import { APPEAL_DAYS, APPEALED_DAYS, HOLD_DAYS } from '#contract/staff/measures'
import { applyModerationRetention } from '../../../server/moderation/service'
import { COMMAND_ACTOR, revokeRole } from '../../../server/staff/team'
import { newId } from '../../../server/tokens'
import { type Member } from '../../support/server/server'
import { notice } from '../../support/world/notice'
import { staffMember } from '../../support/world/staff'
import { picture, upload } from '../../support/world/world'
import {
  setUp,
  t,
  operator,
  moderator,
  DAY,
  RULE,
  codeOf,
  detail,
  decide,
  caseOf,
  reportProfile,
  later,
} from './team-rules-setup'

setUp()

describe('conflicts of interest', () => {
  test('an appeal against what followed from one’s own report, or a relation’s, does not exist', async () => {
    const [reporter, friend] = [
      await staffMember(t, 'a_signale'),
      await staffMember(t, 'ami_de_qui_signale'),
    ]
    await t.relate(reporter, friend)
    const bad = await t.member()
    const id = await reportProfile(reporter, bad)
    expect((await decide(moderator, id, { measure: 'warn', ...RULE })).status).toBe(200)
    const [decision] = (await bad.call(myDecisions, {})).body.decisions
    await bad.call(appealDecision, {
      params: { id: decision?.id ?? '' },
      body: { text: 'Je ne suis pas d’accord.' },
    })
    const appeal = await caseOf(decision?.id ?? '')
    for (const one of [reporter, friend]) {
      expect((await one.call(getCase, { params: { id: appeal } })).status).toBe(404)
      expect((await one.call(claimCase, { params: { id: appeal } })).status).toBe(404)
      expect((await one.call(listCases, {})).body.cases.map((c) => c.id)).not.toContain(appeal)
      const undone = { params: { id: decision?.id ?? '' }, body: { reason: 'par amitié' } }
      expect((await one.call(undoDecision, undone)).status).toBe(404)
    }
    expect((await detail(operator, appeal)).measures).toEqual(['uphold', 'overturn'])
    const slot = await decide(operator, appeal, { measure: 'uphold', facts: 'Le {date}' })
    expect(codeOf(slot)).toBe('measure_invalid')
    for (const one of [reporter, friend]) await revokeRole(t.ctx, COMMAND_ACTOR, one.userId)
  })
})

describe('a photo that two look at', () => {
  const openIt = (who: Member, id: string) =>
    who.call(openEvidencePhoto, {
      params: { id, position: '0' },
      body: { reason: 'Examiner le signalement' },
    })
  const allow = (who: Member, id: string) =>
    who.call(allowEvidencePhoto, { params: { id, position: '0' } })

  /** A photo of a private album, shared with the member who reports it. */
  const privatePhoto = async (reason: 'harassment' | 'minor' = 'harassment') => {
    const [owner, viewer] = [await t.member(), await t.member()]
    await t.relate(owner, viewer)
    const album = (await owner.call(createAlbum, { body: { name: 'À nous' } })).body.album.id
    const media = (await upload(owner, await picture(3))).body.media_id
    await owner.call(addAlbumMedia, { params: { id: album }, body: { mediaIds: [media] } })
    await owner.call(createAlbumShare, {
      body: { album_id: album, account_id: viewer.accountId },
    })
    const sent = await viewer.call(report, { body: { kind: 'photo', id: media, reason } })
    expect(sent.status).toBe(201)
    const id = await caseOf(media)
    const evidence = (await detail(operator, id)).evidence[0]
    return { id, owner, evidence: evidence?.id ?? '' }
  }

  test('of a private album: no bytes until another person allows it, each step in the log', async () => {
    const { id, evidence } = await privatePhoto()
    const [shown] = (await detail(operator, id)).evidence
    expect(shown?.photos).toMatchObject([{ guarded: true, asked: [], allowed: false }])
    expect((await openIt(moderator, evidence)).body).toEqual({ url: null })
    // nobody allows oneself
    expect(codeOf(await allow(moderator, evidence))).toBe('conflict')
    expect((await openIt(moderator, evidence)).body).toEqual({ url: null })
    const seen = (await detail(operator, id)).evidence[0]?.photos[0]
    expect(seen?.asked).toEqual([
      { by: 'second_avis', mine: false, reason: 'Examiner le signalement' },
    ])
    expect((await allow(operator, evidence)).status).toBe(200)
    expect((await openIt(moderator, evidence)).body.url).toMatch(/^data:image\/jpeg;base64,/)
    // who allowed it has not looked
    expect((await openIt(operator, evidence)).body).toEqual({ url: null })
    const acts = await t.ctx.db
      .selectFrom('audit_log')
      .where('target_id', '=', evidence)
      .select(['who', 'act'])
      .orderBy('seq')
      .execute()
    expect(acts.map((a) => `${a.who} ${a.act}`)).toEqual([
      'second_avis evidence.photo_asked',
      'second_avis evidence.photo_asked',
      'conseil evidence.photo_allowed',
      'second_avis evidence.photo_opened',
      'conseil evidence.photo_asked',
    ])
    await later(DAY + 1, async () =>
      expect((await openIt(moderator, evidence)).body).toEqual({ url: null }),
    )
  })

  test('of a case about a minor; alone, a person looks with a reason', async () => {
    const [bad, good] = [await t.member(), await t.member()]
    const { id: talk } = (await good.call(startConversation, { body: { handle: bad.handle } })).body
      .conversation
    const media = (await upload(bad, await picture(5))).body.media_id
    const sent = await bad.call(sendMessage, {
      params: { id: talk },
      body: {
        content: '',
        sender_identity_id: bad.identityIds[0] ?? null,
        client_msg_id: newId(),
        media_ids: [media],
      },
    })
    await good.call(report, { body: { kind: 'message', id: sent.body.id, reason: 'spam' } })
    const id = await caseOf(sent.body.id)
    const evidence = (await detail(operator, id)).evidence[0]?.id ?? ''
    expect((await openIt(moderator, evidence)).body.url).not.toBeNull()
    await good.call(report, { body: { kind: 'message', id: sent.body.id, reason: 'minor' } })
    expect((await openIt(moderator, evidence)).body.url).toBeNull()
    // the operator becomes a party: nobody else is left
    await t.relate(operator, bad)
    expect((await openIt(moderator, evidence)).body.url).not.toBeNull()
  })

  test('a case for an authority: photos that nobody allowed stay, their hash does not', async () => {
    const { id, evidence } = await privatePhoto()
    const body = { reason: 'Réquisition du parquet' }
    expect((await moderator.call(exportCase, { params: { id }, body })).status).toBe(404)
    const take = async () => {
      const answer = await operator.raw('POST', `/api/staff/cases/${id}/export`, { body })
      expect(answer.status).toBe(200)
      return String(answer.body)
    }
    const name = `photos/${evidence}-0.jpg`
    expect(await take()).not.toContain(`${name}PK`)
    await openIt(operator, evidence)
    await allow(moderator, evidence)
    expect((await take()).split(name)).toHaveLength(3)
  })
})

describe('evidence', () => {
  test('is kept for an authority by an operator, and destroyed a year later, in the file too', async () => {
    const [bad, good] = [await t.member(), await t.member()]
    const { id: talk } = (await good.call(startConversation, { body: { handle: bad.handle } })).body
      .conversation
    const sent = await bad.call(sendMessage, {
      params: { id: talk },
      body: {
        content: 'CNRYKEPT des injures',
        sender_identity_id: bad.identityIds[0] ?? null,
        client_msg_id: newId(),
      },
    })
    await good.call(report, { body: { kind: 'message', id: sent.body.id, reason: 'harassment' } })
    const id = await caseOf(sent.body.id)
    const keep = (who: Member, reason: string) =>
      who.call(keepEvidence, { params: { id }, body: { reason } })
    expect((await keep(moderator, 'Réquisition')).status).toBe(404)
    expect((await keep(operator, ' ')).status).toBe(400)
    expect((await keep(operator, 'Réquisition')).status).toBe(200)
    await decide(moderator, id, { measure: 'remove', ...RULE })
    const read = async () => (await detail(moderator, id)).evidence[0]?.payload ?? null
    await later((APPEAL_DAYS - 3) * DAY, async () =>
      expect((await keep(operator, 'Réquisition, suite')).status).toBe(200),
    )
    await later((APPEAL_DAYS + 1) * DAY, async () => {
      await applyModerationRetention(t.ctx)
      expect(await read()).not.toBeNull()
    })
    const raw = await t.ctx.db
      .withoutPlugins()
      .selectFrom('evidence')
      .where('case_id', '=', id)
      .select('payload')
      .executeTakeFirst()
    const stored = () =>
      readdirSync(t.ctx.env.DATA_DIR)
        .filter((f) => f.startsWith('connivence.db'))
        .some((f) =>
          readFileSync(join(t.ctx.env.DATA_DIR, f)).includes(raw?.payload?.slice(0, 40) ?? ''),
        )
    if (existsSync(join(t.ctx.env.DATA_DIR, 'connivence.db'))) expect(stored()).toBe(true)
    await later((APPEAL_DAYS + HOLD_DAYS) * DAY, async () => {
      await applyModerationRetention(t.ctx)
      expect(await read()).toBeNull()
      expect(stored()).toBe(false)
    })
  })

  test('of a case that nobody decides goes after a year', async () => {
    const id = await reportProfile(await t.member(), await t.member())
    await later((APPEALED_DAYS - 1) * DAY, async () => {
      await applyModerationRetention(t.ctx)
      expect((await detail(moderator, id)).evidence[0]?.payload).not.toBeNull()
    })
    await later((APPEALED_DAYS + 1) * DAY, async () => {
      await applyModerationRetention(t.ctx)
      expect((await detail(moderator, id)).evidence[0]?.payload).toBeNull()
    })
  })

  test('the words of every notice are kept, however many came', async () => {
    const target = await t.member('souvent_visee')
    for (let n = 0; n < 7; n += 1)
      await notice(t, { target: target.handle, reason: 'spam', text: `Avis numéro ${n}.` })
    const id = await caseOf(target.accountId)
    const words = (await detail(moderator, id)).evidence
      .filter((e) => e.kind === 'notice')
      .map((e) => e.payload?.['text'])
    expect(words).toHaveLength(7)
  })
})
