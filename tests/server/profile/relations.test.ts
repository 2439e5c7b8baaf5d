import { describe, expect, test } from 'vitest'
import {
  createAccount,
  createJoinLink,
  listJoinLinks,
  revokeJoinLink,
} from '#contract/profile/profile'
import { listRelations } from '#contract/relations'
import { listNews } from '#contract/news'
import { me } from '#contract/session/session'
import { followPendingLink } from '../../../server/relations/join-links'
import { createRelation, endRelation } from '../../../server/relations/service'
import { hashSecret, newId } from '../../../server/tokens'
import { type Client, type Member } from '../../support/server/server'
import { tapPublisher } from '../live-client'
import { newcomer } from '../mailbox'
import { setUp, t, newEmail, make, accept, read } from './relations-setup'
import { eventually } from '../../support/eventually'

setUp()

const DAY = 86_400_000
const solo = (handle: string) => ({
  account_handle: handle,
  identities: [{ identity_handle: handle, gender: 'woman' as const, is_primary: true }],
})
const handles = async (client: Client): Promise<string[]> =>
  (await client.call(listRelations, {})).body.relations.map((r) => r.with_account_handle)

describe('links', () => {
  test('a link is shown once, lives 14 days, is listed and can be revoked by its owner only', async () => {
    const [owner, other] = [await t.member('inviteuse'), await t.member('autre_inv')]
    const { body } = await owner.call(createJoinLink, { body: { kind: 'member' } })
    expect(body.link.url).toMatch(/^http:\/\/localhost:8080\/join\/[\w-]{43}$/)
    expect(Date.parse(body.link.expires_at) - Date.parse(body.link.created_at)).toBe(14 * DAY)
    expect((await owner.call(listJoinLinks)).body.links).toEqual([{ ...body.link, url: null }])
    expect((await other.call(listJoinLinks)).body.links).toEqual([])
    expect((await other.call(revokeJoinLink, { params: { id: body.link.id } })).status).toBe(404)
    for (let i = 0; i < 2; i++)
      expect((await owner.call(revokeJoinLink, { params: { id: body.link.id } })).status).toBe(200)
    expect((await owner.call(listJoinLinks)).body.links).toEqual([])
    const stored = await t.ctx.db
      .selectFrom('join_links')
      .where('id', '=', body.link.id)
      .select('token_hash')
      .executeTakeFirst()
    expect(body.link.url).not.toContain(stored?.token_hash)
  })

  test('reading a link returns its kind and the inviter only, and does not consume it', async () => {
    const couple = await t.member('duo_lien', ['woman', 'man'])
    const { token } = await make(couple, 'partner')
    for (let i = 0; i < 3; i++)
      expect((await read(token)).body).toEqual({ kind: 'partner', inviter_handle: 'duo_lien' })
    expect((await t.client().raw('HEAD', `/api/join/${token}`)).status).toBeLessThan(500)
    const joined = await newcomer(t, newEmail(), { joinToken: token })
    expect((await joined.call(me)).body.account?.id).toBe(couple.accountId)
  })

  test('expired, revoked, used, unknown, truncated and blocked links fail alike', async () => {
    const [owner, guest] = [await t.member('motifs', ['woman', 'man']), await t.member('invitee_m')]
    const [revoked, expired, used, blocked] = [
      await make(owner),
      await make(owner),
      await make(owner, 'partner'),
      await make(owner),
    ]
    await owner.call(revokeJoinLink, { params: { id: revoked.id } })
    await t.ctx.db.updateTable('join_links').set({ used_at: 1 }).where('id', '=', used.id).execute()
    await t.ctx.db
      .insertInto('blocks')
      .values({ account_id: owner.accountId, blocked_account_id: guest.accountId, created_at: 1 })
      .execute()
    const unknown = await accept(guest, 'x'.repeat(43))
    expect([unknown.status, unknown.body]).toEqual([
      404,
      { error: 'Ce lien d’invitation n’est plus valable.', code: 'join_link_invalid' },
    ])
    for (const token of [revoked.token, used.token, 'court', '%00']) {
      expect((await read(token)).body, token).toEqual(unknown.body)
      expect((await accept(guest, token)).body, token).toEqual(unknown.body)
    }
    expect((await accept(guest, blocked.token)).body).toEqual(unknown.body)
    t.clock.now += 14 * DAY + 1000
    expect((await read(expired.token)).body).toEqual(unknown.body)
    t.clock.now -= 14 * DAY + 1000
    expect((await read(expired.token)).status).toBe(200)
    expect(await handles(guest)).toEqual([])
  })

  test('a link to an unknown event is refused', async () => {
    const owner = await t.member('sans_sortie')
    for (const event_id of [undefined, newId()])
      expect(
        (
          await owner.call(createJoinLink, {
            body: { kind: 'event', ...(event_id ? { event_id } : {}) },
          })
        ).status,
      ).toBe(404)
  })
})

