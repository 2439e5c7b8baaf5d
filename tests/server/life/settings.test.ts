import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { readEnv } from '../../../server/env'
import { testApp, type TestApp } from '../../support/server/server'

const root = join(import.meta.dirname, '../../..')
let open: TestApp[] = []
afterEach(async () => {
  await Promise.all(open.map((t) => t.close()))
  open = []
})

test('a wrong setting gives one clear message that names it; every setting is in .env.example', () => {
  const refused = (settings: Record<string, string>): string => {
    try {
      readEnv({ NODE_ENV: 'production', ...settings })
      return ''
    } catch (error) {
      return (error as Error).message
    }
  }
  const full = {
    DATABASE_URL: 'postgres://x/y',
    SECRET: 'x'.repeat(32),
    REDIS_URL: 'redis://127.0.0.1:6379',
  }
  expect(refused(full)).toBe('')
  expect(refused({ ...full, REDIS_URL: 'http://x' })).toMatch(
    /^REDIS_URL must begin with redis:\/\//,
  )
  expect(refused({ ...full, DATABASE_URL: '' })).toMatch(/^REDIS_URL without DATABASE_URL/)
  expect(refused({ ...full, SECRET: '' })).toMatch(/^REDIS_URL without SECRET/)
  for (const [name, value] of [
    ['DATABASE_POOL', '1'],
    ['MAX_SOCKETS', '0'],
    ['SLOW_QUERY_MS', 'vite'],
    ['METRICS_PORT', '70000'],
    ['RATE_FACTOR', '-1'],
    ['MEDIA_PER_ACCOUNT', '0'],
  ] as const)
    expect(refused({ [name]: value })).toMatch(
      new RegExp(`^${name}="${value}" is not a valid value`),
    )
  const example = new Set(
    readFileSync(join(root, '.env.example'), 'utf8')
      .split('\n')
      .flatMap((l) => /^([A-Z0-9_]+)=/.exec(l)?.[1] ?? []),
  )
  const known = Object.keys(readEnv({})).filter((k) => /^[A-Z0-9_]+$/.test(k))
  const source = readFileSync(join(root, 'server/env.ts'), 'utf8')
  const named = [...source.matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map((m) => m[1] ?? '')
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter((name) => !example.has(name))).toEqual([])
  expect([...example].filter((name) => !named.includes(name))).toEqual([])
  expect(known.every((k) => named.includes(k))).toBe(true)
})

test('a rehearsal with the settings of the installation reaches nobody, and never opens its bucket', async () => {
  const live = {
    SMTP_URL: 'smtp://mail.example',
    REDIS_URL: 'redis://127.0.0.1:6379',
    SECRET: 'x'.repeat(32),
    METRICS_PORT: '9090',
    BEAMS_INSTANCE_ID: 'a',
    BEAMS_SECRET_KEY: 'b',
    PUSHER_APP_ID: 'a',
    PUSHER_KEY: 'b',
    PUSHER_SECRET: 'c',
    VISITS_URL: 'https://visits.example/api',
    VISITS_SITE_ID: '1',
    S3_BUCKET: 'photos',
    S3_ACCESS_KEY_ID: 'a',
    S3_SECRET_ACCESS_KEY: 'b',
    REHEARSAL: '1',
  }
  expect(() => readEnv({ ...live, S3_ENDPOINT: 'https://s3.example' })).toThrow(
    /^REHEARSAL=1 keeps photos in DATA_DIR/,
  )
  expect(readEnv({ ...live, S3_ENDPOINT: '' })).toMatchObject({
    SMTP_URL: '',
    REDIS_URL: '',
    PUSH: false,
    BEAMS_INSTANCE_ID: '',
    PUSHER_KEY: '',
    VISITS_URL: '',
    METRICS_PORT: 0,
  })
  open = await Promise.all([testApp({ REHEARSAL: '1' }), testApp()])
  const done = await Promise.all(open.map((t) => t.app.jobs.tick()))
  expect(done[0]).toEqual([])
  expect(done[1]).toContain('sendLetters')
})

test('compose.yaml: .env copied from .env.example starts a container on its own address and volume', () => {
  const compose = readFileSync(join(root, 'compose.yaml'), 'utf8')
  const settings = (text: string): Record<string, string> =>
    Object.fromEntries(
      [...text.matchAll(/^ *([A-Z][A-Z0-9_]+)[:=] *(.*)$/gm)].map((m) => [
        m[1] ?? '',
        (m[2] ?? '').replace(/^'|'$/g, ''),
      ]),
    )
  const container = settings(/^x-container:.*\n(?: .*\n)+/m.exec(compose)?.[0] ?? '')
  const copied = settings(readFileSync(join(root, '.env.example'), 'utf8'))
  expect(readEnv({ ...copied, ...container, DEMO: '0' })).toMatchObject({
    NODE_ENV: 'production',
    HOST: '0.0.0.0',
    PORT: 8080,
    DATA_DIR: '/data',
  })
  // an `environment` replaces the one that it merges: each names the container's settings again
  const servers = compose
    .split('\n\n')
    .filter((part) => /<<: \*(?:app|full)\n/.test(part) && part.includes('environment:'))
  expect(servers).toHaveLength(3)
  for (const part of servers) {
    expect(part).toMatch(/environment:\n +<<: \*container\n/)
    for (const name of Object.keys(settings(part))) expect(copied).toHaveProperty(name)
  }
})

test('compose.yaml: no process of any container gains a right, and no log fills the disk', () => {
  const compose = readFileSync(join(root, 'compose.yaml'), 'utf8')
  expect(/^x-guarded: &guarded\n(?: .*\n)+/m.exec(compose)?.[0]).toMatch(
    /no-new-privileges:true[^]*max-size: 10m/,
  )
  const services = /^services:\n([^]*?)^configs:/m
    .exec(compose)?.[1]
    ?.split(/^ {2}(?=\w+(?:-\w+)?:$)/m)
  const named = (services ?? []).filter((part) => part.includes(':\n'))
  expect(named).toHaveLength(9)
  // `app` and `full` merge `guarded`
  for (const part of named) expect(part).toMatch(/<<: \*(?:guarded|app|full)\n/)
})

test('compose.yaml: the demonstration has nothing of the installation, Redis leaves root, the bucket is there before a server', () => {
  const compose = readFileSync(join(root, 'compose.yaml'), 'utf8')
  const part = (name: string) =>
    new RegExp(`^  ${name}:\\n(?: {4}.*\\n|\\n)+`, 'm').exec(compose)?.[0] ?? ''
  expect(part('demo')).toMatch(/^ {4}env_file: \[\]$/m)
  expect(part('app')).not.toContain('env_file')
  expect(part('redis')).toMatch(/^ {4}user: redis\n {4}read_only: true\n {4}cap_drop: \[ALL\]$/m)
  expect(part('bucket')).toMatch(/until .*s3\.bucket\.list .*grep -qw connivence;/)
})

test('a first start builds in another process: what the builder took is free when the server listens', () => {
  const start = readFileSync(join(root, 'scripts/start.mjs'), 'utf8')
  expect(start).toMatch(/spawnSync\(process\.execPath, \[join\(root, 'scripts\/build\.mjs'\)\]/)
  expect(start).not.toMatch(/\bbuild\(\)/)
})
