import { X509Certificate } from 'node:crypto'
import { compactVerify, decodeProtectedHeader } from 'jose'
import * as z from 'zod/mini'
import { DAY_MS } from '#contract/limits'
import type { Ctx } from '../context'
import { fail } from '../fail'
import { isTrustedChain } from './adapters/mdoc-crypto'
import { parseCertificates } from './trust'

/** A list that was not renewed for this long is reported; later no proof is taken. */
const STALE_DAYS = 7
export const LAPSED_DAYS = 30
const TIMEOUT_MS = 20_000
const BYTES_MAX = 5_000_000
/** Row of `community_settings`; not one of the settings that operators change. */
const NAME = 'ageTrustList'
const ALGORITHMS = ['ES256', 'ES384', 'PS256', 'RS256']

/** What is read of an ETSI TS 119 602 list of trusted entities (JSON). */
const listSchema = z.object({
  ListAndSchemeInformation: z.object({
    ListIssueDateTime: z.optional(z.string()),
    ListIssueDatetime: z.optional(z.string()),
    NextUpdate: z.optional(z.nullable(z.string())),
  }),
  TrustedEntitiesList: z.array(
    z.object({
      TrustedEntityServices: z.array(
        z.object({
          ServiceInformation: z.object({
            ServiceTypeIdentifier: z.optional(z.string()),
            ServiceDigitalIdentity: z.optional(
              z.object({ X509Certificates: z.optional(z.array(z.object({ val: z.string() }))) }),
            ),
          }),
        }),
      ),
    }),
  ),
})
const storedSchema = z.object({
  fetchedAt: z.number(),
  issuedAt: z.number(),
  /** DER, base64. */
  certificates: z.array(z.string()),
})
type Stored = z.infer<typeof storedSchema>

/** Services that revoke or publish, instead of issuing, end so. */
const isIssuing = (type: string | undefined): boolean => !type || !/\/Revocation$/i.test(type)

const storedList = async ({ db }: Pick<Ctx, 'db'>): Promise<Stored | null> => {
  const row = await db
    .selectFrom('community_settings')
    .where('name', '=', NAME)
    .select('value')
    .executeTakeFirst()
  const parsed = row ? z.safeParse(storedSchema, JSON.parse(row.value)) : null
  return parsed?.success ? parsed.data : null
}

/** The key of the signature: of a pinned certificate, or of a chain (`x5c`) that one of them issued. */
const keysFor = (jws: string, signers: readonly Uint8Array[], now: number) => {
  const { x5c } = decodeProtectedHeader(jws)
  if (!Array.isArray(x5c) || x5c.length === 0)
    return signers
      .filter((der) => isTrustedChain([der], [der], new Date(now)))
      .map((der) => new X509Certificate(der).publicKey)
  const chain = x5c.map((one) => Buffer.from(one, 'base64'))
  const [leaf] = chain
  return leaf && isTrustedChain(chain, signers, new Date(now))
    ? [new X509Certificate(leaf).publicKey]
    : []
}

/** Checks a signed list and reads its issuers. Throws with the reason. */
const readTrustList = async (
  jws: string,
  signers: readonly Uint8Array[],
  now: number,
): Promise<Omit<Stored, 'fetchedAt'>> => {
  let payload: Uint8Array | null = null
  for (const key of keysFor(jws, signers, now))
    payload ??= await compactVerify(jws, key, { algorithms: ALGORITHMS }).then(
      (verified) => verified.payload,
      () => null,
    )
  if (!payload) throw new Error('its signature is not of AGE_TRUST_SIGNER')
  const claims = JSON.parse(Buffer.from(payload).toString()) as Record<string, unknown>
  const { ListAndSchemeInformation: about, TrustedEntitiesList: entities } = z.parse(
    listSchema,
    claims['LoTE'] ?? claims,
  )
  const issuedAt = Date.parse(about.ListIssueDateTime ?? about.ListIssueDatetime ?? '')
  if (Number.isNaN(issuedAt)) throw new Error('it says no date')
  if (about.NextUpdate && Date.parse(about.NextUpdate) < now) throw new Error('it has expired')
  const certificates = entities
    .flatMap((one) => one.TrustedEntityServices)
    .map((service) => service.ServiceInformation)
    .filter((service) => isIssuing(service.ServiceTypeIdentifier))
    .flatMap((service) => service.ServiceDigitalIdentity?.X509Certificates ?? [])
    .map(({ val }) => new X509Certificate(Buffer.from(val, 'base64')).raw.toString('base64'))
  if (certificates.length === 0) throw new Error('it names no issuer')
  return { issuedAt, certificates }
}

const download = async (url: string): Promise<string> => {
  const reply = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!reply.ok) throw new Error(`the answer was ${reply.status}`)
  const text = await reply.text()
  if (text.length > BYTES_MAX) throw new Error('it is too long')
  return text.trim()
}

/**
 * Once a day: fetches the list of trusted issuers, and keeps it when its signature is good and it is
 * not older than the one before. Throws otherwise: the job is then shown as failed.
 */
export const fetchTrustList = async (ctx: Ctx): Promise<void> => {
  const { AGE_CHECK, AGE_TRUST_LIST, AGE_TRUST_SIGNER } = ctx.env
  if (AGE_CHECK !== 'openid4vp-av' || !AGE_TRUST_LIST) return
  const now = ctx.now()
  const known = await storedList(ctx)
  try {
    const signers = parseCertificates(AGE_TRUST_SIGNER)
    const list = await readTrustList(await download(AGE_TRUST_LIST), signers, now)
    if (known && list.issuedAt < known.issuedAt) throw new Error('it is older than the one before')
    const row = {
      value: JSON.stringify({ ...list, fetchedAt: now } satisfies Stored),
      changed_by: 'fetchTrustList',
      changed_at: now,
    }
    await ctx.db
      .insertInto('community_settings')
      .values({ name: NAME, ...row })
      .onConflict((c) => c.column('name').doUpdateSet(row))
      .execute()
  } catch (error) {
    const days = known ? Math.floor((now - known.fetchedAt) / DAY_MS) : null
    if (days === null || days >= STALE_DAYS)
      ctx.log.error({ days }, 'the list of trusted issuers of age attestations is out of date')
    throw new Error(`the list of trusted issuers was refused: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

/**
 * Certificates (DER) of issuers whose attestations count now. Fails with `age_answer_invalid` when
 * the list was not renewed for 30 days, or never fetched.
 */
export const trustedIssuerCerts = async (
  ctx: Pick<Ctx, 'db' | 'env' | 'now'>,
): Promise<Uint8Array[]> => {
  const { AGE_TRUST, AGE_TRUST_LIST } = ctx.env
  const own = AGE_TRUST ? parseCertificates(AGE_TRUST) : []
  if (!AGE_TRUST_LIST) return own
  const list = await storedList(ctx)
  if (!list || ctx.now() - list.fetchedAt > LAPSED_DAYS * DAY_MS) return fail('age_answer_invalid')
  return [...own, ...list.certificates.map((one) => Buffer.from(one, 'base64'))]
}