describe('member links', () => {
  test('a member who follows a link becomes a relation on both sides, once', async () => {
    const [owner, guest] = [await t.member('Zephyr'), await t.member('invitee')]
    const created: unknown[] = []
    t.ctx.bus.on('relation.created', (e) => void created.push(e))
    const { token } = await make(owner)
    const answers = await Promise.all(Array.from({ length: 5 }, () => accept(guest, token)))
    for (const a of answers)
      expect([a.status, a.body]).toEqual([
        200,
        { kind: 'member', account_id: owner.accountId, event_id: null },
      ])
    expect(await handles(guest)).toEqual(['Zephyr'])
    expect(await handles(owner)).toEqual(['invitee'])
    expect(created).toEqual([
      { accountId: guest.accountId, withAccountId: owner.accountId, byLink: true },
    ])
    await t.ctx.bus.idle()
    const { items } = (await owner.call(listNews, { query: {} })).body
    expect(items.map((i) => [i.newsType, i.actorAccountId])).toEqual([
      ['relation_joined', guest.accountId],
    ])
    expect((await guest.call(listNews, { query: {} })).body.items).toEqual([])
    // the link stays valid for others
    expect((await accept(await t.member('seconde'), token)).status).toBe(200)
    expect(await handles(owner)).toEqual(['invitee', 'seconde'])
  })

  test('open pages of both hear of a new relation, whichever way it began', async () => {
    const [owner, guest] = [await t.member('entend_a'), await t.member('entend_b')]
    const { token } = await make(owner)
    await t.ctx.bus.idle()
    const tap = tapPublisher(t)
    await accept(guest, token)
    await t.ctx.bus.idle()
    tap.stop()
    const heard = tap.events.filter((e) => e.name === 'account.relation.updated')
    for (const one of [owner, guest])
      expect(heard.some((e) => e.channel.includes(one.accountId))).toBe(true)
  })

  test('a relation that ends and begins again by a link is one item of news', async () => {
    const [owner, guest] = [await t.member('revient_a'), await t.member('revient_b')]
    const { token } = await make(owner)
    for (let i = 0; i < 2; i++) {
      await accept(guest, token)
      await t.ctx.bus.idle()
      await t.ctx.db
        .transaction()
        .execute((trx) => endRelation(trx, owner.accountId, guest.accountId))
    }
    const { items } = (await owner.call(listNews, { query: {} })).body
    expect(items.filter((i) => i.newsType === 'relation_joined')).toHaveLength(1)
  })

  test('two members who follow each other’s links at the same moment', async () => {
    for (let i = 0; i < 5; i++) {
      const [a, b] = [await t.member(`croise_a${i}`), await t.member(`croise_b${i}`)]
      const [fromA, fromB] = [await make(a), await make(b)]
      const answers = await Promise.all([accept(a, fromB.token), accept(b, fromA.token)])
      expect(answers.map((x) => x.status)).toEqual([200, 200])
      expect([await handles(a), await handles(b)]).toEqual([[b.handle], [a.handle]])
    }
  })

  test('the own link is refused', async () => {
    const owner = await t.member('narcisse')
    expect((await accept(owner, (await make(owner)).token)).body).toMatchObject({
      code: 'own_link',
    })
  })

  test('a new member becomes a relation by the link of the registration or of the onboarding', async () => {
    const owner = await t.member('marraine')
    const { token } = await make(owner)
    const registered = await newcomer(t, newEmail(), { joinToken: token })
    expect((await accept(registered, token)).body).toMatchObject({ code: 'account_required' })
    await registered.call(createAccount, { body: solo('filleule_1') })
    const later = await newcomer(t, newEmail())
    await later.call(createAccount, { body: { ...solo('filleule_2'), joinToken: token } })
    await eventually(async () => expect(await handles(owner)).toEqual(['filleule_1', 'filleule_2']))
    expect(await handles(later)).toEqual(['marraine'])
  })

  /** A guest who registered with a link to an event. */
  const guestOf = async (owner: Member): Promise<Member> => {
    const guest = await t.member()
    const token_hash = hashSecret(newId())
    await t.ctx.db
      .insertInto('join_links')
      .values({
        id: newId(),
        account_id: owner.accountId,
        kind: 'event',
        event_id: 'sortie',
        token_hash,
        created_at: t.ctx.now(),
        expires_at: t.ctx.now() + DAY,
      })
      .execute()
    await t.ctx.db
      .updateTable('users')
      .set({ join_token_hash: token_hash })
      .where('id', '=', guest.userId)
      .execute()
    return guest
  }
  /** Follows it while inviting fails, then twice more. */
  const followedAfter = async (guest: Member, error: Error): Promise<string[]> => {
    const invited: string[] = []
    const failing = { mayInvite: () => Promise.resolve(), invite: () => Promise.reject(error) }
    await expect(followPendingLink(t.ctx, failing, guest)).rejects.toThrow(error.message)
    const events = {
      ...failing,
      invite: (eventId: string) => {
        invited.push(eventId)
        return Promise.resolve()
      },
    }
    for (let i = 0; i < 2; i++) await followPendingLink(t.ctx, events, guest)
    return invited
  }

  test('an invitation that could not be followed to its end is followed by the next attempt, once', async () => {
    const owner = await t.member()
    const guest = await guestOf(owner)
    const away = Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
    expect(await followedAfter(guest, away)).toEqual(['sortie'])
    expect(await handles(guest)).toEqual([owner.handle])
  })

  test('an invitation that cannot be followed is forgotten', async () => {
    const guest = await guestOf(await t.member())
    expect(await followedAfter(guest, new Error('refused'))).toEqual([])
  })

  test('an invalid link does not prevent creating an account', async () => {
    const owner = await t.member('repentie')
    const { id, token } = await make(owner)
    await owner.call(revokeJoinLink, { params: { id } })
    const client = await newcomer(t, newEmail(), { joinToken: token })
    expect(
      (await client.call(createAccount, { body: { ...solo('tant_pis'), joinToken: token } }))
        .status,
    ).toBe(201)
    expect(await handles(client)).toEqual([])
  })
})

