import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { sendFeedback } from '#contract/feedback'
import { myComments } from '#contract/moderation'
import { createAccount, createJoinLink } from '#contract/profile/profile'
import {
  answerVouch,
  apply,
  enter,
  listVouches,
  registrationState,
} from '#contract/session/admission'
import { verifyEmail } from '#contract/session/session'
import { register } from '#contract/session/registration'
import { decideCase, getCase, listCases, type CaseKind } from '#contract/staff/cases'
import { saveSettings, type CommunitySettings } from '#contract/staff/community'
import { DISMISSED_DAYS } from '#contract/staff/measures'
import { applyModerationRetention } from '../../../server/moderation/service'
import { emailKey } from '../../../server/session/email-key'
import type { Client, Member } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'
import { staffMember } from '../../support/world/staff'
import { mailsTo, mailTo, newcomer, registration, tokenIn } from '../mailbox'

const t = sharedApp()
let operator: Member
beforeAll(async () => {
  operator = await staffMember(t, 'portier', 'operator')
})
const OPEN = { registration: 'open', newMembersPerDay: 0, invitationsPerMonth: 5 } as const
const settings = async (body: Partial<CommunitySettings>): Promise<void> => {
  expect((await operator.call(saveSettings, { body })).status).toBe(200)
}
afterEach(() => settings(OPEN))

const codeOf = (answer: { body: unknown }): unknown => (answer.body as { code?: string }).code
const DAY = 86_400_000
let n = 0
const account = (client: Client, joinToken?: string) => {
  const handle = `nouvelle_${(n += 1)}`
  return client.call(createAccount, {
    body: {
      account_handle: handle,
      identities: [{ identity_handle: handle, gender: 'woman', is_primary: true }],
      ...(joinToken ? { joinToken } : {}),
    },
  })
}
const linkOf = async (member: Member): Promise<string> =>
  (await member.call(createJoinLink, { body: { kind: 'member' } })).body.link.url
    ?.split('/')
    .at(-1) ?? ''
const stateOf = async (client: Client, joinToken?: string) =>
  (await client.call(enter, { body: joinToken ? { joinToken } : {} })).body.state
/** Registers with a link and opens the mail. */
const arrive = async (email: string, joinToken: string): Promise<Client> => {
  const client = t.client()
  expect((await client.call(register, { body: registration(email, { joinToken }) })).status).toBe(
    202,
  )
  const opened = await client.call(verifyEmail, {
    body: { token: tokenIn(await mailTo(t, email)) },
  })
  client.token = opened.body.token
  return client
}
const openCase = async (kind: CaseKind) => {
  const { cases } = (await operator.call(listCases, { query: { kind } })).body
  const { body } = await operator.call(getCase, { params: { id: cases.at(-1)?.id ?? '' } })
  return body.case
}
const decide = async (
  { line: { id, version } }: { line: { id: string; version: number } },
  body: { measure: 'admit' | 'refuse' | 'answer' | 'dismiss'; facts?: string },
) => operator.call(decideCase, { params: { id }, body: { version, ...body } })

describe('closed registration', () => {
  test('nobody registers, with a link or not; who had confirmed before waits, and the team may let in', async () => {
    await settings({ registration: 'approval' })
    const [before, applied] = [
      await newcomer(t, 'avant-fermeture@exemple.fr'),
      await newcomer(t, 'deja-presentee@exemple.fr'),
    ]
    const words = 'Je viens de la part d’une amie, et je cherche des sorties.'
    await applied.call(apply, { body: { words } })
    await settings({ registration: 'closed' })
    expect((await t.client().call(registrationState)).body.mode).toBe('closed')
    const joinToken = await linkOf(await t.member('porte_close'))
    for (const more of [{}, { joinToken }])
      expect(
        codeOf(await t.client().call(register, { body: registration('porte@exemple.fr', more) })),
      ).toBe('registration_closed')
    expect(await mailsTo(t, 'porte@exemple.fr')).toHaveLength(0)
    expect([await stateOf(before), await stateOf(applied)]).toEqual(['closed', 'waiting'])
    expect(codeOf(await account(before))).toBe('not_admitted')
    expect(codeOf(await before.call(apply, { body: { words } }))).toBe('conflict')
    await decide(await openCase('newcomer'), { measure: 'admit' })
    expect(await stateOf(applied)).toBe('admitted')
  })
})

