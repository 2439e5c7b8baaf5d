// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Config } from '#contract/session/session'

const settings = vi.hoisted(() => ({ visits: null as Config['visits'] }))
vi.mock('../../../src/data/start/config', () => ({ config: () => settings }))
const { anonymousPath, reportVisit } = await import('../../../src/data/visits')

const sent: { url: string; init: RequestInit }[] = []
const ID = '0192f0c0-0000-7000-8000-000000000001'
beforeEach(() => {
  sent.length = 0
  localStorage.clear()
  history.replaceState(null, '', '/')
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    sent.push({ url, init })
    return Promise.resolve(new Response())
  })
})
afterEach(() => vi.unstubAllGlobals())

test('MSG-167: a visit is posted to the configured endpoint with all its values, and without ids in the address', () => {
  settings.visits = { url: 'https://visits.example/count', siteId: '7' }
  localStorage.setItem('visits', 'true')
  history.replaceState(null, '', `/conversations/${ID}?txor=spring_26&secret=x#y`)
  reportVisit(location.pathname)
  expect([sent[0]?.url, sent[0]?.init.method, sent[0]?.init.credentials]).toEqual([
    'https://visits.example/count/event',
    'POST',
    'omit',
  ])
  expect(JSON.parse(String(sent[0]?.init.body))).toEqual({
    session_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    page_url: `${location.origin}/conversations/:id`,
    referrer: '',
    timestamp: expect.stringMatching(/Z$/) as string,
    screen_size: `${screen.width}x${screen.height}`,
    viewport_size: `${innerWidth}x${innerHeight}`,
    pixel_ratio: devicePixelRatio,
    txor: 'spring_26',
    site_id: '7',
  })
})

test('nothing is posted without consent, nor where no endpoint is configured', () => {
  settings.visits = { url: 'https://visits.example', siteId: '7' }
  reportVisit('/news')
  settings.visits = null
  localStorage.setItem('visits', 'true')
  reportVisit('/news')
  expect(sent).toEqual([])
})

test('ids, handles, codes and invitations are taken out of a path; an odd txor is not sent', () => {
  expect(
    [`/profile/${ID}`, '/events/nuit-du-lac-7k2m/edit', '/join/secret', '/news'].map(anonymousPath),
  ).toEqual(['/profile/:id', '/events/:id/edit', '/:id/:id', '/news'])
  settings.visits = { url: 'https://visits.example', siteId: '7' }
  localStorage.setItem('visits', 'true')
  history.replaceState(null, '', '/news?txor=a@b.example')
  reportVisit('/news')
  expect((JSON.parse(String(sent[0]?.init.body)) as { txor: unknown }).txor).toBeNull()
})
