import { notSeparated } from '../access/blocks'
import { DELETED_HANDLE } from '../profile/service'
import type { Db } from '../db/client'

export type ArchiveFiles = Readonly<Record<string, unknown>>
export const parseJson = (text: string): unknown => JSON.parse(text) as unknown
/**
 * Handles of accounts by id; «Compte supprimé» for deleted ones, and for those that a block of theirs
 * or a zone separates from the member: who is told of one of the two knows the other.
 */
export const archiveHandles = async (
  db: Db,
  me: string,
  ids: readonly string[],
): Promise<(id: string) => string> => {
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('accounts')
          .where('id', 'in', [...new Set(ids)])
          .where('deleted_at', 'is', null)
          .where((eb) =>
            eb.or([
              notSeparated('accounts.id', me),
              // whom the member blocks, their own list names
              eb(
                'accounts.id',
                'in',
                eb.selectFrom('blocks').where('account_id', '=', me).select('blocked_account_id'),
              ),
            ]),
          )
          .select(['id', 'handle'])
          .execute()
  const handles = new Map(rows.map((a) => [a.id, a.handle]))
  return (id) => handles.get(id) ?? DELETED_HANDLE
}
