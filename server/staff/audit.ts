import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Ctx, StaffViewer } from '../context'
import { isPostgres, type Conn } from '../db/dialect'
import type { Row } from '../db/tables'

interface AuditAct {
  readonly act: string
  readonly targetKind?: string
  readonly targetId?: string
  /** Ids, measures and reasons; never content. */
  readonly detail?: Readonly<Record<string, unknown>>
}
export type AuditActor = Pick<StaffViewer, 'userId' | 'pseudonym'>

/** Hash of the row before the first one. */
const START = '0'.repeat(64)
const hashOf = (row: Omit<Row<'audit_log'>, 'hash'>): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        row.seq,
        row.at,
        row.user_id,
        row.who,
        row.act,
        row.target_kind,
        row.target_id,
        row.detail,
        row.prev,
      ]),
    )
    .digest('hex')

/** Appends to the audit log in the caller's transaction: an act without its entry does not exist. */
export const writeAudit = async (
  trx: Conn,
  actor: AuditActor,
  { act, targetKind, targetId, detail = {} }: AuditAct,
  now: number,
): Promise<void> => {
  // one writer at a time: the next row needs the hash of the last one
  if (isPostgres(trx)) await sql`select pg_advisory_xact_lock(717273)`.execute(trx)
  const last = await trx
    .selectFrom('audit_log')
    .select(['seq', 'hash'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  const row = {
    seq: (last?.seq ?? 0) + 1,
    at: now,
    user_id: actor.userId,
    who: actor.pseudonym,
    act,
    target_kind: targetKind ?? null,
    target_id: targetId ?? null,
    detail: JSON.stringify(detail),
    prev: last?.hash ?? START,
  }
  await trx
    .insertInto('audit_log')
    .values({ ...row, hash: hashOf(row) })
    .execute()
}

/**
 * Recomputes the hash chain. Returns the number of entries, the first one that does not match, or
 * null, and the hash of the last one: written down elsewhere, it shows later that no entry was taken
 * off the end. A log whose oldest entries were removed after three years starts later.
 */
export const verifyAudit = async (
  db: Conn,
): Promise<{
  readonly entries: number
  readonly broken: number | null
  readonly head: string
}> => {
  let entries = 0
  let prev: string | null = null
  let after = 0
  for (;;) {
    const rows: Row<'audit_log'>[] = await db
      .selectFrom('audit_log')
      .selectAll()
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(1000)
      .execute()
    for (const row of rows) {
      const { seq } = row
      const follows = prev === null ? seq > 1 || row.prev === START : row.prev === prev
      if (!follows || (after > 0 && seq !== after + 1) || hashOf(row) !== row.hash)
        return { entries, broken: seq, head: prev ?? START }
      entries += 1
      after = seq
      prev = row.hash
    }
    if (rows.length < 1000) return { entries, broken: null, head: prev ?? START }
  }
}

/** The handles of the identities that entries name; a removed one has none. */
const identitiesIn = async (
  db: Conn,
  rows: readonly Row<'audit_log'>[],
): Promise<ReadonlyMap<string, string>> => {
  const ids = rows.flatMap(
    (row) => (JSON.parse(row.detail) as { identity?: string | null }).identity ?? [],
  )
  if (ids.length === 0) return new Map()
  const found = await db
    .selectFrom('identities')
    .where('id', 'in', ids)
    .select(['id', 'handle'])
    .execute()
  return new Map(found.map((one) => [one.id, one.handle]))
}
/** As operators read it: an identity by its handle. */
const detailOf = (text: string, handles: ReadonlyMap<string, string>): Record<string, unknown> => {
  const detail = JSON.parse(text) as Record<string, unknown>
  const { identity } = detail
  return typeof identity === 'string'
    ? { ...detail, identity: handles.get(identity) ?? null }
    : detail
}

const PAGE = 50
export const auditPage = async (
  ctx: Pick<Ctx, 'db'>,
  before: number | undefined,
): Promise<{
  rows: (Row<'audit_log'> & { shown: Record<string, unknown> })[]
  next: number | null
}> => {
  let query = ctx.db.selectFrom('audit_log').selectAll()
  if (before !== undefined) query = query.where('seq', '<', before)
  const rows = await query
    .orderBy('seq', 'desc')
    .limit(PAGE + 1)
    .execute()
  const page = rows.slice(0, PAGE)
  const handles = await identitiesIn(ctx.db, page)
  return {
    rows: page.map((row) => ({ ...row, shown: detailOf(row.detail, handles) })),
    next: rows.length > PAGE ? Number(page.at(-1)?.seq) : null,
  }
}
