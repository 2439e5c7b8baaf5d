import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getAccount } from '#contract/profile/data'
import {
  COUPLE_PRACTICES,
  CONTEXTS,
  getProfile,
  ORIGINE,
  patchAccount,
  patchAvatar,
  PRACTICES,
  saveProfile,
  setIdentityAvatar,
  SILHOUETTE,
  SMOKER,
  type ProfileData,
} from '#contract/profile/data'
import { startConversation } from '#contract/messaging/messages'
import { saveFeelings } from '#contract/notes'
import { ageOn, completionOf } from '../../../server/profile/data'
import { presentAccounts } from '../../../server/profile/service'
import { newId } from '../../../server/tokens'
import { person, placeInput, profile } from '../../support/world/profiles'
import { testApp, type Member, type TestApp } from '../../support/server/server'
import { picture, upload } from '../../support/world/world'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const save = (m: Member, data: unknown) =>
  m.call(saveProfile, { body: { data: data as ProfileData } })
const look = (m: Member, id: string) => m.call(getProfile, { params: { id } })
const shareNames = (from: Member, to: Member) =>
  t.ctx.db
    .insertInto('sharings')
    .values({
      account_id: from.accountId,
      with_account_id: to.accountId,
      share_names: 1,
      share_events: 0,
      share_all_albums: 0,
      updated_at: t.ctx.now(),
    })
    .execute()
const block = (a: Member, b: Member) =>
  t.ctx.db
    .insertInto('blocks')
    .values({ account_id: a.accountId, blocked_account_id: b.accountId, created_at: t.ctx.now() })
    .execute()

