import { createServer, type Server } from 'node:net'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { forgotPassword } from '#contract/session/session'
import { register } from '#contract/session/registration'
import { createMailer, outboxDir } from '../../server/mail/create'
import {
  accessLetter,
  alreadyRegisteredLetter,
  deletionLetter,
  loginEndedLetter,
  loginLeftLetter,
  loginTiedLetter,
  partnerLetter,
  passwordChangedLetter,
  resetLetter,
  sessionReplayedLetter,
  verifyLetter,
} from '../../server/mail/letters'
import { serveOutbox } from '../../server/mail/routes'
import { runMailTool } from '../../server/mail/test-mail'
import { readEnv } from '../../server/env'
import { testApp, type TestApp } from '../support/server/server'
import { mailTo, registration } from './mailbox'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  // the app first: it holds connections to the mail server, which cannot close before
  for (const close of closing.splice(0).reverse()) await close()
})
const open = async (settings: Record<string, string> = {}): Promise<TestApp> => {
  const t = await testApp(settings)
  closing.push(() => t.close())
  return t
}

describe('letters', () => {
  const env = { APP_NAME: 'Connivence', publicUrl: 'https://c.example' }
  const all = [
    verifyLetter(env, 'T'),
    alreadyRegisteredLetter(env),
    resetLetter(env, 'T'),
    passwordChangedLetter(env, 'all'),
    passwordChangedLetter(env, 'others'),
    passwordChangedLetter(env, 'none'),
    sessionReplayedLetter(env),
    partnerLetter(env),
    loginEndedLetter(env),
    loginLeftLetter(env),
    loginTiedLetter(env),
    deletionLetter(env, '5 décembre 2026'),
    ...(
      ['passkeyAdded', 'passkeyRemoved', 'secondOn', 'secondOff', 'newCodes', 'codeUsed'] as const
    ).map((change) => accessLetter(env, change)),
  ]

  test('nothing in a mail tells what the site is about', () => {
    for (const mail of all)
      for (const text of [mail.subject, mail.text, mail.html])
        expect(text).not.toMatch(
          /libertin|échang|couple|sex|rencontre|intim|coquin|adulte|majeur|célibataire|orientation/i,
        )
  })

  test('in French, as text and as simple html with the same link and no script or picture', () => {
    for (const mail of all) {
      expect(mail.text).toMatch(/^Bonjour,/)
      expect(mail.html).toContain('lang="fr"')
      expect(mail.html).not.toMatch(/<(?:script|img|link)/)
      for (const [url] of mail.text.matchAll(/https?:\S+/g))
        expect(mail.html).toContain(`href="${url}"`)
    }
  })

  test('a token stands in the fragment, which browsers send to no server', () => {
    expect(verifyLetter(env, 'T').text).toContain('https://c.example/verify-email#token=T\n')
    expect(resetLetter(env, 'T').text).toContain('https://c.example/reset-password#token=T\n')
  })
})

describe('outbox', () => {
  test('without SMTP every mail is two files, readable by the server only', async () => {
    const t = await open()
    await t.client().call(register, { body: registration('fichiers@exemple.fr') })
    const mail = await mailTo(t, 'fichiers@exemple.fr')
    const dir = outboxDir(t.ctx.env)
    const names = await readdir(dir)
    expect(names.map((n) => n.split('.').at(-1)).sort()).toEqual(['eml', 'json'])
    for (const name of names) expect((await stat(join(dir, name))).mode & 0o077).toBe(0)
    const eml = await readFile(join(dir, names.find((n) => n.endsWith('.eml')) ?? ''), 'utf8')
    expect(eml).toMatch(
      /^From: Connivence <ne-pas-repondre@connivence.invalid>\nTo: fichiers@exemple.fr\nSubject: Confirmez votre adresse e-mail\n/,
    )
    expect(mail.at).toBeGreaterThan(0)
  })

  test('the demonstration page shows the newest first, escaped, with links, and without any script', async () => {
    const t = await open({ DEMO: '1' })
    if (!t.app.fastify.hasRoute({ method: 'GET', url: '/demo/boite-aux-lettres' }))
      serveOutbox(t.app.fastify, t.ctx)
    expect((await t.client().raw('GET', '/demo/boite-aux-lettres')).body).toContain(
      'Aucun message pour le moment.',
    )
    await t.client().call(register, { body: registration('demo@exemple.fr') })
    const token = /#token=([\w-]+)/.exec((await mailTo(t, 'demo@exemple.fr')).text)?.[1]
    await t.ctx.mailer.send({
      to: '"<b>x</b>"@exemple.fr',
      subject: '<img src=x onerror=alert(1)>',
      text: 'Voir https://c.example/?a=1&b="><script>alert(1)</script>',
      html: '',
    })
    const { status, headers, body } = await t.client().raw('GET', '/demo/boite-aux-lettres')
    const html = String(body)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['cache-control']).toBe('no-store')
    expect(html).toContain('Boîte aux lettres de démonstration')
    expect(html).toContain(`<a href="http://localhost:8080/verify-email#token=${token}"`)
    expect(html).not.toMatch(/<(?:script|img|b)\b/)
    expect(html.indexOf('onerror')).toBeLessThan(html.indexOf('Confirmez votre adresse'))
  })

  test('the page is not there outside the demonstration', async () => {
    const t = await open()
    serveOutbox(t.app.fastify, t.ctx)
    expect((await t.client().raw('GET', '/demo/boite-aux-lettres')).status).toBe(404)
  })
})

