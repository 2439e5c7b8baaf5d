import * as z from 'zod/mini'
import { ok } from '../common'
import { NAME_MAX } from '../limits'
import { route } from '../route'
import { email, newPassword, token } from './session'

/** A date that exists, from 1900 on. */
export const birthDate = z.iso
  .date('La date de naissance s’écrit AAAA-MM-JJ.')
  .check(
    z.refine(
      (day) => !/^(?:0\d|1[0-8])\d\d-/.test(day),
      'Cette date de naissance n’est pas possible.',
    ),
  )

/** Three separate consents: none may be ticked in advance, all are required. */
export const consents = z.object({
  terms: z.boolean(),
  majority: z.boolean(),
  sensitive: z.boolean(),
})

export const register = route({
  id: 'register',
  method: 'POST',
  path: '/auth/register',
  auth: 'none',
  summary:
    'Registers a user; the reply is the same whether or not the e-mail is known, and a mail is sent in both cases',
  body: z.object({
    email,
    password: newPassword,
    // one line: a line break or a NUL (which PostgreSQL refuses) has no place in a name
    name: z.string().check(
      z.overwrite((v) => v.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')),
      z.trim(),
      z.minLength(1, 'Indiquez votre nom.'),
      z.maxLength(NAME_MAX),
    ),
    birthDate,
    consents,
    /** A partner, member or event link that led to this registration. */
    joinToken: z.optional(token),
  }),
  reply: ok,
  status: 202,
})