describe('relations', () => {
  test('are listed by handle, without the blocked and the deleted, and end on both sides', async () => {
    const member = await t.member('carnet')
    const others = [
      await t.member('Bernard_9'),
      await t.member('alice_77', ['woman', 'man']),
      await t.member('coupee'),
      await t.member('disparue'),
    ]
    for (const o of others)
      await t.ctx.db
        .transaction()
        .execute((trx) =>
          createRelation(trx, member.accountId, o.accountId, 'messages', t.ctx.now()),
        )
    await t.ctx.db
      .insertInto('blocks')
      .values({
        account_id: others[2]?.accountId ?? '',
        blocked_account_id: member.accountId,
        created_at: 1,
      })
      .execute()
    await t.ctx.db
      .updateTable('accounts')
      .set({ deleted_at: 1 })
      .where('id', '=', others[3]?.accountId ?? '')
      .execute()
    const { relations } = (await member.call(listRelations, {})).body
    expect(relations.map((r) => r.with_account_handle)).toEqual(['alice_77', 'Bernard_9'])
    expect(relations[0]).toMatchObject({
      with_account_id: others[1]?.accountId,
      avatar_url: null,
      is_online: false,
      identities: [{ gender: 'woman' }, { gender: 'man' }],
    })
    const end = () =>
      t.ctx.db
        .transaction()
        .execute((trx) => endRelation(trx, others[0]?.accountId ?? '', member.accountId))
    expect([await end(), await end()]).toEqual([
      { relation: true, sharing: false },
      { relation: false, sharing: false },
    ])
    expect(await handles(member)).toEqual(['alice_77'])
    expect(await handles(others[0] as Member)).toEqual([])
  })

  test('making one twice, or with oneself, changes nothing', async () => {
    const [a, b] = [await t.member('une_fois'), await t.member('deux_fois')]
    const relate = (x: string, y: string) =>
      t.ctx.db.transaction().execute((trx) => createRelation(trx, x, y, 'link', 1))
    expect([
      await relate(a.accountId, b.accountId),
      await relate(b.accountId, a.accountId),
      await relate(a.accountId, a.accountId),
    ]).toEqual([true, false, false])
    expect(await handles(a)).toEqual(['deux_fois'])
  })
})
