import { once } from 'node:events'
import { connect } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { readEnv, SettingError } from '../../server/env'
import { testApp } from '../support/server/server'
import { setUp, lines, t } from './app-setup'

setUp()

describe('the page and its headers', () => {
  test('every path of the app answers the page with the installation’s name; files and API do not', async () => {
    const get = (path: string) => t.client().raw('GET', path)
    for (const path of [
      '/',
      '/login',
      '/conversations/x',
      '/events/soiree-velours',
      '/index.html',
    ]) {
      const answer = await get(path)
      const [, title, content] =
        /^<!doctype html><title>(.*)<\/title><meta name="configuration" content="([^"<>]*)">$/.exec(
          String(answer.body),
        ) ?? []
      expect([path, answer.status, title]).toEqual([path, 200, 'Essai'])
      // the page contains what a first visit would request
      expect(
        JSON.parse(
          (content ?? '').replace(/&#(\d+);/g, (_, code: string) =>
            String.fromCharCode(Number(code)),
          ),
        ),
      ).toEqual((await get('/api/config')).body)
      expect(answer.headers['cache-control']).toBe('no-cache')
    }
    expect((await get('/manifest.webmanifest')).body).toEqual({ name: 'Essai' })
    expect((await get('/assets/a-1.js')).headers['cache-control']).toMatch(/immutable/)
    for (const path of [
      '/assets/none.js',
      '/api/none',
      '/../package.json',
      '/%2e%2e/package.json',
      '/assets/..%2f..%2fpackage.json',
    ])
      expect([403, 404], path).toContain((await get(path)).status)
  })

  test('strict CSP on page and API: no inline script, no other host, Trusted Types, no framing', async () => {
    for (const path of ['/', '/api/config', '/healthz']) {
      const { headers } = await t.client().raw('GET', path)
      const csp = String(headers['content-security-policy'])
      for (const part of [
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        'trusted-types connivence',
      ])
        expect(csp).toContain(part)
      expect(csp).not.toMatch(/unsafe-inline|'unsafe-eval'|\*/)
      expect(headers).toMatchObject({
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'x-robots-tag': expect.stringContaining('noindex') as string,
      })
      expect(headers['access-control-allow-origin']).toBeUndefined()
    }
    expect((await t.client().raw('GET', '/api/config')).headers['cache-control']).toBe('no-store')
    expect(
      (
        await t.client().raw('OPTIONS', '/api/config', {
          headers: { origin: 'https://mal.test', 'access-control-request-method': 'GET' },
        })
      ).headers['access-control-allow-origin'],
    ).toBeUndefined()
  })

  test('a share before the service worker is installed is discarded and redirected', async () => {
    const address = await t.app.fastify.listen({ port: 0, host: '127.0.0.1' })
    const form = new FormData()
    form.append(
      'photos',
      new File([new Uint8Array(3_000_000).fill(7)], 'CNRY-partage.jpg', { type: 'image/jpeg' }),
    )
    const answer = await fetch(`${address}/share`, {
      method: 'POST',
      body: form,
      redirect: 'manual',
    })
    expect([
      answer.status,
      answer.headers.get('location'),
      answer.headers.get('cache-control'),
    ]).toEqual([303, '/share?recommencer', 'no-store'])
    expect((await t.client().raw('GET', '/share?recommencer')).status).toBe(200)
    expect(lines.join('')).not.toContain('CNRY')
  })

  test('a long answer of the API travels as gzip for who takes it; what a cookie alone authorises does not', async () => {
    const take = (path: string, encoding: string) =>
      t.app.fastify.inject({ method: 'GET', url: path, headers: { 'accept-encoding': encoding } })
    const packed = await take('/api/openapi.json', 'br, gzip')
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
    const plain = await take('/api/openapi.json', 'identity')
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body)
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4)
    for (const path of ['/api/auth/me', '/api/config'])
      expect((await take(path, 'gzip')).headers['content-encoding']).toBeUndefined()
  })

  test('cookie calls from another site are refused, whichever way it says so', async () => {
    for (const headers of [
      { origin: 'https://mal.test' },
      { origin: 'null' },
      { origin: 'http://localhost.mal.test' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ] as Record<string, string>[])
      for (const path of ['/api/auth/refresh', '/api/auth/logout'])
        expect(
          (await t.client().raw('POST', path, { headers })).status,
          JSON.stringify(headers),
        ).toBe(403)
  })
})

