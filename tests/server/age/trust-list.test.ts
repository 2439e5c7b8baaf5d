import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { CompactSign } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startAge } from '#contract/session/age'
import { readEnv } from '../../../server/env'
import { requireTrustFiles } from '../../../server/age/trust'
import { fetchTrustList, LAPSED_DAYS, trustedIssuerCerts } from '../../../server/age/trust-list'
import { present, TRUST } from '../../support/age/wallet'
import { testApp, type TestApp } from '../../support/server/server'

const DAY = 86_400_000
const folder = join(import.meta.dirname, '../../support/age')
const file = (name: string): string => readFileSync(join(folder, name), 'utf8')
const der = (name: string): string => file(name).replace(/-----[^-]+-----|\s/g, '')
const SIGNER = join(folder, 'issuer.pem')

interface Given {
  readonly by?: 'issuer' | 'stranger'
  readonly root?: string
  readonly daysAgo?: number
  readonly nextUpdate?: number
  readonly type?: string
  readonly x5c?: readonly string[]
}
/** A list of one issuer, signed. */
const listOf = ({
  by = 'issuer',
  root = 'root.pem',
  daysAgo = 0,
  nextUpdate,
  type = 'http://uri.etsi.org/19602/SvcType/AV/Issuance',
  x5c,
}: Given = {}): Promise<string> => {
  const list = {
    ListAndSchemeInformation: {
      ListIssueDateTime: new Date(t.ctx.now() - daysAgo * DAY).toISOString(),
      NextUpdate: nextUpdate ? new Date(t.ctx.now() + nextUpdate * DAY).toISOString() : null,
    },
    TrustedEntitiesList: [
      {
        TrustedEntityServices: [
          {
            ServiceInformation: {
              ServiceTypeIdentifier: type,
              ServiceDigitalIdentity: { X509Certificates: [{ val: der(root) }] },
            },
          },
        ],
      },
    ],
  }
  return new CompactSign(new TextEncoder().encode(JSON.stringify({ LoTE: list })))
    .setProtectedHeader({ alg: 'ES256', ...(x5c ? { x5c: [...x5c] } : {}) })
    .sign(createPrivateKey(file(`${by}.key`)))
}

let t: TestApp
let server: Server
let served: string
let status = 200
beforeAll(async () => {
  server = createServer((_, reply) => reply.writeHead(status).end(served))
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  t = await testApp({
    AGE_CHECK: 'openid4vp-av',
    AGE_TRUST_LIST: `http://127.0.0.1:${port}/list`,
    AGE_TRUST_SIGNER: SIGNER,
  })
})
afterAll(async () => {
  await t.close()
  server.close()
})
beforeEach(async () => {
  status = 200
  t.clock.now = 0
  await t.ctx.db.deleteFrom('community_settings').where('name', '=', 'ageTrustList').execute()
})

const fetched = async (given: Given = {}): Promise<number> => {
  served = await listOf(given)
  await fetchTrustList(t.ctx)
  return (await trustedIssuerCerts(t.ctx)).length
}
let n = 0
/** The status of the answer to a wallet that posts a good attestation. */
const proofStatus = async (): Promise<number> => {
  const one = await t.member(`liste_${(n += 1)}`)
  const { address } = (await one.call(startAge)).body
  const uri = new URL(new URL(address).searchParams.get('response_uri') ?? '').pathname
  const reply = await t.client().raw('POST', uri, {
    payload: new URLSearchParams({ vp_token: await present(address), state: 'x' }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  return reply.status
}

test('an attestation counts once the list that names its issuer is fetched', async () => {
  const before = await proofStatus()
  expect(await fetched()).toBe(1)
  const after = await proofStatus()
  expect([before >= 400, after]).toEqual([true, 200])
})

test('also signed by a chain that a pinned certificate issued', async () => {
  expect(await fetched({ x5c: [der('issuer.pem')] })).toBe(1)
})

test('refused: another signer, a chain of its own, changed bytes, expired, without issuers, not there', async () => {
  await fetched()
  const known = await t.ctx.db.selectFrom('community_settings').selectAll().execute()
  const refused = async (given: Given, reason: RegExp): Promise<void> => {
    served = await listOf(given)
    await expect(fetchTrustList(t.ctx)).rejects.toThrow(reason)
  }
  await refused({ by: 'stranger' }, /signature/)
  await refused({ by: 'stranger', x5c: [der('stranger.pem')] }, /signature/)
  await refused({ by: 'stranger', x5c: [der('issuer.pem')] }, /signature/)
  await refused({ nextUpdate: -1 }, /expired/)
  await refused({ type: 'http://uri.etsi.org/19602/SvcType/AV/Revocation' }, /no issuer/)
  const [head, , sign] = (await listOf()).split('.')
  const [, other] = (await listOf({ root: 'stranger.pem' })).split('.')
  served = `${head}.${other}.${sign}`
  await expect(fetchTrustList(t.ctx)).rejects.toThrow(/signature/)
  // a list that was swapped for an older one
  await refused({ daysAgo: 40 }, /older/)
  status = 503
  await expect(fetchTrustList(t.ctx)).rejects.toThrow(/503/)
  expect(await t.ctx.db.selectFrom('community_settings').selectAll().execute()).toEqual(known)
})

test('a list that cannot be renewed counts for 30 days, then no proof is taken', async () => {
  await fetched()
  status = 503
  t.clock.now = (LAPSED_DAYS - 1) * DAY
  expect(await trustedIssuerCerts(t.ctx)).toHaveLength(1)
  t.clock.now = (LAPSED_DAYS + 1) * DAY
  await expect(trustedIssuerCerts(t.ctx)).rejects.toMatchObject({ code: 'age_answer_invalid' })
})

test('the log says that it is stale from the seventh day on, not before', async () => {
  await fetched()
  status = 503
  const errors: unknown[] = []
  const log = { ...t.ctx.log, error: (given: unknown) => void errors.push(given) } as never
  for (const [days, count] of [
    [3, 0],
    [8, 1],
  ] as const) {
    t.clock.now = days * DAY
    await expect(fetchTrustList({ ...t.ctx, log })).rejects.toThrow()
    expect([days, errors.length]).toEqual([days, count])
  }
})

test('a start without the signer, or with a list in the clear in production, is refused', () => {
  const list = 'https://exemple.eu/liste'
  const read = (more: Record<string, string>) =>
    readEnv({ NODE_ENV: 'test', AGE_CHECK: 'openid4vp-av', AGE_TRUST_LIST: list, ...more })
  expect(() => read({})).toThrow(/AGE_TRUST_SIGNER/)
  expect(() => read({ AGE_TRUST_LIST: 'liste', AGE_TRUST_SIGNER: SIGNER })).toThrow(/address/)
  expect(() => requireTrustFiles(read({ AGE_TRUST_SIGNER: '/nowhere.pem' }))).toThrow(
    /AGE_TRUST_SIGNER/,
  )
  expect(() => requireTrustFiles(read({ AGE_TRUST_SIGNER: TRUST }))).not.toThrow()
})
