import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SignedLink } from '#contract/workers/tabs'
import { hubBench, member, pass, token, type Bench, type BenchTab } from '../support/hub/bench'

let bench: Bench
let tabs: BenchTab[]
beforeEach(async () => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'Date'],
  })
  bench = await hubBench()
  tabs = Array.from({ length: 3 }, () => bench.tab())
  // a token that outlives the tests: a new one empties the cache
  const session = member({ token: token(7_200) })
  for (const t of tabs) void t.hub.call('setSession', t.id, session)
  await pass(50, 10)
})
afterEach(() => {
  bench.end()
  vi.useRealTimers()
})
const tab = (n = 0): BenchTab => tabs[n] as BenchTab
const settle = async <T>(promise: Promise<T>): Promise<T> => {
  const done = promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  await pass(60, 10)
  const result = await done
  if ('error' in result) throw result.error
  return result.value
}
const media = () => bench.seen.filter((s) => s.path.includes('/media/'))

test('what ten places of three tabs ask within 10 ms is one call, and each media is asked once', async () => {
  const ids = Array.from({ length: 10 }, () => randomUUID())
  const links = await settle(
    Promise.all(tabs.flatMap((t) => ids.map((id) => t.hub.call('link', id, 'thumbnail')))),
  )
  expect(links).toHaveLength(30)
  expect(media()).toHaveLength(1)
  expect(media()[0]?.body).toMatchObject({
    items: Array.from({ length: 10 }, () => ({ variant: 'thumbnail' })),
  })
  expect(links.every((l) => l !== null && l.url.startsWith('/l/'))).toBe(true)
})

test('a batch holds at most 100', async () => {
  await settle(
    Promise.all(Array.from({ length: 250 }, () => tab().hub.call('link', randomUUID(), 'full'))),
  )
  expect(media().map((c) => (c.body as { items: unknown[] }).items.length)).toEqual([100, 100, 50])
})

test('CORE-154 (browser part): one picture alone is asked by its own path, credentials included', async () => {
  const id = randomUUID()
  bench.routes.set(`GET /api/media/${id}/url`, () => ({
    body: { signed_url: '/full', expires_in: 60 },
  }))
  bench.routes.set(`GET /api/media/${id}/thumbnail`, () => ({
    body: { thumbnail_url: '/small', expires_in: 60 },
  }))
  expect((await settle(tab().hub.call('link', id, 'full')))?.url).toBe('/full')
  expect((await settle(tab().hub.call('link', id, 'thumbnail')))?.url).toBe('/small')
  expect(media().map((c) => c.init.credentials)).toEqual(['include', 'include'])
})

test('CORE-192: a link whose answer gives no life is kept for 30 minutes, then asked again', async () => {
  const id = randomUUID()
  bench.routes.set(`GET /api/media/${id}/url`, () => ({ body: { signed_url: '/full' } }))
  const link = (await settle(tab().hub.call('link', id, 'full'))) as SignedLink
  expect(link.expiresAt - Date.now()).toBeGreaterThan(29.9 * 60_000)
  await pass(29.5 * 60_000, 10_000)
  await settle(tab(1).hub.call('link', id, 'full'))
  expect(media()).toHaveLength(1)
  await pass(30_000, 1_000)
  await settle(tab(1).hub.call('link', id, 'full'))
  expect(media()).toHaveLength(2)
})

test('CORE-112: a life below 30 s counts as 30 s; a longer one is the answer’s own', async () => {
  const [short, long] = [randomUUID(), randomUUID()]
  bench.routes.set(`GET /api/media/${short}/url`, () => ({
    body: { signed_url: '/s', expires_in: 5 },
  }))
  bench.routes.set(`GET /api/media/${long}/url`, () => ({
    body: { signed_url: '/l', expires_in: 300 },
  }))
  const now = Date.now()
  expect(
    ((await settle(tab().hub.call('link', short, 'full'))) as SignedLink).expiresAt - now,
  ).toBeLessThan(30_100)
  expect(
    ((await settle(tab().hub.call('link', long, 'full'))) as SignedLink).expiresAt - now,
  ).toBeGreaterThanOrEqual(300_000)
})

test('CORE-061 CORE-179: a link is read under each of its names; an answer without one says so', async () => {
  const media = randomUUID()
  const ask = (variant: 'full' | 'thumbnail', body: unknown): Promise<unknown> => {
    bench.routes.set(`GET /api/media/${media}/${variant === 'full' ? 'url' : 'thumbnail'}`, () => ({
      body,
    }))
    return settle(tab().hub.call('link', media, variant, true))
  }
  for (const name of ['signed_url', 'url', 'signedUrl']) {
    const link = (await ask('full', { [name]: `/${name}`, expires_in: 90 })) as SignedLink
    expect([link.url, Math.round((link.expiresAt - Date.now()) / 1000)]).toEqual([`/${name}`, 90])
    await pass(20_000, 1_000)
  }
  for (const name of ['thumbnail_url', 'url', 'thumbnailUrl']) {
    const link = (await ask('thumbnail', { [name]: `/${name}`, expires_in: 90 })) as SignedLink
    expect([link.url, Math.round((link.expiresAt - Date.now()) / 1000)]).toEqual([`/${name}`, 90])
    await pass(20_000, 1_000)
  }
  await expect(ask('full', {})).rejects.toThrow('URL signée manquante')
  await expect(ask('thumbnail', {})).rejects.toThrow('URL vignette manquante')
})

