import type { StaffRole } from '#contract/staff/access'
import { openDatabase } from '../db/client'
import { migrate } from '../db/migrations'
import { SettingError, type Env } from '../env'
import { Fail } from '../fail'
import { loadSecret } from '../tokens'
import { verifyAudit } from './audit'
import {
  COMMAND,
  endEverySession,
  grantRole,
  listTeamMembers,
  revokeRole,
  userOfAddress,
} from './team'

const HELP = `npm run staff -- add ADDRESS moderator|operator [NAME]
npm run staff -- remove ADDRESS
npm run staff -- list
npm run staff -- verify
npm run staff -- end-sessions`

const isRole = (word: string | undefined): word is StaffRole =>
  word === 'moderator' || word === 'operator'

/**
 * `npm run staff`: the only way to make the first operator. `verify` checks the hash chain of the
 * audit log, `end-sessions` ends all sessions after a leak. The server may be running.
 */
export const runStaffTool = async (env: Env, words: readonly string[]): Promise<void> => {
  const [word, address = '', role, name] = words
  const database = openDatabase(env, () => undefined)
  const secret = loadSecret(env.SECRET, env.DATA_DIR)
  const ctx = { db: database.db, secret, now: Date.now }
  try {
    await migrate(database.db)
    if (word === 'list') {
      const team = await listTeamMembers(ctx.db, null)
      if (team.length === 0) console.log('Nobody has a role yet.')
      for (const m of team)
        console.log(
          `${m.role}  ${m.pseudonym}  since ${m.since.slice(0, 10)}  ${m.hasPasskey ? 'passkey' : 'code by e-mail'}`,
        )
      return
    }
    if (word === 'verify') {
      const { entries, broken, head } = await verifyAudit(ctx.db)
      if (broken !== null)
        throw new SettingError(`The audit log is broken at entry ${broken}: it was changed.`)
      console.log(`The audit log is intact: ${entries} entries, the last one is ${head}.`)
      return
    }
    if (word === 'end-sessions') {
      console.log(
        `${await endEverySession(ctx)} sessions ended. Restart every process: open sockets close.`,
      )
      return
    }
    if ((word !== 'add' && word !== 'remove') || !address || (word === 'add' && !isRole(role)))
      throw new SettingError(HELP)
    const userId = await userOfAddress(ctx, address)
    if (!userId) throw new SettingError(`No confirmed login has the address ${address}.`)
    if (word === 'remove') await revokeRole(ctx, COMMAND, userId)
    else if (isRole(role))
      await grantRole(ctx, COMMAND, userId, role, name ?? address.split('@')[0] ?? role)
    console.log(
      word === 'add' ? `${address} is ${role} from now on.` : `${address} has no role any more.`,
    )
  } catch (error) {
    if (!(error instanceof Fail)) throw error
    throw new SettingError(
      error.code === 'staff_last'
        ? 'This is the last operator: add another one first.'
        : 'This login has no role.',
    )
  } finally {
    await database.close()
  }
}
