// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { fetchEvent } from '../../../../src/features/events/state/keys'
import { hostedEvent, serve } from '../../../support/world/events'

afterEach(() => void vi.unstubAllGlobals())

test('SOC-209: an event opened by its code is loaded by its code, by its id otherwise', async () => {
  const event = hostedEvent()
  const asked = serve({
    [`GET /events/${event.id}`]: () => ({ event }),
    'GET /events/slug/souper-x2f4': () => ({ event }),
  })
  for (const ref of [event.id, 'souper-x2f4'])
    expect(await fetchEvent(ref)).toMatchObject({ kind: 'open', event: { id: event.id } })
  expect(asked.map((s) => s.line)).toEqual([
    `GET /events/${event.id}`,
    'GET /events/slug/souper-x2f4',
  ])
})