const full = (): ProfileData =>
  profile({
    location: placeInput('69266'),
    description: 'Deux curieux.',
    couplePractices: { melangisme: 80, orgie: 0 },
    coupleComments: { melangisme: 'Avec plaisir' },
    contextPractices: { saunas: null, clubs: 60 },
    contextComments: { clubs: 'Le samedi' },
    person1: person({
      birthDate: '1987-03-14',
      smoker: 'vapoteur',
      silhouette: 'moyenne',
      origine: 'latine',
      taille: '1,70',
      description: 'Rieuse',
      firstName: 'CNRY-Zyqara',
      orientation_femme: 0,
      orientation_homme: 100,
      practices: { bdsm: 20 },
      comments: { bdsm: 'Un peu', orientation_homme: 'Surtout' },
    }),
    person2: person({ birthDate: '1984-09-02', firstName: 'CNRY-Hugo' }),
  })

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

  test('__proto__ in a map is refused and reaches no object', async () => {
    const solo = await t.member('poison')
    const text = JSON.stringify({ data: profile() }).replace(
      '"contextPractices":{}',
      '"contextPractices":{"__proto__":{"clubs":5}}',
    )
    const answer = await solo.raw('POST', '/api/account/profile', {
      payload: text,
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.status).toBe(400)
    expect(({} as Record<string, unknown>)['clubs']).toBeUndefined()
  })

  test('a person under 18 is refused, until the 18th birthday', async () => {
    const solo = await t.member('majeure')
    const day = new Intl.DateTimeFormat('en-CA', {
      timeZone: 'Europe/Paris',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    })
    // the birthday of a leap day in common years
    const years = (iso: string, common: string) =>
      `${Number(iso.slice(0, 4)) - 18}${iso.slice(4) === '-02-29' ? common : iso.slice(4)}`
    const [today, tomorrow] = [
      years(day.format(t.ctx.now()), '-02-28'),
      years(day.format(t.ctx.now() + 86_400_000), '-03-01'),
    ]
    expect(
      (await save(solo, profile({ person1: person({ birthDate: tomorrow }) }))).body,
    ).toMatchObject({ code: 'underage', details: [{ path: 'body.data.person1.birthDate' }] })
    const answer = await save(solo, profile({ person1: person({ birthDate: today }) }))
    expect([answer.status, answer.body.data.person1.age]).toEqual([200, 18])
  })

  test('a place that does not exist is refused', async () => {
    expect(
      (await save(await t.member('nulle_part'), profile({ location: placeInput('99999') }))).body,
    ).toMatchObject({ code: 'place_unknown' })
  })

  test('CORE-134 CORE-144 CORE-146: id-based calls change only the own account', async () => {
    const [own, other] = [await t.member('par_id'), await t.member('par_id_autre')]
    const photo = (await upload(own, await picture(7))).body.media_id
    expect(
      (
        await own.call(patchAccount, {
          params: { id: own.accountId },
          body: { data: profile({ description: 'Par id' }) },
        })
      ).body.data.description,
    ).toBe('Par id')
    expect(
      (await own.call(patchAvatar, { params: { id: own.accountId }, body: { media_id: photo } }))
        .body.account.avatar_url,
    ).toBe(`/api/media/${photo}/url`)
    for (const id of [other.accountId, newId()]) {
      expect(
        (
          await own.call(patchAccount, {
            params: { id },
            body: { data: profile({ description: 'Volé' }) },
          })
        ).body,
      ).toMatchObject({ code: 'not_your_account' })
      expect(
        (await own.call(patchAvatar, { params: { id }, body: { media_id: photo } })).body,
      ).toMatchObject({ code: 'not_your_account' })
    }
    expect((await look(own, other.accountId)).body).toMatchObject({
      account: { avatar_url: null },
      data: { description: null },
    })
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

describe('somebody else’s profile', () => {
  test('CORE-128: an age in whole years that rises on the birthday', () => {
    expect([
      ageOn('1990-11-21', '2026-11-20'),
      ageOn('1990-11-21', '2026-11-21'),
      ageOn('1990-11-21', '2026-11-22'),
      ageOn('2000-02-29', '2027-02-28'),
      ageOn('2000-02-29', '2027-03-01'),
    ]).toEqual([35, 36, 36, 26, 27])
  })

  test('CORE-135 SOC-185: an age, no birth date; first names only where they are shared', async () => {
    const [duo, visitor, friend] = [
      await t.member('duo_visite', ['woman', 'man']),
      await t.member('visiteuse'),
      await t.member('amie_visite'),
    ]
    await save(duo, full())
    await shareNames(duo, friend)
    // sharing is one-way
    await shareNames(visitor, duo)
    const [seen, shared, own] = [
      await look(visitor, duo.accountId),
      await look(friend, duo.accountId),
      await look(duo, duo.accountId),
    ]
    for (const answer of [seen, shared]) {
      expect([answer.body.data.person1.birthDate, answer.body.data.person2?.birthDate]).toEqual([
        null,
        null,
      ])
      expect(answer.body.data.person1.age).toBeGreaterThan(30)
      expect(JSON.stringify(answer.body)).not.toContain('1987-03-14')
    }
    expect(own.body.data.person1.birthDate).toBe('1987-03-14')
    expect(JSON.stringify(seen.body)).not.toContain('CNRY')
    expect(seen.body.account.permissions.canViewFirstNames).toBe(false)
    expect([
      shared.body.account.permissions.canViewFirstNames,
      shared.body.data.person1.firstName,
      shared.body.account.identities.map((i) => i.firstname),
    ]).toEqual([true, 'CNRY-Zyqara', ['CNRY-Zyqara', 'CNRY-Hugo']])
    expect(
      JSON.stringify((await visitor.call(getAccount, { params: { id: duo.accountId } })).body),
    ).not.toContain('CNRY')
    // several accounts at once: each by its own sharing, no blocked ones
    const ids = [duo.accountId, visitor.accountId, friend.accountId]
    const names = async (m: Member) =>
      [...(await presentAccounts(t.ctx, m, ids)).values()]
        .filter((a) => a.permissions.canViewFirstNames)
        .map((a) => a.id)
        .sort()
    expect(await names(friend)).toEqual([duo.accountId, friend.accountId].sort())
    expect(await names(duo)).toEqual([duo.accountId, visitor.accountId].sort())
    await block(duo, friend)
    expect(await names(friend)).toEqual([friend.accountId])
  })

  test('the location is the commune, the same for every viewer', async () => {
    const [duo, visitor] = [
      await t.member('duo_lieu', ['woman', 'man']),
      await t.member('visite_lieu'),
    ]
    await save(duo, full())
    expect((await look(visitor, duo.accountId)).body.data.location).toEqual(
      (await look(duo, duo.accountId)).body.data.location,
    )
  })

  test('404 for blocked (in either direction), deleted and unknown accounts', async () => {
    const [a, b, gone] = [
      await t.member('bloque_a'),
      await t.member('bloque_b'),
      await t.member('partie_profil'),
    ]
    await block(a, b)
    await t.ctx.db
      .updateTable('accounts')
      .set({ deleted_at: 1 })
      .where('id', '=', gone.accountId)
      .execute()
    const unknown = await look(a, newId())
    for (const answer of [
      await look(a, b.accountId),
      await look(b, a.accountId),
      await look(a, gone.accountId),
    ])
      expect([answer.status, answer.body]).toEqual([404, unknown.body])
  })

  test('SOC-021: the relation, whether sharing is possible, and «Oui» with notes or sharing', async () => {
    const [me, other] = [await t.member('entre_moi'), await t.member('entre_autre')]
    const state = async () =>
      (({ has_private, is_relation, may_share, is_blocked, event_count }) => ({
        has_private,
        is_relation,
        may_share,
        is_blocked,
        event_count,
      }))((await look(me, other.accountId)).body)
    const nothing = {
      has_private: false,
      is_relation: false,
      may_share: false,
      is_blocked: false,
      event_count: null,
    }
    expect(await state()).toEqual(nothing)
    await me.call(startConversation, { body: { handle: other.handle } })
    expect(await state()).toEqual({ ...nothing, may_share: true })
    await t.ctx.db
      .insertInto('relations')
      .values(
        [
          [me, other],
          [other, me],
        ].map(([x, y]) => ({
          account_id: x?.accountId ?? '',
          with_account_id: y?.accountId ?? '',
          created_at: 1,
          origin: 'messages' as const,
        })),
      )
      .execute()
    expect(await state()).toEqual({ ...nothing, may_share: true, is_relation: true })
    // notes and shares of the other account are not included
    await shareNames(other, me)
    await other.call(saveFeelings, {
      params: { id: me.accountId },
      body: { global_comment: 'CNRY-note', identity_feelings: {} },
    })
    expect((await state()).has_private).toBe(false)
    await me.call(saveFeelings, {
      params: { id: other.accountId },
      body: { global_comment: 'Charmante', identity_feelings: {} },
    })
    expect((await state()).has_private).toBe(true)
    await me.call(saveFeelings, {
      params: { id: other.accountId },
      body: { global_comment: '', identity_feelings: {} },
    })
    expect((await state()).has_private).toBe(false)
    await shareNames(me, other)
    expect((await state()).has_private).toBe(true)
  })
})

describe('completion', () => {
  test('of 13 parts for one person and 23 for a couple', () => {
    const alone = profile()
    expect(completionOf(alone, false)).toBe(0)
    expect(completionOf(alone, true)).toBe(8)
    const couple = profile({ person2: person() })
    expect(completionOf(couple, true)).toBe(4)
    expect(completionOf({ ...couple, couplePractices: { curieux: 0 } }, false)).toBe(4)
    // a rating of zero counts as rated; null does not
    expect(completionOf({ ...alone, contextPractices: { clubs: null } }, false)).toBe(0)
    expect(completionOf({ ...alone, contextPractices: { clubs: 0 } }, false)).toBe(8)
    const everything = person({
      birthDate: '1990-01-01',
      smoker: 'fumeur',
      silhouette: 'rond',
      taille: '170',
      origine: 'autre',
      description: 'x',
      firstName: 'x',
      orientation_autre: 0,
      practices: { bdsm: 1 },
    })
    expect(
      completionOf(
        profile({
          location: placeInput('75056'),
          description: 'x',
          contextPractices: { clubs: 1 },
          person1: everything,
        }),
        true,
      ),
    ).toBe(100)
    expect(
      completionOf(
        profile({
          location: placeInput('75056'),
          description: 'x',
          contextPractices: { clubs: 1 },
          couplePractices: { orgie: 3 },
          person1: everything,
          person2: everything,
        }),
        true,
      ),
    ).toBe(100)
  })

  test('a first name that a visitor cannot see still counts', async () => {
    const [duo, visitor] = [
      await t.member('duo_taux', ['woman', 'man']),
      await t.member('visite_taux'),
    ]
    await save(duo, full())
    const own = (await look(duo, duo.accountId)).body.completion
    // city, description, contexts, couple practices; 9 of the first person; date and name of the
    // second: 15 of 23
    expect(own).toBe(65)
    expect((await look(visitor, duo.accountId)).body.completion).toBe(own)
  })
})

test('an invalid stored field is empty, the others are unaffected', async () => {
  const solo = await t.member('ancienne')
  await t.ctx.db
    .updateTable('accounts')
    .set({
      data: JSON.stringify({
        description: 'Bonjour',
        person1: { taille: 172, smoker: 'pipe', silhouette: 'mince', practices: { x: 1 } },
        contextPractices: 'rien',
      }),
    })
    .where('id', '=', solo.accountId)
    .execute()
  expect((await look(solo, solo.accountId)).body.data).toMatchObject({
    description: 'Bonjour',
    location: null,
    contextPractices: {},
    person1: { silhouette: 'mince', taille: null, smoker: null, practices: {} },
  })
})
