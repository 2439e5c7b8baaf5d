import { expect, test } from 'vitest'
import { myDecisions } from '#contract/moderation'
import { getProfile, saveProfile, type ProfileData } from '#contract/profile/data'
import { report } from '#contract/safety'
import { undoDecision } from '#contract/staff/cases'
import { purgeAccount } from '../../../server/life/deletion'
import type { Member } from '../../support/server/server'
import { person } from '../../support/world/profiles'
import { caseOf, decide, detail, moderator, operator, setUp, t } from '../moderation/cases-setup'

setUp()

const PERSON = { ...full().person1, description: 'Le numéro de Paul', comments: { bdsm: 'Paul' } }
/** Facts, ratings, and a text of each kind. */
function full(): ProfileData {
  const person1 = person({
    birthDate: '1990-05-01',
    smoker: 'occasionnel',
    firstName: 'Nour',
    orientation_femme: 80,
    practices: { bdsm: 40 },
  })
  return {
    location: null,
    description: 'Paul, 06 11 22 33 44',
    person1,
    person2: null,
    couplePractices: {},
    coupleComments: { curieux: 'Paul' },
    contextPractices: { clubs: 60 },
    contextComments: { clubs: 'chez Paul' },
  }
}
const read = async (by: Member, one: Member) =>
  (await by.call(getProfile, { params: { id: one.accountId } })).body
const save = (one: Member, data: ProfileData) => one.call(saveProfile, { body: { data } })

test('the texts of a profile are taken out at once, its facts stay; taken back, they return where nothing was written', async () => {
  const [owner, viewer] = [await t.member(), await t.member()]
  expect((await save(owner, { ...full(), person1: PERSON })).status).toBe(200)
  await viewer.call(report, {
    body: { kind: 'profile', id: owner.accountId, reason: 'non_consensual' },
  })
  const id = await caseOf(owner.accountId)
  await decide(moderator, id, 'remove')
  const hidden = await read(viewer, owner)
  expect(JSON.stringify(hidden)).not.toContain('Paul')
  expect(hidden.data.person1).toMatchObject({ smoker: 'occasionnel', practices: { bdsm: 40 } })
  expect(hidden.data.contextPractices).toEqual({ clubs: 60 })
  // the desk keeps its copy, the member reads what was decided
  expect(JSON.stringify((await detail(operator, id)).evidence)).toContain('06 11 22 33 44')
  expect((await owner.call(myDecisions, {})).body.decisions[0]).toMatchObject({
    measure: 'remove',
    subjectKind: 'profile',
  })
  // other texts may be written at once
  const own = (await read(owner, owner)).data
  expect((await save(owner, { ...full(), ...own, description: 'Bonsoir' })).status).toBe(200)
  expect((await read(viewer, owner)).data.description).toBe('Bonsoir')
  const decision = (await detail(operator, id)).decisions[0]
  await operator.call(undoDecision, {
    params: { id: decision?.id ?? '' },
    body: { reason: 'Paul est d’accord' },
  })
  const back = (await read(viewer, owner)).data
  expect(back.description).toBe('Bonsoir')
  expect(back.person1).toMatchObject({
    description: 'Le numéro de Paul',
    comments: { bdsm: 'Paul' },
    practices: { bdsm: 40 },
  })
  expect(back.contextComments).toEqual({ clubs: 'chez Paul' })
})

test('nothing of a member whose account was deleted comes back', async () => {
  const [owner, viewer] = [await t.member(), await t.member()]
  await save(owner, { ...full(), person1: PERSON })
  await viewer.call(report, {
    body: { kind: 'profile', id: owner.accountId, reason: 'non_consensual' },
  })
  const id = await caseOf(owner.accountId)
  await decide(moderator, id, 'remove')
  await purgeAccount(t.ctx, owner.accountId)
  const decision = (await detail(operator, id)).decisions[0]
  const undone = await operator.call(undoDecision, {
    params: { id: decision?.id ?? '' },
    body: { reason: 'Paul est d’accord' },
  })
  expect(undone.status).toBe(200)
  const rows = await t.ctx.db
    .selectFrom('profiles')
    .where('account_id', '=', owner.accountId)
    .select('account_id')
    .execute()
  expect(rows).toEqual([])
})
