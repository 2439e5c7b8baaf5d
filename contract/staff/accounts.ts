import * as z from 'zod/mini'
import { idParams, isoDate, uuid } from '../common'
import { route } from '../route'
import { reportReason } from '../safety'
import { decision } from './measures'

export const accountState = z.enum(['active', 'suspended', 'excluded', 'deleting', 'deleted'])

const relative = z.object({ id: uuid, handle: z.string(), state: accountState })
export const accountSummary = z.object({
  id: uuid,
  handle: z.string(),
  state: accountState,
  createdAt: isoDate,
  /** Reports about this account by different members, and how many led to a measure. */
  reports: z.number(),
  founded: z.number(),
  sessions: z.number(),
  /** The accounts that a parting of a couple made from this one, or this one from. */
  parted: z.array(z.object({ id: uuid, handle: z.string() })),
  decisions: z.array(decision),
  /**
   * Of an excluded account only. Invitations: the accounts through whose links it came in, nearest
   * first, and those that came in through its links (`by`: whose), three levels deep. Meetings:
   * whom it confirmed to have met, and who confirmed to have met it.
   */
  tree: z.nullable(
    z.object({
      up: z.array(relative),
      down: z.array(z.extend(relative, { by: uuid })),
      met: z.array(relative),
      metBy: z.array(relative),
    }),
  ),
})
export type AccountSummary = z.infer<typeof accountSummary>

export const staffAccount = route({
  id: 'staffAccount',
  method: 'GET',
  path: '/staff/accounts/:id',
  auth: 'staff',
  summary:
    'What every member can read of an account, its state, decisions and counts; no names, notes, albums or messages',
  params: idParams,
  reply: z.object({
    account: accountSummary,
    /** Handle, identities and profile as in frozen content; null once the account is deleted. */
    profile: z.nullable(z.record(z.string(), z.unknown())),
  }),
})

export const openOwnCase = route({
  id: 'openOwnCase',
  method: 'POST',
  path: '/staff/accounts/:id/case',
  auth: 'staff',
  summary: 'Opens a case about a profile on the staff’s own initiative',
  params: idParams,
  body: z.object({ reason: reportReason }),
  reply: z.object({ id: uuid }),
  status: 201,
})
