import * as z from 'zod/mini'
import { idParams, isoDate, ok, uuid } from './common'
import { PASSWORD_MAX, REPORT_MAX } from './limits'
import { memberFields } from './profile/profile'
import { route } from './route'

export const block = route({
  id: 'block',
  method: 'POST',
  path: '/accounts/:id/block',
  auth: 'account',
  summary: 'Hides both accounts from each other everywhere; notifies neither',
  params: idParams,
  reply: ok,
})
export const unblock = route({
  id: 'unblock',
  method: 'DELETE',
  path: '/accounts/:id/block',
  auth: 'account',
  summary: 'Removes a block; the relation is not restored',
  params: idParams,
  reply: ok,
})
export const listBlocks = route({
  id: 'listBlocks',
  method: 'GET',
  path: '/account/blocks',
  auth: 'account',
  summary: 'Members that the caller blocks',
  reply: z.object({
    blocks: z.array(
      z.object({
        account_id: uuid,
        ...memberFields,
        since: isoDate,
      }),
    ),
  }),
})
/** `request`: the words of a request for a private album. */
export const reportKind = z.enum(['profile', 'message', 'photo', 'event', 'request'])
export type ReportKind = z.infer<typeof reportKind>
/** `pictured`: of a photo alone, which it hides until the case is decided. */
export const reportReason = z.enum([
  'pictured',
  'harassment',
  'minor',
  'non_consensual',
  'impersonation',
  'spam',
  'illegal',
  'other',
])
export type ReportReason = z.infer<typeof reportReason>
export const report = route({
  id: 'report',
  method: 'POST',
  path: '/reports',
  auth: 'account',
  summary:
    'Reports content that the caller can see; stored for the operator, with a copy of a reported message',
  body: z.object({
    kind: reportKind,
    id: uuid,
    reason: reportReason,
    comment: z._default(z.string().check(z.trim(), z.maxLength(REPORT_MAX)), ''),
  }),
  /** `hidden`: the photo is hidden from others until the case is decided. */
  reply: z.extend(ok, { hidden: z.optional(z.boolean()) }),
  status: 201,
})

const password = z
  .string()
  .check(z.minLength(1, 'Saisissez votre mot de passe.'), z.maxLength(PASSWORD_MAX))
/** The archive is created on the fly: JSON, photos and a readable index.html in one zip. */
export const exportData = route({
  id: 'exportData',
  method: 'POST',
  path: '/account/export',
  auth: 'account',
  summary: 'All data that the member entered, as a zip archive; requires the password',
  body: z.object({ password }),
  reply: z.unknown(),
})
export const deletion = z.object({ deletes_at: z.nullable(isoDate) })
export const deleteAccount = route({
  id: 'deleteAccount',
  method: 'POST',
  path: '/account/delete',
  auth: 'account',
  summary:
    'Deletes the account in 14 days; until then it is invisible and the deletion can be undone',
  body: z.object({ password }),
  reply: deletion,
})
export const keepAccount = route({
  id: 'keepAccount',
  method: 'POST',
  path: '/account/keep',
  auth: 'account',
  summary: 'Undoes a pending deletion',
  reply: deletion,
})
