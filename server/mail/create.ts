import { join } from 'node:path'
import type { Env } from '../env'
import type { Mailer } from './mailer'
import { createOutbox } from './outbox'
import { createSmtp } from './smtp'

export const outboxDir = (env: Pick<Env, 'DATA_DIR'>): string => join(env.DATA_DIR, 'outbox')

/**
 * SMTP when SMTP_URL is set, else files under DATA_DIR/outbox. Closing waits for mails being sent.
 */
export const createMailer = (
  env: Pick<Env, 'SMTP_URL' | 'MAIL_FROM' | 'DATA_DIR'>,
  now: () => number,
): Mailer => {
  const mailer = env.SMTP_URL
    ? createSmtp(env.SMTP_URL, env.MAIL_FROM)
    : createOutbox(outboxDir(env), env.MAIL_FROM, now)
  const underWay = new Set<Promise<void>>()
  return {
    send: (mail) => {
      const sent = mailer.send(mail)
      underWay.add(sent)
      const forget = (): void => void underWay.delete(sent)
      sent.then(forget, forget)
      return sent
    },
    close: async () => {
      await Promise.allSettled(underWay)
      await mailer.close()
    },
  }
}
