import * as z from 'zod/mini'
import { ok } from './common'
import { FEEDBACK_MAX_CHARS } from './limits'
import { route } from './route'

/** PostgreSQL refuses U+0000 in a text. */
const withoutNul = z.overwrite<string>((text) => text.replaceAll('\0', ''))

export const sendFeedback = route({
  id: 'sendFeedback',
  method: 'POST',
  path: '/feedback',
  auth: 'account',
  summary: 'A comment to the provider, with the path it was written on',
  body: z.object({
    content: z
      .string()
      .check(
        withoutNul,
        z.trim(),
        z.minLength(1, 'Merci de saisir votre commentaire.'),
        z.maxLength(FEEDBACK_MAX_CHARS),
      ),
    url_path: z.string().check(withoutNul, z.maxLength(500)),
  }),
  reply: ok,
  status: 201,
})
