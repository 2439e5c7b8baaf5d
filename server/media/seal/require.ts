import type { Conn } from '../../db/dialect'
import { SettingError } from '../../env'
import type { Storage } from '../storage'
import { HEADER, isSealed, keyIdOf, readHead } from './format'
import type { KeyRing } from './keys'

/**
 * Throws when the newest photos need a master key that is not here: a server that could not show
 * them must not start, nor store others with another key.
 */
export const requireMasterKey = async (
  db: Conn,
  storage: Storage,
  { current, old }: KeyRing,
): Promise<void> => {
  const rows = await db
    .selectFrom('media')
    .select('storage_key')
    .orderBy('created_at', 'desc')
    .limit(3)
    .execute()
  for (const { storage_key } of rows) {
    // an unavailable store is reported elsewhere
    const file = await storage.get(storage_key).catch(() => null)
    if (!file) continue
    const { head } = await readHead(file.stream, HEADER)
    file.stream.destroy()
    if (!isSealed(head)) continue
    const id = keyIdOf(head)
    if (![current, old].some((k) => k?.id.equals(id)))
      throw new SettingError(
        `The newest photos are encrypted with another master key (${id.toString('hex')} in their files), which is not here: put it back as master-key in DATA_DIR, or set MASTER_KEY.`,
      )
  }
}
