import { email } from '#contract/session/session'
import type { StaffRole } from '#contract/staff/access'
import { openDatabase } from '../db/client'
import { migrate } from '../db/migrations'
import { SettingError, type Env } from '../env'
import { Fail } from '../fail'
import { loadSecret } from '../secret'
import { findStaff } from '../plugins/staff'
import { hasPasskey } from '../session/service'
import { verifyAudit } from './audit'
import { deleteStaffLink, makeStaffLink } from './links'
import {
  COMMAND_ACTOR,
  endEverySession,
  grantRole,
  listTeamMembers,
  revokeRole,
  userOfAddress,
} from './team'

const HELP = `npm run staff -- add ADDRESS moderator|operator [NAME]
npm run staff -- link ADDRESS
npm run staff -- remove ADDRESS
npm run staff -- list
npm run staff -- verify
npm run staff -- end-sessions`

const isRole = (word: string | undefined): word is StaffRole =>
  word === 'moderator' || word === 'operator'

type ToolCtx = Parameters<typeof makeStaffLink>[0]

/** Takes the role of an address away, or the link with which it would get one. */
const removeByAddress = async (ctx: ToolCtx, address: string): Promise<string> => {
  const userId = await userOfAddress(ctx, address)
  const hadLink = await deleteStaffLink(ctx, address)
  if (userId) await revokeRole(ctx, COMMAND_ACTOR, userId)
  else if (!hadLink) throw new SettingError(`No confirmed login has the address ${address}.`)
  return `${address} has no role any more.`
}

/**
 * Gives the role to the login of an address, at once, or to who follows the link. `role` null: only
 * a link, for a login that has a role.
 */
const addByAddress = async (
  env: Env,
  ctx: ToolCtx,
  address: string,
  role: StaffRole | null,
  name: string | undefined,
): Promise<string> => {
  // a mistyped one would get a login of its own
  if (!email.safeParse(address).success)
    throw new SettingError(`${address} is not an e-mail address.`)
  const userId = await userOfAddress(ctx, address)
  const known = userId ? await findStaff(ctx.db, userId) : undefined
  if (role === null && !known) throw new SettingError(`${address} has no role: add it first.`)
  const given = role ?? known?.role ?? 'moderator'
  const pseudonym =
    name ?? (role === null ? known?.pseudonym : undefined) ?? address.split('@')[0] ?? given
  if (userId && role) await grantRole(ctx, COMMAND_ACTOR, userId, role, pseudonym)
  if (userId && role && (await hasPasskey(ctx, userId))) return `${address} is ${role} from now on.`
  const said = userId && role ? `${address} is ${role} from now on.\n` : ''
  const lines = userId
    ? 'This link adds a passkey, which opens the desk:'
    : `${address} has no login yet. This link creates it, with a passkey, and makes it ${given}:`
  const secret = await makeStaffLink(ctx, { email: address, userId, role: given, pseudonym })
  return `${said}${lines}
  ${env.publicUrl}/staff-link#token=${secret}
It works once, for one hour. Who opens it signs in: send it to nobody but its owner.`
}

/**
 * `npm run staff`: the only way to make the first operator. `add` and `link` print a link with which a
 * passkey is added, or a login created. `verify` checks the hash chain of the
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
    if (!address || !(word === 'remove' || word === 'link' || (word === 'add' && isRole(role))))
      throw new SettingError(HELP)
    if (word === 'remove') console.log(await removeByAddress(ctx, address))
    else console.log(await addByAddress(env, ctx, address, isRole(role) ? role : null, name))
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