describe('registration by invitation', () => {
  test('without a link nobody registers; a member’s link lets in, and an account is created', async () => {
    await settings({ registration: 'invitation' })
    expect((await t.client().call(registrationState)).body).toEqual({
      mode: 'invitation',
      full: false,
    })
    const refused = await t.client().call(register, { body: registration('sans-lien@exemple.fr') })
    expect(codeOf(refused)).toBe('invitation_needed')
    const forged = await t.client().call(register, {
      body: registration('faux-lien@exemple.fr', { joinToken: 'x'.repeat(43) }),
    })
    expect(codeOf(forged)).toBe('invitation_needed')
    expect(await mailsTo(t, 'sans-lien@exemple.fr')).toHaveLength(0)
    const inviter = await t.member('marraine')
    const client = await arrive('invitee@exemple.fr', await linkOf(inviter))
    expect(await stateOf(client)).toBe('admitted')
    expect((await account(client)).status).toBe(201)
  })

  test('a link brings as many newcomers as the settings say, in thirty days', async () => {
    await settings({ registration: 'invitation', invitationsPerMonth: 1 })
    const link = await linkOf(await t.member('avare'))
    const first = await arrive('premiere@exemple.fr', link)
    const second = await arrive('seconde@exemple.fr', link)
    expect([await stateOf(first), await stateOf(second)]).toEqual(['admitted', 'invitation'])
    expect(codeOf(await account(second))).toBe('not_admitted')
    // another member's link, with the account
    const other = await linkOf(await t.member('genereuse'))
    expect((await account(second, other)).status).toBe(201)
  })

  test('the link that lets a newcomer in counts, not one before it that had none left', async () => {
    await settings({ registration: 'invitation', invitationsPerMonth: 1 })
    const used = await linkOf(await t.member('epuisee'))
    const inviter = await t.member('suivante')
    const next = await linkOf(inviter)
    const [first, second, third] = [
      await arrive('rang-un@exemple.fr', used),
      await arrive('rang-deux@exemple.fr', used),
      await arrive('rang-trois@exemple.fr', used),
    ]
    expect(await stateOf(first)).toBe('admitted')
    for (const one of [second, third]) expect(await stateOf(one)).toBe('invitation')
    expect([await stateOf(second, next), await stateOf(third, next)]).toEqual([
      'admitted',
      'invitation',
    ])
    const brought = await t.ctx.db
      .selectFrom('users')
      .where('invited_by', '=', inviter.accountId)
      .select('email')
      .execute()
    expect(brought).toEqual([{ email: 'rang-deux@exemple.fr' }])
  })

  test('a user who was not admitted cannot create an account by calling the route', async () => {
    const client = await newcomer(t, 'passe-muraille@exemple.fr')
    await t.ctx.db
      .updateTable('users')
      .set({ admitted_at: null })
      .where('email_key', '=', emailKey(t.ctx, 'passe-muraille@exemple.fr'))
      .execute()
    await settings({ registration: 'approval' })
    expect(codeOf(await account(client))).toBe('not_admitted')
  })
})

