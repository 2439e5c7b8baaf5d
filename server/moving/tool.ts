import { SettingError, type Env } from '../env'
import { backupTo, restoreFrom } from './backup'
import { exportTo } from './export'
import { importFrom } from './import'
import { terminalProgress } from './manifest'

export const TOOLS = ['export', 'import', 'backup', 'restore'] as const
export type Tool = (typeof TOOLS)[number]
export const isTool = (word: string | undefined): word is Tool => TOOLS.includes(word as Tool)

/** `npm run export -- FOLDER` and the other tools, with the environment's settings. */
export const runTool = async (env: Env, tool: Tool, folder: string | undefined): Promise<void> => {
  if (!folder) throw new SettingError(`Dites un dossier : npm run ${tool} -- DOSSIER`)
  process.umask(0o077)
  const progress = terminalProgress()
  if (tool === 'export') {
    const m = await exportTo(env, folder, progress)
    console.log(
      `${Object.keys(m.tables).length} tables, ${Object.values(m.tables).reduce((n, t) => n + t.rows, 0)} lignes, ${m.files} fichiers (${(m.bytes / 1e6).toFixed(1)} Mo) dans ${folder}.${m.missing ? ` ${m.missing} fichiers manquaient déjà.` : ''}\nkeys.json contient le secret : gardez ce dossier pour vous.`,
    )
  } else if (tool === 'import') {
    const { manifest: m, words } = await importFrom(env, folder, progress)
    console.log(
      `Tout est arrivé : ${Object.keys(m.tables).length} tables et ${m.files} fichiers, comptes et sommes vérifiés.`,
    )
    for (const word of words) console.log(word)
  } else {
    const b = await (tool === 'backup' ? backupTo : restoreFrom)(env, folder, progress)
    console.log(
      `${tool === 'backup' ? 'Sauvegarde faite' : 'Sauvegarde reprise'} : ${b.accounts} comptes, ${b.messages} messages, ${b.files} fichiers.${b.missing ? ` ${b.missing} fichiers manquaient.` : ''}`,
    )
  }
}