describe('settings', () => {
  test('every wrong value is named in one sentence', () => {
    const wrong = (settings: Record<string, string>): string => {
      try {
        readEnv(settings)
        return 'accepted'
      } catch (error) {
        return error instanceof SettingError
          ? error.message
          : `not a SettingError: ${String(error)}`
      }
    }
    expect(wrong({ PORT: 'abc' })).toMatch(/^PORT="abc"/)
    expect(wrong({ LOG_LEVEL: 'loud' })).toMatch(/^LOG_LEVEL="loud"/)
    expect(wrong({ NODE_ENV: 'prod' })).toMatch(/^NODE_ENV="prod"/)
    expect(wrong({ SECRET: 'court' })).toMatch(/SECRET must have at least 32/)
    expect(wrong({ PUBLIC_URL: 'connivence' })).toMatch(/PUBLIC_URL/)
    expect(wrong({ PUSHER_KEY: 'x' })).toMatch(
      /PUSHER_APP_ID, PUSHER_SECRET: required with PUSHER_KEY/,
    )
    const pusher = { PUSHER_APP_ID: '1', PUSHER_KEY: 'x', PUSHER_SECRET: 'y' }
    expect(wrong(pusher)).toMatch(/a socket may outlive its logout.*PUSHER_ACCEPT_LIMITS=1/)
    expect(readEnv({ ...pusher, PUSHER_ACCEPT_LIMITS: '1' }).PUSHER_KEY).toBe('x')
    for (const visits of [
      { VISITS_URL: 'https://visits.example' },
      { VISITS_SITE_ID: '7' },
      { VISITS_URL: 'visits.example', VISITS_SITE_ID: '7' },
    ])
      expect(wrong(visits)).toMatch(/VISITS_URL must be .* with VISITS_SITE_ID/)
    expect(wrong({ MEDIA_PER_ACCOUNT: '0' })).toMatch(/MEDIA_PER_ACCOUNT/)
    expect(wrong({ NODE_ENV: 'production', DEMO: '1' })).toMatch(/DEMO_IN_PRODUCTION/)
  })
  test('demonstration by default, never in production unless it is said', () => {
    expect(readEnv({}).demo).toBe(true)
    expect(readEnv({ NODE_ENV: 'production' }).demo).toBe(false)
    expect(readEnv({ NODE_ENV: 'production', DEMO: '1', DEMO_IN_PRODUCTION: '1' }).demo).toBe(true)
    expect(readEnv({ PUBLIC_URL: 'https://x.test/' })).toMatchObject({
      publicUrl: 'https://x.test',
      secure: true,
    })
  })
})

test('while stopping, requests on open connections get 503 with Retry-After', async () => {
  const own = await testApp()
  let answer = (): void => undefined
  const slow = new Promise<void>((resolve) => (answer = resolve))
  own.app.fastify.get('/slow', async () => {
    await slow
    return {}
  })
  const { port } = new URL(await own.listen())
  const line = connect(Number(port), '127.0.0.1')
  let said = ''
  line.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  const ended = new Promise((resolve) => line.once('close', resolve))
  const ask = (path: string): void =>
    void line.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
  const arrived = (): Promise<unknown> => once(own.app.fastify.server, 'request')
  const slowAsked = arrived()
  ask('/slow')
  await slowAsked
  const closed = own.close()
  await expect.poll(() => own.app.fastify.server.listening).toBe(false)
  const healthAsked = arrived()
  ask('/healthz')
  await healthAsked
  answer()
  await Promise.all([closed, ended])
  const [first = '', second = ''] = said.split(/(?=HTTP\/1\.1 )/)
  expect(first).toMatch(/^HTTP\/1\.1 200 /)
  expect(second).toMatch(/^HTTP\/1\.1 503 [^]*retry-after: 1\r\n/i)
  expect(second).toContain('"code":"unavailable"')
})
