import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Ctx } from '../context'
import { isLoopback } from '../client-ip'
import { iso } from '../iso'
import { longTime } from '../paris'
import { outboxDir } from './create'
import { escapeHtml, textToHtml } from './html'
import { readOutbox, type StoredMail } from './outbox'

const SHOWN = 50

const one = (mail: StoredMail): string =>
  `<article><h2>${escapeHtml(mail.subject)}</h2><p><small>À ${escapeHtml(mail.to)} · <time datetime="${iso(mail.at)}">${escapeHtml(longTime(mail.at).replace(/(\d{2}):(\d{2})$/, (_, h, m) => `${Number(h)} h ${m}`))}</time></small></p>${textToHtml(mail.text)}</article>`

const page = (mails: readonly StoredMail[], appName: string): string =>
  `<!doctype html><html lang="fr"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Boîte aux lettres de démonstration · ${escapeHtml(appName)}</title><link rel="icon" href="/favicon.png"><link rel="stylesheet" href="/docs.css"><main><h1>Boîte aux lettres de démonstration</h1><p>Les messages que cette installation aurait envoyés, le plus récent d’abord. Rechargez la page pour voir les nouveaux.</p>${mails.length ? mails.map(one).join('') : '<p>Aucun message pour le moment.</p>'}</main></html>`

/** Names under which a browser on this machine opens it; a foreign name that resolves here reads no mails. */
const OWN_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])
const FORWARDED = /^(?:forwarded|via|x-real-ip|x-forwarded-.+)$/
/**
 * A proxy on this machine may send the machine's own name in `Host` for a client elsewhere. With
 * nginx's defaults only the HTTP version reveals that: no browser sends 1.0.
 */
const isForwarded = ({ headers, raw }: FastifyRequest): boolean =>
  raw.httpVersion === '1.0' || Object.keys(headers).some((name) => FORWARDED.test(name))

/**
 * All mails, readable without login: only in demonstration mode, only while mails go to files, and
 * only on this machine.
 */
export const serveOutbox = (fastify: FastifyInstance, ctx: Pick<Ctx, 'env'>): void => {
  if (!ctx.env.demo || ctx.env.SMTP_URL) return
  fastify.get('/demo/boite-aux-lettres', async (request, reply) => {
    const isOwn = OWN_NAMES.has(request.hostname) && isLoopback(request.ip)
    if (!isOwn || isForwarded(request))
      return reply.code(404).type('text/plain; charset=utf-8').send('Introuvable')
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(page(await readOutbox(outboxDir(ctx.env), SHOWN), ctx.env.APP_NAME))
  })
}