describe('a limit of new members a day', () => {
  test('the last place is given once, the next newcomer waits for tomorrow', async () => {
    const today = Number(
      (
        await t.ctx.db
          .selectFrom('users')
          .where('admitted_at', '>', t.ctx.now() - 86_400_000)
          .select((eb) => eb.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    )
    const tokens: string[] = []
    for (const email of ['place-un@exemple.fr', 'place-deux@exemple.fr']) {
      await t.client().call(register, { body: registration(email) })
      tokens.push(tokenIn(await mailTo(t, email)))
    }
    await settings({ newMembersPerDay: today + 1 })
    const clients = await Promise.all(
      tokens.map(async (token) => {
        const client = t.client()
        client.token = (await client.call(verifyEmail, { body: { token } })).body.token
        return client
      }),
    )
    const states = await Promise.all(clients.map((c) => stateOf(c)))
    expect(states.toSorted()).toEqual(['admitted', 'full'])
    expect((await t.client().call(registrationState)).body.full).toBe(true)
    const late = await t.client().call(register, { body: registration('tard@exemple.fr') })
    expect(codeOf(late)).toBe('registration_full')
    await settings({ newMembersPerDay: 0 })
    expect(await Promise.all(clients.map((c) => stateOf(c)))).toEqual(['admitted', 'admitted'])
  })
})

describe('registration with approval', () => {
  const WORDS = 'Nous sommes un couple de Tours, des amis nous ont parlé de vous.'
  const applicant = async (email: string, vouchers: string[] = []): Promise<Client> => {
    const client = await newcomer(t, email)
    await t.ctx.db
      .updateTable('users')
      .set({ admitted_at: null })
      .where('email_key', '=', emailKey(t.ctx, email))
      .execute()
    await settings({ registration: 'approval' })
    expect(await stateOf(client)).toBe('approval')
    expect((await client.call(apply, { body: { words: WORDS, vouchers } })).status).toBe(201)
    return client
  }

  test('the team reads the words, lets in, and the newcomer is told by a neutral mail', async () => {
    const client = await applicant('candidate@exemple.fr')
    expect(await stateOf(client)).toBe('waiting')
    // tried again after a lost reply: the answer of the first time
    expect((await client.call(apply, { body: { words: WORDS } })).status).toBe(201)
    // who names other members must not believe that they were asked
    const other = { words: WORDS, vouchers: ['garant_oublie'] }
    expect((await client.call(apply, { body: other })).status).toBe(409)
    expect((await client.call(apply, { body: { words: `${WORDS} Encore.` } })).status).toBe(409)
    const detail = await openCase('newcomer')
    expect(detail.evidence[0]?.payload).toMatchObject({ words: WORDS, invitedBy: null })
    expect(detail.measures).toEqual(['admit', 'refuse'])
    expect((await decide(detail, { measure: 'admit' })).status).toBe(200)
    expect(await stateOf(client)).toBe('admitted')
    const mail = await mailTo(t, 'candidate@exemple.fr', 2)
    expect(mail.text).toContain('Une réponse à votre inscription vous attend.')
    expect((await account(client)).status).toBe(201)
  })

  test('who is refused reads why, and creates no account', async () => {
    const client = await applicant('refusee@exemple.fr')
    const detail = await openCase('newcomer')
    await decide(detail, { measure: 'refuse', facts: 'Revenez avec un parrain.' })
    expect((await client.call(enter, { body: {} })).body).toEqual({
      state: 'refused',
      answer: 'Revenez avec un parrain.',
    })
    expect(codeOf(await account(client))).toBe('not_admitted')
  })

  test('what a newcomer wrote is emptied 30 days after the answer, in the case as well', async () => {
    const client = await applicant('oubliee@exemple.fr')
    const detail = await openCase('newcomer')
    await decide(detail, { measure: 'refuse', facts: 'Revenez avec un parrain.' })
    const after = async (days: number) => {
      t.clock.now += days * DAY
      await applyModerationRetention(t.ctx)
      t.clock.now -= days * DAY
      const rows = await t.ctx.db.selectFrom('applications').select(['state', 'words']).execute()
      const evidence = await t.ctx.db
        .selectFrom('evidence')
        .where('case_id', '=', detail.line.id)
        .select('payload')
        .executeTakeFirstOrThrow()
      return [rows.filter((r) => r.state === 'refused').some((r) => r.words), evidence.payload]
    }
    expect(await after(DISMISSED_DAYS - 1)).toEqual([true, expect.stringContaining(WORDS)])
    expect(await after(DISMISSED_DAYS + 1)).toEqual([false, null])
    expect(await stateOf(client)).toBe('refused')
  })

  test('two members who vouch at the same moment let in; unknown handles change nothing', async () => {
    const [one, two, three] = [
      await t.member('garant_un'),
      await t.member('garant_deux'),
      await t.member('garant_trois'),
    ]
    const client = await applicant('parrainee@exemple.fr', [
      '@garant_un',
      'garant_deux',
      'inconnu_ici',
    ])
    const asked = (await one.call(listVouches)).body.requests
    expect(asked.map((r) => r.words)).toEqual([WORDS])
    expect((await three.call(listVouches)).body.requests).toEqual([])
    const id = asked[0]?.id ?? ''
    expect((await three.call(answerVouch, { params: { id }, body: { vouch: true } })).status).toBe(
      404,
    )
    const answers = await Promise.all(
      [one, two].map((m) => m.call(answerVouch, { params: { id }, body: { vouch: true } })),
    )
    expect(answers.map((a) => a.status)).toEqual([200, 200])
    // tried again after a lost reply, when the application is closed
    expect((await one.call(answerVouch, { params: { id }, body: { vouch: true } })).status).toBe(
      200,
    )
    expect(await stateOf(client)).toBe('admitted')
    const open = (await operator.call(listCases, { query: { kind: 'newcomer' } })).body.cases
    expect(open).toEqual([])
    const query = { kind: 'newcomer', state: 'decided' } as const
    const [closed] = (await operator.call(listCases, { query })).body.cases
    const { answered } = (await operator.call(getCase, { params: { id: closed?.id ?? '' } })).body
      .case
    expect(answered).toMatchObject({ measure: 'admit', by: null })
    expect((await one.call(answerVouch, { params: { id }, body: { vouch: false } })).status).toBe(
      404,
    )
  })

  test('one yes and one no leave the decision to the team; the link of arrival counts as a yes', async () => {
    const inviter = await t.member('entremetteur')
    const second = await t.member('second_garant')
    const link = await linkOf(inviter)
    await settings({ registration: 'approval' })
    const client = await arrive('recommandee@exemple.fr', link)
    await client.call(apply, {
      body: { words: WORDS, vouchers: ['entremetteur', 'second_garant'] },
    })
    // the inviter is not asked again
    expect((await inviter.call(listVouches)).body.requests).toEqual([])
    const id = (await second.call(listVouches)).body.requests[0]?.id ?? ''
    await second.call(answerVouch, { params: { id }, body: { vouch: false } })
    expect(await stateOf(client)).toBe('waiting')
    const detail = await openCase('newcomer')
    expect(detail.evidence[0]?.payload).toMatchObject({ invitedBy: 'entremetteur' })
    await decide(detail, { measure: 'admit' })
    expect(await stateOf(client)).toBe('admitted')
  })
})

describe('«Un commentaire ?»', () => {
  test('a comment is a case of the last priority; the answer is read by its author alone', async () => {
    const author = await t.member('commentatrice')
    await author.call(sendFeedback, {
      body: { content: 'La carte est belle.', url_path: '/radar' },
    })
    const detail = await openCase('comment')
    expect(detail.line).toMatchObject({ priority: 3, account: { handle: 'commentatrice' } })
    expect(detail.evidence[0]?.payload).toEqual({ text: 'La carte est belle.', path: '/radar' })
    expect(codeOf(await decide(detail, { measure: 'answer' }))).toBe('measure_invalid')
    expect((await decide(detail, { measure: 'answer', facts: 'Merci !' })).status).toBe(200)
    expect((await author.call(myComments)).body.comments).toMatchObject([
      { text: 'La carte est belle.', answer: 'Merci !' },
    ])
    const decisions = await t.ctx.db
      .selectFrom('decisions')
      .where('account_id', '=', author.accountId)
      .select('id')
      .execute()
    expect(decisions).toEqual([])
  })
})
