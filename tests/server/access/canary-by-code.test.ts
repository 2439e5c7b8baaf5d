import { expect, test } from 'vitest'
import { getEvent, joinBySlug } from '#contract/events/events'
import { listRequestsByCode, setAnswersTogether } from '#contract/events/held-answers'
import { crawl, setUp, w } from './canary-crawl'
import { secretsOf } from './crawl'

setUp()

test('a couple whose request with the code waits sees the title and the hour of that event alone', async () => {
  const couple = await w.t.member('deuxauseuil', ['woman', 'man'])
  await couple.call(setAnswersTogether, { body: { on: true } })
  const { event } = (await w.who.victim.call(getEvent, { params: { id: w.ids.evening } })).body
  const joined = await couple.call(joinBySlug, { body: { slug: event.slug ?? '' } })
  expect(joined.body).toEqual({ event: null, waits: w.ids.evening })
  const secrets = secretsOf(w)
  // called as any stranger is, on every route and channel, with its pushes and its archive
  const { stranger } = w.who
  Object.assign(w.who, { stranger: couple })
  const { seen, answered } = await crawl(secrets, ['stranger'])
  Object.assign(w.who, { stranger })
  expect(answered).toBeGreaterThan(20)
  const before = await crawl(secrets, ['stranger'])
  const more = [...seen].filter(([secret]) => !before.seen.has(secret))
  expect(more.map(([secret, where]) => [secret, [...where]])).toEqual([
    ['evening stranger', ['listRequestsByCode of stranger']],
  ])
  expect((await couple.call(listRequestsByCode, {})).body.requests.length).toBe(1)
}, 120_000)
