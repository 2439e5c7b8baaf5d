import { describe, expect, test, vi } from 'vitest'
import { ageState, browserAge, startAge } from '#contract/session/age'
import { listNews } from '#contract/news'
import { readEnv } from '../../../server/env'
import { requireTrustFiles } from '../../../server/age/trust'
import { present, TRUST, type Attestation } from '../../support/age/wallet'
import type { Member } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'

const t = sharedApp({ AGE_CHECK: 'openid4vp-av', AGE_TRUST: TRUST })

let n = 0
const started = async (): Promise<{ one: Member; id: string; address: string }> => {
  const one = await t.member(`portefeuille_${(n += 1)}`)
  const { body } = await one.call(startAge)
  return { one, id: body.id, address: body.address }
}
const post = (path: string, vpToken: string) =>
  t.client().raw('POST', path, {
    payload: new URLSearchParams({ vp_token: vpToken, state: 'x' }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
const pathOf = (address: string): string =>
  new URL(new URL(address).searchParams.get('response_uri') ?? '').pathname
const stateOf = async (one: Member, id: string) =>
  (await one.call(ageState, { params: { id } })).body.state

describe('a wallet with the European age attestation', () => {
  test('gets an unsigned request by value; its answer opens the account, once', async () => {
    const { one, id, address } = await started()
    const asked = Object.fromEntries(new URL(address).searchParams)
    expect(asked).toMatchObject({
      response_type: 'vp_token',
      response_mode: 'direct_post',
      client_id: `redirect_uri:${t.ctx.env.publicUrl}/api/auth/age/${id}/wallet`,
      state: id,
    })
    expect(JSON.parse(asked['dcql_query'] ?? '')).toEqual({
      credentials: [
        {
          id: 'age',
          format: 'mso_mdoc',
          meta: { doctype_value: 'eu.europa.ec.av.1' },
          claims: [{ path: ['eu.europa.ec.av.1', 'age_over_18'] }],
        },
      ],
    })
    const token = await present(address)
    expect((await post(pathOf(address), token)).status).toBe(200)
    expect(await stateOf(one, id)).toBe('passed')
    expect((await one.call(listNews, {})).status).toBe(200)
    // replayed
    expect((await post(pathOf(address), token)).status).toBe(400)
    const row = await t.ctx.db
      .selectFrom('users')
      .where('id', '=', one.userId)
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ age_method: 'openid4vp-av' })
    // nothing of what was presented is stored
    const kept = JSON.stringify(
      await t.ctx.db.selectFrom('age_checks').where('id', '=', id).selectAll().execute(),
    )
    expect(kept).not.toContain(JSON.parse(token).age[0].slice(0, 40))
  })

  test('that says «no» opens nothing', async () => {
    const { one, id, address } = await started()
    expect((await post(pathOf(address), await present(address, { over18: false }))).status).toBe(
      200,
    )
    expect(await stateOf(one, id)).toBe('refused')
    expect((await one.call(listNews, {})).status).toBe(403)
  })

  /** With what the verifier says of it; none: found after the verification. */
  const WRONG: Readonly<Record<string, readonly [Attestation, RegExp | null]>> = {
    'an issuer that is not trusted': [{ issuer: 'stranger' }, /Issuer certificate must be valid/],
    'an attestation that has expired': [
      { fromDays: -60, untilDays: -1 },
      /must be valid at the time/,
    ],
    'an attestation of tomorrow': [{ fromDays: 1, untilDays: 30 }, /must be valid at the time/],
    'another document': [{ docType: 'org.iso.18013.5.1.mDL' }, null],
    'another namespace': [{ namespace: 'org.iso.18013.5.1' }, null],
    'a second namespace': [{ extra: true }, null],
    'another claim': [{ claim: 'age_over_16' }, null],
  }
  test.each(Object.keys(WRONG))('is refused: %s', async (name) => {
    const { one, id, address } = await started()
    const warn = vi.spyOn(t.ctx.log, 'warn')
    const [attestation, reason] = WRONG[name] ?? [{}, null]
    expect((await post(pathOf(address), await present(address, attestation))).status).toBe(400)
    const reasons = warn.mock.calls.map(([said]) => (said as { reason?: string }).reason)
    warn.mockRestore()
    if (reason) expect(reasons).toEqual([expect.stringMatching(reason)])
    else expect(reasons).toEqual([])
    expect(await stateOf(one, id)).toBe('waiting')
  })

  test('answers through the browser of the same session, for this origin only', async () => {
    const { one, id, address } = await started()
    const other = await started()
    const { origin } = new URL(t.ctx.env.publicUrl)
    const hand = async (who: Member, vpToken: string) =>
      who.call(browserAge, { params: { id }, body: { vp_token: vpToken } })
    const token = await present(address, {}, { origin })
    expect((await hand(other.one, token)).status).toBe(404)
    expect(
      (await hand(one, await present(address, {}, { origin: 'https://x.example' }))).status,
    ).toBe(400)
    // neither way counts for the other
    expect((await hand(one, await present(address))).status).toBe(400)
    expect((await post(pathOf(address), token)).status).toBe(400)
    expect((await hand(one, token)).body).toEqual({ state: 'passed' })
    expect((await hand(one, token)).status).toBe(400)
  })

  test('is refused with the nonce or address of another request, and with an altered claim', async () => {
    const { one, id, address } = await started()
    const other = await started()
    const otherNonce = new URL(other.address).searchParams.get('nonce') ?? ''
    const altered = (token: string): string => {
      const bytes = Buffer.from(JSON.parse(token).age[0] as string, 'base64url')
      const value = bytes.indexOf(Buffer.from('elementValue')) + 'elementValue'.length
      // CBOR false becomes true
      expect(bytes[value]).toBe(0xf4)
      bytes[value] = 0xf5
      return JSON.stringify({ age: [bytes.toString('base64url')] })
    }
    for (const token of [
      await present(address, {}, { nonce: otherNonce }),
      await present(address, {}, { responseUri: 'https://ailleurs.example/wallet' }),
      await present(other.address),
      altered(await present(address, { over18: false })),
      JSON.stringify({ age: ['AAAA'] }),
      JSON.stringify({ age: [] }),
      'x',
    ])
      expect((await post(pathOf(address), token)).status, token.slice(0, 40)).toBe(400)
    expect((await post(pathOf(address).replace(id, other.one.userId), 'x')).status).toBe(404)
    expect(await stateOf(one, id)).toBe('waiting')
  })
})

test('certificates: a file without one refuses to start, and so does the root of the tests in production', () => {
  const env = (over: Record<string, string>) =>
    readEnv({ NODE_ENV: 'test', AGE_CHECK: 'openid4vp-av', AGE_TRUST: TRUST, ...over })
  expect(() => requireTrustFiles(env({}))).not.toThrow()
  expect(() => requireTrustFiles(env({ AGE_TRUST: 'package.json' }))).toThrow(/AGE_TRUST/)
  expect(() => requireTrustFiles(env({ AGE_TRUST: '/nowhere.pem' }))).toThrow(/AGE_TRUST/)
  expect(() =>
    requireTrustFiles(env({ NODE_ENV: 'production', PUBLIC_URL: 'https://x.example' })),
  ).toThrow(/AGE_TRUST/)
})
