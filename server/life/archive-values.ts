import { DELETED_HANDLE } from '../profile/service'
import type { Db } from '../db/client'

export type ArchiveFiles = Readonly<Record<string, unknown>>
export const json = (text: string): unknown => JSON.parse(text) as unknown
/** Handles of accounts by id; «Compte supprimé» for deleted ones. */
export const handlesOf = async (
  db: Db,
  ids: readonly string[],
): Promise<(id: string) => string> => {
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('accounts')
          .where('id', 'in', [...new Set(ids)])
          .where('deleted_at', 'is', null)
          .select(['id', 'handle'])
          .execute()
  const handles = new Map(rows.map((a) => [a.id, a.handle]))
  return (id) => handles.get(id) ?? DELETED_HANDLE
}
