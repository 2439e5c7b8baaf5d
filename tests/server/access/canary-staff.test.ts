import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAudit, listTeam, staffMe } from '#contract/staff/access'
import { decideCase, getCase, listCases } from '#contract/staff/cases'
import { staffAccount } from '#contract/staff/accounts'
import { staffFigures } from '#contract/staff/figures'
import { openEvidencePhoto } from '#contract/staff/evidence'
import { instanceState, listAnnouncements, readSettings } from '#contract/staff/community'
import { accountLogins, searchAccounts } from '#contract/staff/members'
import { report } from '#contract/safety'
import { COMMAND_ACTOR, grantRole } from '../../../server/staff/team'
import { createCanaryWorld, type CanaryWorld } from '../../support/world/canary-world'
import { openDesk } from '../../support/world/staff'
import { secretsOf } from './crawl'

let w: CanaryWorld
/** Everything that the routes of the desk answered. */
let texts: string
beforeAll(async () => {
  w = await createCanaryWorld()
  const { confidant, relation, accepted, oneAlbum, stranger, victim } = w.who
  const tell = async (
    who: typeof victim,
    kind: 'message' | 'profile' | 'event' | 'photo',
    id: string,
  ) => expect((await who.call(report, { body: { kind, id, reason: 'other' } })).status).toBe(201)
  await tell(confidant, 'message', w.ids.message)
  await tell(relation, 'profile', victim.accountId)
  await tell(accepted, 'event', w.ids.evening)
  await tell(oneAlbum, 'photo', w.ids.albumPhoto)
  await grantRole(w.t.ctx, COMMAND_ACTOR, stranger.userId, 'operator', 'equipe')
  await openDesk(w.t, stranger)
  const answers: unknown[] = []
  const ask = async (answer: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await answer
    expect(status).toBeLessThan(300)
    answers.push(body)
    return body
  }
  const { cases } = (await stranger.call(listCases, {})).body
  // these four, and a report and a comment that the world begins with
  expect(cases).toHaveLength(6)
  for (const route of [
    staffMe,
    listTeam,
    listCases,
    staffFigures,
    readSettings,
    listAnnouncements,
    instanceState,
  ])
    await ask(stranger.call(route, {}))
  for (const { id } of cases) {
    const { body } = await stranger.call(getCase, { params: { id } })
    answers.push(body)
    for (const { id: evidence, photos } of body.case.evidence)
      for (const { position } of photos)
        await ask(
          stranger.call(openEvidencePhoto, {
            params: { id: evidence, position: String(position) },
            body: { reason: 'Vérification' },
          }),
        )
    await ask(
      stranger.call(decideCase, {
        params: { id },
        body: { version: body.case.line.version, measure: 'dismiss' },
      }),
    )
  }
  await ask(stranger.call(searchAccounts, { query: { q: 'zq' } }))
  for (const member of Object.values(w.who))
    if (member !== stranger) {
      await ask(stranger.call(accountLogins, { params: { id: member.accountId } }))
      await ask(stranger.call(staffAccount, { params: { id: member.accountId } }))
    }
  await ask(stranger.call(listCases, { query: { state: 'decided' } }))
  await ask(stranger.call(listAudit, {}))
  texts = JSON.stringify(answers)
}, 120_000)
afterAll(() => w.t.close())

/**
 * Handles, public profiles, comments of reports, «Un commentaire ?»; the message, event and commune
 * that were reported.
 */
const MAY_SEE = [
  'report',
  'feedback',
  'victim',
  'blocked',
  'concealed',
  'direct',
  'evening',
  'details',
  'albumOne',
]

test('staff see what was reported, and nothing else of a discussion, album, note or address', () => {
  const secrets = secretsOf(w)
  const seen = Object.entries(secrets)
    .filter(([, { texts: marks }]) => marks.some((mark) => texts.includes(mark)))
    .map(([name]) => name)
  expect(seen.filter((name) => !MAY_SEE.includes(name))).toEqual([])
  expect(seen).toContain('direct')
  expect(seen).toContain('details')
})
test('of a reported album photo neither the album nor the name of the file', () => {
  expect(texts).not.toMatch(/Zqalbumun|Zqfichier/)
})
