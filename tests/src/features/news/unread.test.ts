// @vitest-environment jsdom
import { subscribe } from 'valtio'
import { afterEach, expect, test, vi } from 'vitest'
import { resync } from '../../../../src/data/hub/hub'
import { session } from '../../../../src/data/session/session'
import { badges, setBadge } from '../../../../src/data/state/badges'
import { startNews } from '../../../../src/features/news/realtime'
import { serve, times } from '../../../support/world/events'

afterEach(() => {
  session.phase = 'starting'
  vi.unstubAllGlobals()
})

test('the badge of the news never shows less than the server, and nothing once all was read elsewhere', async () => {
  session.phase = 'signed-in'
  let unread = 2
  const asked = serve({ 'GET /news/unread': () => ({ unread }) })
  setBadge('news', 3)
  startNews()
  const counted = (count: number) =>
    vi.waitFor(() => expect(times(asked, 'GET /news/unread')).toBe(count))
  await counted(1)
  unread = 4
  resync()
  await vi.waitFor(() => expect(badges.news).toBe(4))
  unread = 0
  resync()
  await vi.waitFor(() => expect(badges.news).toBe(0))

  // an item that comes while the count is on its way stays
  setBadge('news', 1)
  let reply: (body: unknown) => void = () => undefined
  const held = serve({
    'GET /news/unread': () => new Promise((resolve) => void (reply = resolve)),
  })
  resync()
  await vi.waitFor(() => expect(times(held, 'GET /news/unread')).toBe(1))
  setBadge('news', 2)
  const cleared = vi.fn()
  const stop = subscribe(badges, cleared)
  reply({ unread: 0 })
  // a later count arrives after it
  serve({ 'GET /news/unread': () => ({ unread: 3 }) })
  resync()
  await vi.waitFor(() => expect(badges.news).toBe(3))
  expect(cleared).toHaveBeenCalledTimes(1)
  stop()
})
