import { DAY_MS } from '#contract/limits'
import type { Ctx } from '../context'
import type { Conn } from '../db/dialect'
import type { Row } from '../db/tables'
import { isAlike, photoHashes } from '../media/service'
import { newId, sign } from '../tokens'

/** How long an address or a photo of a decision is recognised. */
export const BAN_MARK_KEPT_MS = 730 * DAY_MS

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
      expires_at: now + BAN_MARK_KEPT_MS,
    })
    .execute()
}

/** After an exclusion: its addresses, as keyed hashes. */
export const insertAddressBanMarks = async (
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
export const insertPhotoBanMark = async (
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

export const isBanMarkedAddress = async (
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
export const isBanMarkedPhoto = async (
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
  return marks.some(({ value }) => isAlike(hashes, value))
}
