import type { Ctx } from '../context'
import type { Mail } from './mailer'

/**
 * Hands a mail over without waiting: a response must neither fail nor take longer because a mail is
 * sent. Failures are logged without the address; the user can request another mail.
 */
export const sendMailInBackground = (
  ctx: Pick<Ctx, 'mailer' | 'log'>,
  to: string,
  letter: Omit<Mail, 'to'>,
): void => {
  ctx.mailer.send({ ...letter, to }).catch((error: unknown) => {
    const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
    ctx.log.error({ code, responseCode }, 'mail not sent')
  })
}
