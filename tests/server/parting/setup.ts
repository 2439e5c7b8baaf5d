import { setLoginIdentity } from '#contract/agreements'
import { createRelation } from '../../../server/relations/service'
import * as m from '#contract/messaging/messages'
import * as p from '#contract/profile/parting'
import { login } from '#contract/session/session'
import type { Member, TestApp } from '../../support/server/server'
import { secondLogin } from '../../support/world/couples'

export const PASSWORD = 'un-bon-mot-de-passe'
export const DAY_MS = 86_400_000
let made = 0

/** A couple of two logins, Anne’s and Paul’s, and a friend of both. */
export const couple = async (t: TestApp) => {
  made += 1
  const anne = await t.member(`duo_${made}`, ['woman', 'man'])
  const paul = await secondLogin(t, anne)
  const friend = await t.member(`amie_${made}`)
  const [anneId = '', paulId = ''] = anne.identityIds
  anne.identity = anneId
  paul.identity = paulId
  await anne.call(setLoginIdentity, { body: { identity_id: anneId } })
  await paul.call(setLoginIdentity, { body: { identity_id: paulId } })
  await t.ctx.db
    .transaction()
    .execute((trx) => createRelation(trx, anne.accountId, friend.accountId, 'link', t.ctx.now()))
  return { anne, paul, friend, anneId, paulId, account: anne.accountId, handle: `seule_${made}` }
}
export type Couple = Awaited<ReturnType<typeof couple>>

export const ask = (
  who: Member,
  body: {
    kind?: p.PartingKind
    password?: string
    handle?: string
    apart?: boolean
    held?: boolean
  },
) => who.call(p.startParting, { body: { kind: 'part', password: PASSWORD, ...body } })

/** Signs in again, after all sessions have ended; with the account and identities of now. */
export const again = async (t: TestApp, who: Member): Promise<Member> => {
  const client = t.client() as Member
  const { body } = await client.call(login, { body: { email: who.email, password: PASSWORD } })
  const user = await t.ctx.db
    .selectFrom('users as u')
    .leftJoin('accounts as a', 'a.id', 'u.account_id')
    .where('u.id', '=', who.userId)
    .select(['u.account_id', 'a.handle'])
    .executeTakeFirstOrThrow()
  const identities = await t.ctx.db
    .selectFrom('identities')
    .where('account_id', '=', user.account_id ?? '')
    .select('id')
    .orderBy('is_primary', 'desc')
    .execute()
  return Object.assign(client, {
    token: (body as { token: string }).token,
    userId: who.userId,
    email: who.email,
    accountId: user.account_id ?? '',
    identityIds: identities.map((i) => i.id),
    handle: user.handle ?? '',
    identity: identities[0]?.id ?? null,
  })
}

export const talkWith = async (a: Member, b: Member): Promise<string> =>
  (
    await a.call(m.startConversation, {
      body: { handle: b.handle },
    })
  ).body.conversation.id

/** Asks as Anne, waits seven days, and signs both in again. */
export const part = async (t: TestApp, c: Couple, more: object = {}) => {
  await ask(c.anne, { handle: c.handle, ...more })
  t.clock.now += 7 * DAY_MS + 1000
  await t.app.jobs.run()
  await t.ctx.bus.idle()
  return { anne: await again(t, c.anne), paul: await again(t, c.paul) }
}
