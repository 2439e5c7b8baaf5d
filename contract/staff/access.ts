import * as z from 'zod/mini'
import { idParams, ok, uuid } from '../common'
import { signed } from '../session/passkeys'
import { route } from '../route'

/** `operator`: everything that a moderator may, and settings, staff and the audit log. */
const staffRole = z.enum(['moderator', 'operator'])
export type StaffRole = z.infer<typeof staffRole>

const method = z.enum(['passkey', 'mail'])
const deskState = z.object({
  role: staffRole,
  /** How the desk calls this person; members read «L’équipe». */
  pseudonym: z.string(),
  unlocked: z.boolean(),
  /** How the desk is unlocked: `mail` only for a login without passkey. */
  method,
  /** Open cases that this person may handle, while unlocked; 100 at most. */
  open: z.number(),
})
export type DeskState = z.infer<typeof deskState>

export const staffMe = route({
  id: 'staffMe',
  method: 'GET',
  path: '/staff/me',
  auth: 'user',
  summary: 'The caller’s role; 404 for everybody who is not staff',
  reply: deskState,
})
export const startUnlock = route({
  id: 'startUnlock',
  method: 'POST',
  path: '/staff/unlock/start',
  auth: 'user',
  summary: 'A challenge for the caller’s passkeys, or, without a passkey, a code by e-mail',
  reply: z.object({ method, options: z.optional(z.record(z.string(), z.unknown())) }),
})
export const unlockDesk = route({
  id: 'unlockDesk',
  method: 'POST',
  path: '/staff/unlock',
  auth: 'user',
  summary:
    'Opens the desk in this session until it is not used for 15 minutes, for 8 hours at most',
  body: z.object({
    credential: z.optional(signed),
    code: z.optional(z.string().check(z.trim(), z.regex(/^\d{6}$/, 'Le code a six chiffres.'))),
  }),
  reply: ok,
})
export const lockDesk = route({
  id: 'lockDesk',
  method: 'POST',
  path: '/staff/lock',
  auth: 'user',
  summary: 'Locks the desk in this session',
  reply: ok,
})

const teamMember = z.object({
  id: uuid,
  pseudonym: z.string(),
  role: staffRole,
  since: z.string(),
  hasPasskey: z.boolean(),
  /** The caller, who cannot take the own role away. */
  mine: z.boolean(),
})
export type TeamMember = z.infer<typeof teamMember>
export const listTeam = route({
  id: 'listTeam',
  method: 'GET',
  path: '/staff/team',
  auth: 'operator',
  summary: 'Everybody with a role',
  reply: z.object({ team: z.array(teamMember) }),
})
export const removeStaff = route({
  id: 'removeStaff',
  method: 'DELETE',
  path: '/staff/team/:id',
  auth: 'operator',
  summary: 'Takes a role away at once; never the caller’s own, never the last operator’s',
  params: idParams,
  reply: ok,
})

const auditEntry = z.object({
  seq: z.number(),
  at: z.string(),
  who: z.string(),
  act: z.string(),
  targetKind: z.nullable(z.string()),
  targetId: z.nullable(z.string()),
  detail: z.record(z.string(), z.unknown()),
})
export type AuditEntry = z.infer<typeof auditEntry>
export const listAudit = route({
  id: 'listAudit',
  method: 'GET',
  path: '/staff/audit',
  auth: 'operator',
  summary: 'What staff did and looked at, newest first, 50 per page',
  query: z.object({ before: z.optional(z.coerce.number().check(z.int(), z.gte(1))) }),
  reply: z.object({ entries: z.array(auditEntry), next: z.nullable(z.number()) }),
})
