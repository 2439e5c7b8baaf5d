import { openDatabase } from '../db/client'
import { SettingError, type Env } from '../env'
import { verifyAudit } from '../staff/service'
import { keyFileOf } from './account-keys'
import { backupTo, restoreFrom } from './backup'
import { exportTo } from './export'
import { importFrom } from './import'
import { terminalProgress } from './progress'

/** What the command says of a finished backup: what to copy, what it is worth without a master key. */
export const backupLines = (
  env: Pick<Env, 'DATA_DIR'>,
  folder: string,
  { key, keys }: { readonly key?: string; readonly keys?: string },
): string[] => {
  const file = keys && keyFileOf(folder, keys)
  return [
    ...(key
      ? [
          `It is encrypted, and the master key is not in it: keep a copy of ${env.DATA_DIR}/master-key (or MASTER_KEY) in another place. Without the key it is lost.`,
        ]
      : []),
    ...(file
      ? [
          `The keys of the accounts are in ${file}: copy it with the folder, and keep only its newest version. It reads this backup and the older ones, except for accounts that are erased.`,
        ]
      : []),
    ...(file && !key
      ? [
          `This installation has no master key, so ${file} is in the clear: whoever has it and the folder reads all. An account that is erased is gone from backups only where every earlier version of that file is replaced. Set MASTER_KEY, then run keys migrate once.`,
        ]
      : []),
  ]
}

type Tool = 'export' | 'import' | 'backup' | 'restore'

/** What an export says of the audit log that it holds. */
const auditLine = async (env: Env): Promise<string> => {
  const database = openDatabase(env, () => undefined)
  try {
    const { entries, broken, head } = await verifyAudit(database.db)
    return broken === null
      ? `The audit log is intact: ${entries} entries, the last one is ${head}.`
      : `The audit log is BROKEN at entry ${broken}: it was changed.`
  } finally {
    await database.close()
  }
}

/** `npm run export -- FOLDER` and the other tools, with the environment's settings. */
export const runTool = async (env: Env, tool: Tool, folder: string | undefined): Promise<void> => {
  if (!folder) throw new SettingError(`Name a folder: npm run ${tool} -- FOLDER`)
  process.umask(0o077)
  const progress = terminalProgress()
  if (tool === 'export') {
    const m = await exportTo(env, folder, progress)
    const rows = Object.values(m.tables).reduce((n, t) => n + t.rows, 0)
    const size = `${(m.bytes / 1e6).toFixed(1)} MB`
    console.log(
      `Exported ${Object.keys(m.tables).length} tables, ${rows} rows, ${m.files} files (${size}) to ${folder}.`,
    )
    if (m.missing) console.log(`${m.missing} files were already missing.`)
    console.log(await auditLine(env))
    console.log('keys.json contains the secret: keep this folder private.')
  } else if (tool === 'import') {
    const { manifest: m, warnings } = await importFrom(env, folder, progress)
    console.log(
      `Imported ${Object.keys(m.tables).length} tables and ${m.files} files; counts and checksums match.`,
    )
    for (const warning of warnings) console.log(warning)
  } else {
    const b: Awaited<ReturnType<typeof backupTo>> & Partial<Record<'erased' | 'damaged', number>> =
      await (tool === 'backup' ? backupTo : restoreFrom)(env, folder, progress)
    console.log(
      `${tool === 'backup' ? 'Backed up' : 'Restored'} ${b.accounts} accounts, ` +
        `${b.messages} messages, ${b.files} files.`,
    )
    if (b.missing) console.log(`${b.missing} files were missing.`)
    if (b.damaged)
      console.log(`${b.damaged} files named above are damaged: put them back from another backup.`)
    if (tool === 'backup') for (const line of backupLines(env, folder, b)) console.log(line)
    if (b.erased)
      console.log(
        `${b.erased} accounts were erased since this backup: nothing that they wrote is restored, and the server removes the rest.`,
      )
  }
}
