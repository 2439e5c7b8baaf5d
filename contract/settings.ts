import * as z from 'zod/mini'
import { route } from './route'

/**
 * «Qui peut m’écrire»: members who may start a direct conversation, and invite to an event. Existing
 * conversations go on, and relations may always invite. `verified`: relations and verified members.
 */
export const contact = z.enum(['everyone', 'verified', 'relations', 'nobody'])
export type Contact = z.infer<typeof contact>

/** Preferences that the identities of one account share. */
export const accountPreferences = z.object({
  /** «écrit…»: when off, the account neither sends nor receives typing events. */
  typing: z.boolean(),
  /** When off, the account's presence is hidden, and it sees no other's. */
  presence: z.boolean(),
  contact,
})
export type AccountPreferences = z.infer<typeof accountPreferences>

export const updatePreferences = route({
  id: 'updatePreferences',
  method: 'PUT',
  path: '/account/preferences',
  auth: 'account',
  summary: 'Updates the account’s preferences; omitted fields keep their value',
  body: z.object({
    typing: z.optional(z.boolean()),
    presence: z.optional(z.boolean()),
    contact: z.optional(contact),
  }),
  reply: z.object({ preferences: accountPreferences }),
})
