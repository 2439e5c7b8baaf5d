import sharp from 'sharp'
import type { Ctx } from '../context'
import type { Conn } from '../db/dialect'
import type { Row } from '../db/tables'
import { newId, sign } from '../tokens'

/** How long an address or a photo of a decision is recognised. */
export const MARK_KEPT_MS = 730 * 86_400_000

/**
 * One form for the spellings of an address that reach the same mailbox: lower case, without the tag
 * after «+», and for Gmail without dots.
 */
export const canonicalEmail = (email: string): string => {
  const [name = '', domain = ''] = email.normalize('NFKC').trim().toLowerCase().split('@')
  const plain = name.replace(/\+.*$/, '')
  return domain === 'gmail.com' || domain === 'googlemail.com'
    ? `${plain.replaceAll('.', '')}@gmail.com`
    : `${plain}@${domain}`
}
const emailMark = (ctx: Pick<Ctx, 'secret'>, email: string): string =>
  sign(ctx.secret, 'ban-mark', canonicalEmail(email))

const SIDE = 16
/** Distance of two hashes of one photo after scaling and re-encoding; strangers are near 128. */
const ALIKE_BITS = 32

/**
 * Difference hash: 256 bits, hex; of a mirrored copy too. Recognises re-encoded, scaled and
 * brightened copies, not crops.
 */
export const photoHashes = async (bytes: Buffer): Promise<readonly string[]> => {
  const grey = sharp(bytes).greyscale()
  const hashOf = async (mirrored: boolean): Promise<string> => {
    const image = mirrored ? grey.clone().flop() : grey.clone()
    const px = await image
      .resize(SIDE + 1, SIDE, { fit: 'fill' })
      .raw()
      .toBuffer()
    let bits = ''
    for (let y = 0; y < SIDE; y += 1)
      for (let x = 0; x < SIDE; x += 1) {
        const at = y * (SIDE + 1) + x
        bits += (px[at] ?? 0) < (px[at + 1] ?? 0) ? '1' : '0'
      }
    return BigInt(`0b1${bits}`).toString(16)
  }
  return [await hashOf(false), await hashOf(true)]
}
export const distance = (a: string, b: string): number => {
  let left = BigInt(`0x${a}`) ^ BigInt(`0x${b}`)
  let bits = 0
  for (; left > 0n; left &= left - 1n) bits += 1
  return bits
}

const insertMark = async (
  trx: Conn,
  kind: Row<'ban_marks'>['kind'],
  value: string,
  decisionId: string,
  now: number,
): Promise<void> => {
  await trx
    .insertInto('ban_marks')
    .values({
      id: newId(),
      kind,
      value,
      decision_id: decisionId,
      created_at: now,
      expires_at: now + MARK_KEPT_MS,
    })
    .execute()
}

/** After an exclusion: its addresses, as keyed hashes. */
export const markAddresses = async (
  ctx: Pick<Ctx, 'secret' | 'now'>,
  trx: Conn,
  decision: Pick<Row<'decisions'>, 'id' | 'account_id'>,
): Promise<void> => {
  if (decision.account_id === null) return
  const users = await trx
    .selectFrom('users')
    .where('account_id', '=', decision.account_id)
    .select('email')
    .execute()
  for (const { email } of users)
    await insertMark(trx, 'mail', emailMark(ctx, email), decision.id, ctx.now())
}

/** After the removal of a photo: its hash, of the frozen copy; the photo itself is not kept for it. */
export const markPhoto = async (
  ctx: Pick<Ctx, 'now'>,
  trx: Conn,
  decision: Pick<Row<'decisions'>, 'id' | 'case_id'>,
): Promise<void> => {
  const photos = await trx
    .selectFrom('evidence_photos as p')
    .innerJoin('evidence as e', 'e.id', 'p.evidence_id')
    .where('e.case_id', '=', decision.case_id)
    .where('e.kind', '=', 'photo')
    .select('p.jpeg')
    .execute()
  for (const { jpeg } of photos) {
    const [hash = ''] = await photoHashes(Buffer.from(jpeg, 'base64'))
    await insertMark(trx, 'photo', hash, decision.id, ctx.now())
  }
}

export const isMarkedAddress = async (
  ctx: Pick<Ctx, 'secret' | 'db' | 'now'>,
  email: string,
): Promise<boolean> =>
  (await ctx.db
    .selectFrom('ban_marks')
    .where('kind', '=', 'mail')
    .where('value', '=', emailMark(ctx, email))
    .where('expires_at', '>', ctx.now())
    .select('id')
    .executeTakeFirst()) !== undefined

/** Whether the picture, or its mirror image, is a removed photo. */
export const isMarkedPhoto = async (
  ctx: Pick<Ctx, 'db' | 'now'>,
  read: () => Promise<Buffer | null>,
): Promise<boolean> => {
  const marks = await ctx.db
    .selectFrom('ban_marks')
    .where('kind', '=', 'photo')
    .where('expires_at', '>', ctx.now())
    .select('value')
    .execute()
  if (marks.length === 0) return false
  const bytes = await read()
  if (!bytes) return false
  const hashes = await photoHashes(bytes)
  return marks.some(({ value }) => hashes.some((hash) => distance(hash, value) <= ALIKE_BITS))
}
