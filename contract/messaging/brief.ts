import * as z from 'zod/mini'
import { idParams, isoDate, uuid } from '../common'
import { route } from '../route'

/** How long an unopened photo waits, and how long one for a day is shown, ms. */
export const BRIEF_ONCE_MS = 14 * 86_400_000
export const BRIEF_DAY_MS = 86_400_000
/** How long the same view may retry after a lost reply, ms. */
export const BRIEF_AGAIN_MS = 60_000
/** After its end a photo is kept sealed, for a report of who opened it, ms. */
export const BRIEF_SEALED_MS = 72 * 3_600_000

/** `once`: each member opens it once; `day`: as often as wanted, for 24 hours after sending. */
export const briefMode = z.enum(['once', 'day'])
export type BriefMode = z.infer<typeof briefMode>

/** Photos that no list, link or thumbnail leads to; opened one by one. */
export const brief = z.object({
  mode: briefMode,
  photos: z.array(z.object({ id: uuid, openedBy: z.array(uuid), expiresAt: isoDate })),
})
export type Brief = z.infer<typeof brief>

export const openBrief = route({
  id: 'openBrief',
  method: 'POST',
  path: '/brief-photos/:id/open',
  auth: 'account',
  summary:
    'Opens a photo that is seen once or for a day: its bytes, in the reply, never a link; the same view may ask again for a minute',
  params: idParams,
  body: z.object({ view_id: uuid }),
  reply: z.object({
    /** Base64. */
    jpeg: z.string(),
  }),
})