describe('SMTP', () => {
  /** Speaks just enough SMTP to take mails; `answer` decides on the recipient. */
  const smtp = async (
    answer = '250 ok',
  ): Promise<{ url: string; received: string[]; server: Server }> => {
    const received: string[] = []
    const server = createServer((socket) => {
      let data: string | null = null
      socket.write('220 test\r\n')
      socket.on('data', (chunk) => {
        for (const line of chunk.toString().split('\r\n').slice(0, -1)) {
          if (data !== null) {
            if (line === '.') {
              received.push(data)
              data = null
              socket.write('250 ok\r\n')
            } else data += `${line}\n`
          } else if (line === 'DATA') {
            data = ''
            socket.write('354 go\r\n')
          } else if (line.startsWith('RCPT')) {
            data = null
            socket.write(`${answer}\r\n`)
          } else socket.write('250 ok\r\n')
        }
      })
      socket.on('error', () => undefined)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closing.push(() => new Promise((resolve) => server.close(resolve)))
    return {
      url: `smtp://127.0.0.1:${(server.address() as { port: number }).port}`,
      received,
      server,
    }
  }
  const mailerTo = (url: string) =>
    createMailer(
      { SMTP_URL: url, MAIL_FROM: 'C <c@c.example>', DATA_DIR: '/nonexistent' },
      Date.now,
    )

  test('a mail goes out with text and html, from the configured sender', async () => {
    const { url, received } = await smtp()
    const mailer = mailerTo(url)
    const sent = mailer.send({
      to: 'a@exemple.fr',
      subject: 'Votre inscription',
      text: 'Bonjour',
      html: '<p>Bonjour</p>',
    })
    await mailer.close()
    await sent
    expect(received[0]).toMatch(
      /From: C <c@c\.example>\nTo: a@exemple\.fr\nSubject: Votre inscription/,
    )
    expect(received[0]).toContain('multipart/alternative')
  })

  test('an address that reads like a list reaches nobody else', async () => {
    const { url, received } = await smtp()
    const mailer = mailerTo(url)
    await mailer
      .send({ to: 'a@exemple.fr, b@exemple.fr', subject: 's', text: 't', html: 'h' })
      .catch(() => undefined)
    await mailer.close()
    expect(received.join()).not.toMatch(/^To:.*, b@exemple\.fr/m)
  })

  test('a mail that cannot be handed over rejects; the member’s call does not notice', async () => {
    const { url } = await smtp('550 no')
    const mailer = mailerTo(url)
    await expect(
      mailer.send({ to: 'a@exemple.fr', subject: 's', text: 't', html: 'h' }),
    ).rejects.toThrow()
    await mailer.close()
    const t = await open({ SMTP_URL: url })
    await t.member('injoignable')
    expect(
      (await t.client().call(forgotPassword, { body: { email: 'injoignable@test.invalid' } }))
        .status,
    ).toBe(202)
  })

  test('the test command sends one mail, or says why it could not', async () => {
    const said: string[] = []
    vi.spyOn(console, 'log').mockImplementation((line: string) => void said.push(line))
    const env = (SMTP_URL: string) =>
      readEnv({ ...process.env, SMTP_URL, MAIL_FROM: 'C <c@c.example>', DATA_DIR: '/nonexistent' })
    const { url, received } = await smtp()
    await runMailTool(env(url), 'test', 'admin@exemple.fr')
    expect(received[0]).toMatch(/To: admin@exemple\.fr/)
    expect(said).toEqual([expect.stringContaining('Handed over to the mail server')])
    const refusing = await smtp('550 no')
    await expect(runMailTool(env(refusing.url), 'test', 'admin@exemple.fr')).rejects.toThrow(
      /refused the test mail: .*550 no/,
    )
    for (const words of [[], ['test'], ['test', 'admin'], ['send', 'admin@exemple.fr']])
      await expect(runMailTool(env(url), words[0], words[1])).rejects.toThrow(/Name an address/)
    vi.restoreAllMocks()
  })
})
