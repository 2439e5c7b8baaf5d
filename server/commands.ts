import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { SettingError, type Env } from './env'
import { runMailTool } from './mail/test-mail'
import { runTraceTool } from './media/marks/command'
import { runKeysTool } from './media/seal/command'
import { runTool } from './moving/tool'
import { runStaffTool } from './staff/command'

type Command = (env: Env, words: readonly string[]) => Promise<void>

/**
 * Refuses where no server was started yet. A command would make a database there, and a secret, by
 * which the first start would take itself for a later one and make no master key: everything would be
 * stored in the clear.
 */
const requireStarted = (env: Env): void => {
  const isThere = (name: string): boolean => existsSync(join(env.DATA_DIR, name))
  if (env.DATABASE_URL ? env.SECRET || isThere('secret') : isThere('connivence.db')) return
  throw new SettingError(
    `No server was started with DATA_DIR=${env.DATA_DIR} yet: start it once, or set the DATA_DIR${env.DATABASE_URL ? ' or SECRET' : ''} that it uses.`,
  )
}
const onStarted =
  (run: Command): Command =>
  async (env, words) => {
    requireStarted(env)
    await run(env, words)
  }

const COMMANDS: Readonly<Record<string, Command>> = {
  export: onStarted((env, [folder]) => runTool(env, 'export', folder)),
  import: (env, [folder]) => runTool(env, 'import', folder),
  backup: (env, [folder]) => runTool(env, 'backup', folder),
  restore: (env, [folder]) => runTool(env, 'restore', folder),
  mail: (env, [word, address]) => runMailTool(env, word, address),
  keys: onStarted(runKeysTool),
  trace: onStarted(runTraceTool),
  staff: onStarted(runStaffTool),
}

/** Runs the command that the first word names. A mistyped one must not start a server. */
export const runCommand = async (
  readEnv: () => Env,
  [name = '', ...words]: readonly string[],
): Promise<void> => {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command)
    throw new SettingError(
      `There is no command ${JSON.stringify(name)}. Commands: ${Object.keys(COMMANDS).join(', ')}; without one the server starts.`,
    )
  await command(readEnv(), words)
}

type Failure = Error & { readonly code?: string; readonly path?: string; readonly dest?: string }

const BY_CODE: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full: free some space, then repeat.',
  EDQUOT: 'The disk is full: free some space, then repeat.',
  SQLITE_FULL: 'The disk is full: free some space, then repeat.',
  EROFS: 'This place is read-only.',
  SQLITE_READONLY:
    'The database may not be written: its folder is read-only or belongs to another user.',
  EACCES: 'This user may not read or write there.',
  EPERM: 'This user may not read or write there.',
  ENOTDIR: 'A file lies where a folder is needed.',
  EEXIST: 'A file lies where a folder is needed.',
  EISDIR: 'A folder lies where a file is needed.',
  ENOENT: 'A file or folder is missing, or cannot be made there.',
  SQLITE_NOTADB: 'connivence.db is damaged, or no database.',
  SQLITE_CORRUPT: 'connivence.db is damaged, or no database.',
  SQLITE_BUSY: 'Another process holds the database: let it end, then repeat.',
  Z_DATA_ERROR: 'A compressed file is damaged.',
  Z_BUF_ERROR: 'A compressed file is cut short.',
  ECONNREFUSED: 'A service that the settings name does not answer.',
  ECONNRESET: 'A service that the settings name does not answer.',
  ETIMEDOUT: 'A service that the settings name does not answer.',
  ENOTFOUND: 'A service that the settings name has no such address.',
  EAI_AGAIN: 'A service that the settings name has no such address.',
  '28P01': 'The database refuses the user or password of DATABASE_URL.',
  '28000': 'The database refuses the user or password of DATABASE_URL.',
  '3D000': 'The database of DATABASE_URL does not exist.',
}
/** SQLite reports some of them by their text alone. */
const BY_TEXT: readonly (readonly [RegExp, string])[] = [
  [/database or disk is full/, 'SQLITE_FULL'],
  [/readonly database/, 'SQLITE_READONLY'],
  [/file is not a database/, 'SQLITE_NOTADB'],
  [/disk image is malformed/, 'SQLITE_CORRUPT'],
  [/database is locked/, 'SQLITE_BUSY'],
  [/incorrect header check|unexpected end of file/, 'Z_DATA_ERROR'],
  [/Unable to open connection to local database/, 'ENOENT'],
]

/** What a failure means to an operator, in one line; null: a fault of ours, which needs its stack. */
export const describeFailure = (error: unknown): string | null => {
  if (error instanceof SettingError) return error.message
  if (!(error instanceof Error)) return null
  const { code = '', message, port } = error as Failure & { readonly port?: number }
  if (code === 'EADDRINUSE')
    return `Port ${port ?? ''} is already in use: choose another one with PORT.`
  const byText = BY_TEXT.find(([text]) => text.test(message))?.[1] ?? ''
  const said = BY_CODE[code] ?? BY_CODE[byText]
  return said ? `${said} (${message})` : null
}
