import { hkdfSync } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Ctx } from '../../context'
import { escapeHtml } from '../../mail/html'
import { externalProof, signAnswer } from './external'

const PATH = '/demo/age'
const secretOf = (ctx: Pick<Ctx, 'secret'>): string =>
  Buffer.from(hkdfSync('sha256', ctx.secret, '', 'age simulator', 32)).toString('hex')

const page = (links: readonly { readonly href: string; readonly text: string }[]): string =>
  `<!doctype html><html lang="fr"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Vérification de l’âge</title><link rel="icon" href="/favicon.png"><link rel="stylesheet" href="/docs.css"><main><h1>Vérification de l’âge</h1><p>Ce prestataire est simulé par ce serveur, pour le développement.</p>${links
    .map((one) => `<p><a href="${escapeHtml(one.href)}">${escapeHtml(one.text)}</a></p>`)
    .join('')}</main></html>`

export const simulatorProof = (ctx: Ctx) =>
  externalProof(`${ctx.env.publicUrl}${PATH}`, secretOf(ctx))

/** The page of the simulated provider; never in production (`readEnv` refuses it). */
export const serveSimulator = (fastify: FastifyInstance, ctx: Ctx): void => {
  if (ctx.env.AGE_CHECK !== 'simulator') return
  fastify.get<{ Querystring: { state?: unknown } }>(PATH, async (request, reply) => {
    const id = String(request.query.state ?? '')
    const at = String(Math.floor(ctx.now() / 1000))
    const link = (over18: '1' | '0', text: string) => {
      const signature = signAnswer(secretOf(ctx), id, over18, at)
      return { href: `/age?${new URLSearchParams({ state: id, over18, at, signature })}`, text }
    }
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(page([link('1', 'J’ai plus de 18 ans'), link('0', 'J’ai moins de 18 ans')]))
  })
}
