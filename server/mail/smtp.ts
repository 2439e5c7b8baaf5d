import { createTransport } from 'nodemailer'
import type { Mailer } from './mailer'

/**
 * `url`: smtp://user:password@host:587, or smtps://… Connections are pooled; an unresponsive server
 * times out after 20 s.
 */
export const createSmtp = (url: string, from: string): Mailer => {
  const transport = createTransport(
    { url, pool: true, connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 20_000 },
    { from },
  )
  return {
    send: async ({ to, subject, text, html }) => {
      // an address object is never parsed as a list: «a@x, b@y» stays one (invalid) recipient
      await transport.sendMail({
        to: { name: '', address: to },
        subject,
        text,
        html,
        disableFileAccess: true,
        disableUrlAccess: true,
      })
    },
    close: () => {
      transport.close()
      return Promise.resolve()
    },
  }
}
