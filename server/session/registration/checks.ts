import { createHash } from 'node:crypto'
import { CONSENT_PURPOSES, CONSENTS, type ConsentPurpose } from '#contract/session/consents'
import { ERRORS, type ErrorCode } from '#contract/errors'
import type { Ctx } from '../../context'
import type { NewRow } from '../../db/tables'
import { fail } from '../../fail'
import { newId } from '../../tokens'
import { isWeakPassword } from '../password/weak-passwords'
import { isAdult } from './birth-date'

/** A refusal that is shown at its form field. */
export const failAtField = (field: string, code: ErrorCode): never =>
  fail(code, [{ path: `body.${field}`, message: ERRORS[code][1] }])

/** Fails with `weak_password`. */
export const requireStrongPassword = async (
  ctx: Pick<Ctx, 'env'>,
  password: string,
  email: string,
): Promise<void> => {
  const own = [ctx.env.APP_NAME, email.split('@', 1)[0] ?? '']
  if (!(await isWeakPassword(password, own))) return
  // «too common» would not be true of a password that is refused for these words alone
  if (!(await isWeakPassword(password, [])))
    fail('weak_password', [
      {
        path: 'body.password',
        message:
          'Ce mot de passe contient le nom du site ou votre adresse. Choisissez-en un autre.',
      },
    ])
  failAtField('password', 'weak_password')
}

/** Fails with `underage`, `consents_required`. */
export const requireAdultWhoAgrees = (
  person: {
    readonly birthDate: string
    readonly consents: Readonly<Record<ConsentPurpose, boolean>>
  },
  now: number,
): void => {
  if (!isAdult(person.birthDate, now)) failAtField('birthDate', 'underage')
  if (!CONSENT_PURPOSES.every((purpose) => person.consents[purpose])) fail('consents_required')
}

/** Proof of consent: which texts, in which version, when. */
export const consentRows = (userId: string, now: number): NewRow<'consents'>[] =>
  CONSENT_PURPOSES.map((purpose) => ({
    id: newId(),
    user_id: userId,
    purpose,
    text_version: CONSENTS[purpose].version,
    text_hash: createHash('sha256').update(CONSENTS[purpose].text).digest('hex'),
    granted_at: now,
  }))
