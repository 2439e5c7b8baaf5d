import { expect, test } from 'vitest'
import { getProfile, saveProfile, type Person } from '#contract/profile/data'
import { report } from '#contract/safety'
import { decideCase, getCase, undoDecision } from '#contract/staff/cases'
import { sharedApp } from '../../support/server/shared-app'
import { person } from '../../support/world/profiles'
import { openDesk, renewToken, staffMember } from '../../support/world/staff'
import { couple, part } from './setup'

const t = sharedApp()

const said = (words: string): Person => person({ description: words, comments: { bdsm: words } })

test('texts of a couple that are given back after one has left it are those of who stayed', async () => {
  const c = await couple(t)
  const saved = await c.anne.call(saveProfile, {
    body: {
      data: {
        location: null,
        description: 'Nous deux',
        person1: said('les mots d’Anne'),
        person2: said('les mots de Paul'),
        couplePractices: {},
        coupleComments: { curieux: 'à deux' },
        contextPractices: {},
        contextComments: { clubs: 'souvent' },
      },
    },
  })
  expect(saved.status).toBe(200)
  const staff = await staffMember(t, 'equipe_des_textes', 'operator')
  await c.friend.call(report, { body: { kind: 'profile', id: c.account, reason: 'harassment' } })
  const { id } = await t.ctx.db
    .selectFrom('cases')
    .where('account_id', '=', c.account)
    .select('id')
    .executeTakeFirstOrThrow()
  const { version } = (await staff.call(getCase, { params: { id } })).body.case.line
  const made = await staff.call(decideCase, {
    params: { id },
    body: { version, measure: 'remove', rule: 'respect', facts: 'Des injures.' },
  })
  expect(made.status).toBe(200)
  const { paul } = await part(t, c)
  await renewToken(t, staff)
  await openDesk(t, staff)
  const [decision] = (await staff.call(getCase, { params: { id } })).body.case.decisions
  const undone = await staff.call(undoDecision, {
    params: { id: decision?.id ?? '' },
    body: { reason: 'Une erreur' },
  })
  expect(undone.status).toBe(200)
  const { data } = (await paul.call(getProfile, { params: { id: c.account } })).body
  expect(data).toMatchObject({
    description: 'Nous deux',
    person1: { description: 'les mots de Paul', comments: { bdsm: 'les mots de Paul' } },
    person2: null,
    coupleComments: {},
    contextComments: { clubs: 'souvent' },
  })
  expect(JSON.stringify(data)).not.toContain('Anne')
})
