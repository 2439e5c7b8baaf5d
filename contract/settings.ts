import * as z from 'zod/mini'
import { route } from './route'

/** What the members of one account chose together. */
export const accountPreferences = z.object({
  /** «écrit…»: off, the account neither tells that it types nor hears that others do. */
  typing: z.boolean(),
})
export type AccountPreferences = z.infer<typeof accountPreferences>

export const updatePreferences = route({
  id: 'updatePreferences', method: 'PUT', path: '/account/preferences', auth: 'account', tag: 'settings',
  summary: 'Preferences of the own account; what is not named stays',
  body: z.object({ typing: z.optional(z.boolean()) }),
  reply: z.object({ preferences: accountPreferences }),
})
