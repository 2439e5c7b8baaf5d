import type { Ctx } from '../context'
import type { Mail } from './mailer'

/**
 * Hands a mail over without waiting: the answer to the caller must neither fail nor take longer because a mail goes out.
 * A failure is logged without the address; the person asks for another mail.
 */
export const post = (
  ctx: Pick<Ctx, 'mailer' | 'log'>,
  to: string,
  letter: Omit<Mail, 'to'>,
): void => {
  ctx.mailer.send({ ...letter, to }).catch((error: unknown) => {
    const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
    ctx.log.error({ code, responseCode }, 'mail not sent')
  })
}