test('a fresh link is asked again, but once for tabs that ask together', async () => {
  const id = randomUUID()
  bench.routes.set(`GET /api/media/${id}/url`, () => ({
    body: { signed_url: '/full', expires_in: 60 },
  }))
  await settle(tab().hub.call('link', id, 'full'))
  await pass(10_000, 500)
  await settle(Promise.all(tabs.map((t) => t.hub.call('link', id, 'full', true))))
  expect(media()).toHaveLength(2)
  await settle(tab(2).hub.call('link', id, 'full', true))
  expect(media()).toHaveLength(2)
})

test('what a member may not see is null, not a failure; a failing server is a failure', async () => {
  const [hidden, shown] = [randomUUID(), randomUUID()]
  bench.routes.set('POST /api/media/urls', () => ({
    body: { links: [{ id: shown, variant: 'full', url: '/x', expires_in: 60 }] },
  }))
  const [a, b] = await settle(
    Promise.all([tab().hub.call('link', hidden, 'full'), tab().hub.call('link', shown, 'full')]),
  )
  expect(a).toBeNull()
  expect(b?.url).toBe('/x')
  for (const status of [403, 404]) {
    const id = randomUUID()
    bench.routes.set(`GET /api/media/${id}/url`, () => ({ status }))
    expect(await settle(tab().hub.call('link', id, 'full'))).toBeNull()
  }
  const id = randomUUID()
  bench.routes.set(`GET /api/media/${id}/url`, () => ({ status: 500 }))
  await expect(settle(tab().hub.call('link', id, 'full'))).rejects.toThrow('HTTP 500')
  bench.routes.set(`GET /api/media/${id}/url`, () => ({ body: {} }))
  await expect(settle(tab().hub.call('link', id, 'full'))).rejects.toThrow('URL signée manquante')
  expect(await settle(tab().hub.call('link', 'abc', 'full'))).toBeNull()
})

test('dropped links are told to every tab and asked again', async () => {
  const id = randomUUID()
  bench.routes.set(`GET /api/media/${id}/url`, () => ({
    body: { signed_url: '/full', expires_in: 60 },
  }))
  await settle(tab().hub.call('link', id, 'full'))
  await settle(tab().hub.call('dropLinks', [id]))
  for (const t of tabs) expect(t.of('links-dropped').map((m) => m.ids)).toEqual([[id]])
  await settle(tab(1).hub.call('link', id, 'full'))
  expect(media()).toHaveLength(2)
})

test('a link that is dropped while it is requested is requested anew', async () => {
  const id = randomUUID()
  bench.routes.set(`GET /api/media/${id}/url`, () => ({
    body: { signed_url: '/full', expires_in: 60 },
  }))
  const asking = tab().hub.call('link', id, 'full')
  await pass(12, 2)
  await Promise.all([settle(tab().hub.call('dropLinks', [id])), asking])
  await settle(tab(1).hub.call('link', id, 'full'))
  expect(media()).toHaveLength(2)
})

test('a new token empties the cache: links of the old session are not handed out', async () => {
  const id = randomUUID()
  bench.routes.set(`GET /api/media/${id}/url`, () => ({
    body: { signed_url: '/full', expires_in: 600 },
  }))
  await settle(tab().hub.call('link', id, 'full'))
  const dead = member({ token: token(-1) })
  await settle(tab().hub.call('setSession', tab().id, null))
  await settle(tab().hub.call('setSession', tab().id, dead))
  await settle(tab().hub.call('refresh', dead.token))
  await settle(tab().hub.call('link', id, 'full'))
  expect(media()).toHaveLength(2)
})

test('tabs that hold links of different ages renew them together: the one that asks later takes what another has fetched', async () => {
  const id = randomUUID()
  let n = 0
  bench.routes.set(`GET /api/media/${id}/url`, () => ({
    body: { signed_url: `/full/${(n += 1)}`, expires_in: 60 },
  }))
  const first = (await settle(tab().hub.call('link', id, 'full'))) as SignedLink
  await pass(54_000, 1_000)
  const second = (await settle(tab().hub.call('link', id, 'full', first.expiresAt))) as SignedLink
  expect(second.url).toBe('/full/2')
  await pass(20_000, 1_000)
  // it still has the first one
  expect(await settle(tab(1).hub.call('link', id, 'full', first.expiresAt))).toMatchObject({
    url: '/full/2',
    expiresAt: second.expiresAt,
  })
  expect(media()).toHaveLength(2)
  // true is another one, whatever is kept
  expect((await settle(tab(2).hub.call('link', id, 'full', true)))?.url).toBe('/full/3')
})
