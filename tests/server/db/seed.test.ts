import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { getProfile, profileData, type ProfileData } from '#contract/profile/data'
import { mediaUrls } from '#contract/media'
import { foldText } from '../../../server/db/dialect'
import { loadGazetteer } from '../../../server/places/gazetteer'
import { DEMO_LOGINS } from '../../../server/session/demo'
import { setUp, t, all, signIn, handleOf } from './seed-setup'
import { storedProfile } from '../../../server/profile/service'
import './seed-content'

setUp()

describe('members', () => {
  test('about forty, adults, alone and in couples, each with valid handles in a French town', async () => {
    const [accounts, identities, users] = [
      await all('accounts'),
      await all('identities'),
      await all('users'),
    ]
    expect(accounts.length).toBeGreaterThanOrEqual(38)
    expect(accounts.length).toBeLessThanOrEqual(45)
    const people = accounts.map((a) => identities.filter((i) => i.account_id === a.id))
    const count = (...genders: string[]): number =>
      people.filter(
        (p) =>
          p
            .map((i) => i.gender)
            .sort()
            .join() === genders.sort().join(),
      ).length
    expect(count('woman')).toBeGreaterThan(8)
    expect(count('man')).toBeGreaterThan(8)
    expect(count('woman', 'man')).toBeGreaterThan(8)
    expect(people.filter((p) => p.some((i) => i.gender === 'other')).length).toBeGreaterThan(0)
    for (const p of people) expect(p.filter((i) => i.is_primary === 1)).toHaveLength(1)
    for (const { handle, handle_key } of [...accounts, ...identities]) {
      expect(handle).toMatch(/^[a-zA-Z0-9_]{4,30}$/)
      expect(handle_key).toBe(foldText(handle))
    }
    const limit = new Date(t.ctx.now())
    limit.setUTCFullYear(limit.getUTCFullYear() - 18)
    for (const u of users) {
      expect(new Date(u.birth_date) < limit).toBe(true)
      expect(u.email_verified_at).not.toBeNull()
      expect(u.email).toMatch(/^(demo-[123]|membre-\d+)@connivence\.test$/)
    }
    expect(new Set(users.map((u) => u.account_id)).size).toBe(accounts.length)
    for (const a of accounts) expect(a.last_seen_at).toBeLessThanOrEqual(t.ctx.now())
    const avatars = accounts.filter((a) => a.avatar_media_id).length
    expect(avatars / accounts.length).toBeGreaterThan(0.6)
    expect(avatars).toBeLessThan(accounts.length)
  })

  test('profile data has its eight fields, the location nine, a person twelve', async () => {
    for (const account of await all('accounts')) {
      const data = JSON.parse(await storedProfile(t.ctx.db, account)) as Record<
        string,
        Record<string, unknown> | null
      >
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
      expect(Object.keys(data['location'] ?? {}).sort()).toEqual([
        'city',
        'country',
        'department',
        'department_code',
        'formatted_address',
        'lat',
        'lng',
        'place_id',
        'postal_code',
      ])
      expect(data['location']?.['country']).toBe('FR')
      const persons = [data['person1'], data['person2']].filter((p) => p !== null)
      for (const p of persons)
        expect(Object.keys(p ?? {}).sort()).toEqual([
          'birthDate',
          'comments',
          'description',
          'firstName',
          'orientation_autre',
          'orientation_femme',
          'orientation_homme',
          'origine',
          'practices',
          'silhouette',
          'smoker',
          'taille',
        ])
      expect(persons).toHaveLength(
        (
          await t.ctx.db
            .selectFrom('identities')
            .where('account_id', '=', account.id)
            .select('id')
            .execute()
        ).length,
      )
    }
  })

  test('every profile is one that the server itself would have saved; its town is the gazetteer’s', async () => {
    const places = await loadGazetteer()
    for (const account of await all('accounts')) {
      const data = JSON.parse(await storedProfile(t.ctx.db, account)) as ProfileData
      const identities = await t.ctx.db
        .selectFrom('identities')
        .where('account_id', '=', account.id)
        .orderBy('is_primary', 'desc')
        .orderBy('id')
        .selectAll()
        .execute()
      expect(z.parse(z.strictObject(profileData.shape), data)).toEqual(data)
      // first names are stored with the identities
      expect([data.person1.firstName, data.person2?.firstName ?? null]).toEqual([null, null])
      expect(identities.filter((i) => !i.firstname)).toEqual([])
      const place = places.find(data.location?.place_id ?? '')
      expect([data.location?.city, data.location?.lat, data.location?.lng]).toEqual([
        place?.name,
        place?.lat,
        place?.lng,
      ])
      expect(
        `${data.description} ${data.person1.description} ${data.person2?.description}`,
      ).not.toMatch(/[^\s\u00a0] [;:!?]|'/)
    }
    const said = (await all('profiles')).flatMap((p) => {
      const d = JSON.parse(p.data) as ProfileData
      return [d.person1.description, d.person2?.description].filter((x) => x)
    })
    expect(new Set(said).size).toBe(said.length)
    expect(said.length).toBeGreaterThan(30)
  })

  test('a dozen show two or three public photos of their own', async () => {
    const [rows, media] = [
      await all('profile_photos'),
      new Map((await all('media')).map((m) => [m.id, m])),
    ]
    const counts = new Map<string, number>()
    for (const r of rows) {
      expect(media.get(r.media_id)?.account_id).toBe(r.account_id)
      counts.set(r.account_id, (counts.get(r.account_id) ?? 0) + 1)
    }
    expect(counts.size).toBeGreaterThanOrEqual(12)
    expect([...counts.values()].every((n) => n === 2 || n === 3)).toBe(true)
    const nora = await signIn('demo-3@connivence.test')
    const { body } = await nora.call(getProfile, { params: { id: (await handleOf('marc_33')).id } })
    expect(body).toMatchObject({
      photo_count: 3,
      data: {
        location: { city: 'Arcachon' },
        person1: { birthDate: null, firstName: null, age: expect.any(Number) as number },
      },
    })
    expect(
      (
        await nora.call(mediaUrls, {
          body: { items: rows.map((r) => ({ id: r.media_id, variant: 'thumbnail' as const })) },
        })
      ).body.links,
    ).toHaveLength(rows.length)
  })

  test('the three logins open a session and know each other', async () => {
    const signed = await Promise.all(DEMO_LOGINS.map((l) => signIn(l.email)))
    const lea = await handleOf('lea_hugo')
    expect(signed[0]?.accountId).toBe(lea.id)
    const pair = await t.ctx.db
      .selectFrom('identities')
      .where('account_id', '=', lea.id)
      .orderBy('is_primary', 'desc')
      .select(['firstname', 'gender'])
      .execute()
    expect(pair).toEqual([
      { firstname: 'Léa', gender: 'woman' },
      { firstname: 'Hugo', gender: 'man' },
    ])
    const relations = await all('relations')
    for (const a of signed)
      for (const b of signed)
        if (a !== b)
          expect(
            relations.some(
              (r) => r.account_id === a.accountId && r.with_account_id === b.accountId,
            ),
          ).toBe(true)
    // both rows of each relation
    for (const r of relations)
      expect(
        relations.some(
          (o) =>
            o.account_id === r.with_account_id &&
            o.with_account_id === r.account_id &&
            o.created_at === r.created_at,
        ),
      ).toBe(true)
  })
})
