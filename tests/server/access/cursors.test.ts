import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillPath } from '#contract/route'
import { createWorld, type World } from '../../support/world/world'
import { MATRIX } from './matrix'

/** Where a page begins: names of the parameters, in all routes. */
const NAMES = [
  'cursor',
  'before',
  'around',
  'since',
  'offset',
  'limit',
  'oldestLoadedMessageId',
  'newestLoadedMessageId',
]

let w: World
beforeAll(async () => {
  w = await createWorld()
})
afterAll(() => w.t.close())

const MADE_UP = [
  '',
  'x',
  '-1',
  '1e400',
  '99999999999999999999',
  '%',
  "' or 1=1 --",
  '\0',
  'x'.repeat(20_000),
  '01890000-0000-7000-8000-000000000000',
  '9999999999999999.01890000-0000-7000-8000-000000000000',
  '9.9999999999999999.01890000-0000-7000-8000-000000000000',
  '1.------------------------------------',
  'hidden.------------------------------------',
  '-271821-04-20T00:00:00Z',
  '9999-12-31T23:59:59+23:59',
]

test('a page that begins at nothing, at another list’s place or at somebody else’s is refused, or within what the caller reads', async () => {
  const foreign = [w.unsent, w.held, w.albums.lockedPhoto, w.message, w.group, w.events.draft]
  const asked = new Set<string>()
  for (const route of w.t.app.served) {
    const shape = (route.query as { shape?: object } | undefined)?.shape ?? {}
    for (const name of NAMES.filter((n) => Object.hasOwn(shape, n)))
      for (const value of [...MADE_UP, ...foreign]) {
        const { params, query } = MATRIX[route.id]?.[0]?.input(w, 'stranger') ?? {}
        const search = new URLSearchParams({ ...(query as Record<string, string>), [name]: value })
        const answer = await w.members.stranger.raw(
          route.method,
          `/api${fillPath(route.path, params)}?${search.toString()}`,
        )
        const what = `${route.id} ${name}=${value.slice(0, 40)}`
        expect([200, 400, 403, 404, 409], what).toContain(answer.status)
        const said = JSON.stringify({ ...answer.body, error: '' })
        for (const id of foreign.filter((x) => x !== params?.['id']))
          expect(answer.status === 200 && said.includes(id), what).toBe(false)
        asked.add(route.id)
      }
  }
  expect(asked.size).toBeGreaterThan(15)
})
