import { describe, expect, test } from 'vitest'
import {
  COUPLE_PRACTICES,
  CONTEXTS,
  location,
  ORIGINE,
  PRACTICES,
  setIdentityAvatar,
  SILHOUETTE,
  SMOKER,
} from '#contract/profile/data'
import { newId } from '../../../server/tokens'
import { person, profile } from '../../support/world/profiles'
import { type Member } from '../../support/server/server'
import { picture, upload } from '../../support/world/world'
import { setUp, t, save, look, full } from './data-setup'

setUp()

describe('one’s own profile', () => {
  test('CORE-145 CORE-062 CORE-063 CORE-064 CORE-066: saved and returned with every field; the location is looked up by id', async () => {
    const duo = await t.member('duo_profil', ['woman', 'man'])
    const answer = await save(duo, full())
    expect(answer.status).toBe(200)
    expect(answer.body.account.id).toBe(duo.accountId)
    const { data } = (await look(duo, duo.accountId)).body
    expect(data).toEqual(answer.body.data)
    expect(Object.keys(data).sort()).toEqual([
      'contextComments',
      'contextPractices',
      'coupleComments',
      'couplePractices',
      'description',
      'location',
      'person1',
      'person2',
    ])
    expect(data.location).toEqual({
      place_id: '69266',
      city: 'Villeurbanne',
      department: 'Rhône',
      department_code: '69',
      postal_code: '69100',
      country: 'FR',
      lat: expect.closeTo(45.77, 1) as number,
      lng: expect.closeTo(4.88, 1) as number,
      formatted_address: 'Villeurbanne (69100), France',
    })
    expect(data.person1).toMatchObject({ ...full().person1, age: expect.any(Number) as number })
    expect([data.person1.orientation_femme, data.person1.orientation_autre]).toEqual([0, null])
    expect(data.contextPractices).toEqual({ saunas: null, clubs: 60 })
    const { country, ...without } = data.location as NonNullable<typeof data.location>
    expect([country, location.parse(without).country]).toEqual(['FR', 'FR'])
    // nothing that the client sent about the location is stored
    const row = await t.ctx.db
      .selectFrom('accounts')
      .where('id', '=', duo.accountId)
      .select('data')
      .executeTakeFirstOrThrow()
    expect(row.data).not.toMatch(/12\.345678|rue de la Paix|Nulle part/)
  })

  test('first names are copied to the identities, the primary first; blank texts become null', async () => {
    const duo = await t.member('duo_prenoms', ['man', 'woman'])
    await save(
      duo,
      profile({
        description: '   ',
        person1: person({ firstName: '  Paul ' }),
        person2: person({ firstName: 'Inès', taille: ' ' }),
      }),
    )
    const { account, data } = (await look(duo, duo.accountId)).body
    expect(account.identities.map((i) => [i.is_primary, i.firstname])).toEqual([
      [true, 'Paul'],
      [false, 'Inès'],
    ])
    expect([data.description, data.person2?.taille]).toEqual([null, null])
    await save(duo, profile({ person1: person({ firstName: '' }) }))
    expect(
      (await look(duo, duo.accountId)).body.account.identities.map((i) => i.firstname),
    ).toEqual([null, null])
  })

  test('a couple always has a second person, a single account never', async () => {
    const [duo, solo] = [
      await t.member('duo_second', ['woman', 'man']),
      await t.member('solo_second'),
    ]
    expect((await look(duo, duo.accountId)).body.data.person2).toMatchObject(person())
    expect((await save(duo, profile())).body.data.person2).toMatchObject(person())
    expect((await look(solo, solo.accountId)).body.data.person2).toBeNull()
    const refused = await save(solo, profile({ person2: person() }))
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { code: 'invalid_payload', details: [{ path: 'body.data.person2' }] },
    ])
  })

  test.each([
    [
      'CORE-066 CORE-102: a rating above 100',
      profile({ person1: person({ orientation_femme: 101 }) }),
    ],
    ['CORE-066: a rating below 0', profile({ person1: person({ orientation_homme: -1 }) })],
    ['CORE-066: half a point', profile({ contextPractices: { clubs: 50.5 } })],
    ['CORE-067: another smoker', { ...profile(), person1: { ...person(), smoker: 'cigare' } }],
    [
      'CORE-068: another silhouette',
      { ...profile(), person1: { ...person(), silhouette: 'grand' } },
    ],
    ['CORE-069: another origin', { ...profile(), person1: { ...person(), origine: 'martien' } }],
    ['CORE-070: another couple practice', { ...profile(), couplePractices: { tango: 50 } }],
    ['CORE-071: another context', { ...profile(), contextPractices: { plage: 50 } }],
    [
      'CORE-072: another practice',
      { ...profile(), person1: { ...person(), practices: { melangisme: 50 } } },
    ],
    [
      'a comment on something else',
      { ...profile(), person1: { ...person(), comments: { constructor: 'x' } } },
    ],
    ['a practice named constructor', { ...profile(), contextPractices: { constructor: 50 } }],
    ['CORE-064: a date that is none', profile({ person1: person({ birthDate: '1990-02-30' }) })],
    ['CORE-064: a date in another form', profile({ person1: person({ birthDate: '14/03/1990' }) })],
    ['a birth 200 years ago', profile({ person1: person({ birthDate: '1820-01-01' }) })],
    ['a text that is too long', profile({ description: 'x'.repeat(2001) })],
  ])('refused: %s', async (_what, data) => {
    const solo = await t.member(`refus_${newId().slice(-8)}`)
    const answer = await save(solo, data)
    expect([answer.status, answer.body]).toMatchObject([400, { code: 'invalid_payload' }])
    expect((await look(solo, solo.accountId)).body.data).toMatchObject(profile())
  })

  test('CORE-067 CORE-068 CORE-069 CORE-070 CORE-071 CORE-072: every value of the lists is taken', async () => {
    const duo = await t.member('duo_listes', ['woman', 'man'])
    const each = (keys: readonly string[]) => Object.fromEntries(keys.map((k, i) => [k, i * 10]))
    const lists = [SMOKER, SILHOUETTE, ORIGINE].map((l) => l.length)
    for (let i = 0; i < Math.max(...lists); i += 1) {
      const one = {
        smoker: SMOKER[i % SMOKER.length] ?? null,
        silhouette: SILHOUETTE[i % SILHOUETTE.length] ?? null,
        origine: ORIGINE[i % ORIGINE.length] ?? null,
        practices: each(PRACTICES),
      }
      const answer = await save(
        duo,
        profile({
          person1: person(one),
          person2: person(one),
          couplePractices: each(COUPLE_PRACTICES),
          contextPractices: each(CONTEXTS),
        }),
      )
      expect(answer.body.data).toMatchObject({
        person1: one,
        couplePractices: each(COUPLE_PRACTICES),
        contextPractices: each(CONTEXTS),
      })
    }
    expect(
      [SMOKER, SILHOUETTE, ORIGINE, COUPLE_PRACTICES, CONTEXTS, PRACTICES].map((l) => l.join(' ')),
    ).toEqual([
      'non-fumeur occasionnel vapoteur fumeur',
      'mince athletique moyenne rondeurs rond',
      'caucasien africain arabe asiatique latine autre',
      'curieux cote_a_cote melangisme echangisme deux_plus_deux pluralite orgie',
      'soirees_privees soirees_multi clubs saunas hotels a_domicile a_exterieur en_exterieur',
      'embrasse_hors_couple contact_hors_couple rapports_hors_couple candaulisme_acteur candaulisme_observateur bdsm plans_solo',
    ])
  })

  test('each identity has its own photo; another member’s photo or identity is refused', async () => {
    const [duo, other] = [
      await t.member('duo_portraits', ['woman', 'man']),
      await t.member('autre_portrait'),
    ]
    const [mine, theirs] = [
      (await upload(duo, await picture(8))).body.media_id,
      (await upload(other, await picture(9))).body.media_id,
    ]
    const set = (m: Member, id: string, mediaId: string | null) =>
      m.call(setIdentityAvatar, { params: { id }, body: { mediaId } })
    const [first = '', second = ''] = duo.identityIds
    expect((await set(duo, second, mine)).body.account.identities.map((i) => i.avatar_url)).toEqual(
      [null, `/api/media/${mine}/url`],
    )
    expect((await set(duo, first, theirs)).body).toMatchObject({ code: 'media_not_yours' })
    expect((await set(other, first, theirs)).body).toMatchObject({ code: 'foreign_identity' })
    expect((await set(duo, second, null)).body.account.identities.map((i) => i.avatar_url)).toEqual(
      [null, null],
    )
  })
})
