import * as z from 'zod/mini'
import { route } from './route'

/** «Qui peut m’écrire»: who may begin a discussion of two. Discussions that have begun go on. */
export const contact = z.enum(['everyone', 'relations', 'nobody'])
export type Contact = z.infer<typeof contact>

/** What the members of one account chose together. */
export const accountPreferences = z.object({
  /** «écrit…»: off, the account neither tells that it types nor hears that others do. */
  typing: z.boolean(),
  /** Off: nobody sees when the account is there, and it sees of nobody. */
  presence: z.boolean(),
  contact,
})
export type AccountPreferences = z.infer<typeof accountPreferences>

export const updatePreferences = route({
  id: 'updatePreferences',
  method: 'PUT',
  path: '/account/preferences',
  auth: 'account',
  tag: 'settings',
  summary: 'Preferences of the own account; what is not named stays',
  body: z.object({
    typing: z.optional(z.boolean()),
    presence: z.optional(z.boolean()),
    contact: z.optional(contact),
  }),
  reply: z.object({ preferences: accountPreferences }),
})
