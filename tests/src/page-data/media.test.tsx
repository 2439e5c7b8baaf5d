// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { LinkVariant, SignedLink } from '#contract/workers/tabs'
import { parseMediaRef } from '../../../src/data/media/media-path'
import { VIEWER_LINK } from '../../../src/parts/photo/viewer-source'
import {
  backoffMs,
  createSignedUrl,
  refreshDelayMs,
  type LinkSource,
  type SignedUrlOptions,
} from '../../../src/data/media/signed-url'

const ID = '0198c0de-0000-7000-8000-000000000001'
const OTHER = '0198c0de-0000-7000-8000-000000000002'

describe('MSG-183: media paths', () => {
  test('MSG-183: bare ids and legacy paths name a photo and its form; absolute addresses are used as they are', () => {
    const full = { kind: 'media', id: ID, variant: 'full' }
    const thumbnail = { ...full, variant: 'thumbnail' }
    expect(parseMediaRef(ID)).toEqual(full)
    expect(parseMediaRef(ID, 'thumbnail')).toEqual(thumbnail)
    expect(parseMediaRef(`/media/${ID}/url`, 'thumbnail')).toEqual(full)
    expect(parseMediaRef(`/media/${ID}/thumbnail`)).toEqual(thumbnail)
    expect(parseMediaRef(`/media/${ID}`, 'thumbnail')).toEqual(thumbnail)
    expect(parseMediaRef(`/api/media/${ID}/url`)).toEqual(full)
    const url = 'https://cdn.example/a.jpg'
    expect(parseMediaRef(url)).toEqual({ kind: 'absolute', url })
    expect(parseMediaRef(null)).toBeNull()
  })
  test('CORE-108: any other path is refused', () => {
    for (const bad of [
      '/accounts/1',
      '/api/media/../secret/url',
      `/api/media/${ID}/raw`,
      'javascript:alert(1)',
      '//evil.test/x',
      'abc',
    ]) {
      expect(() => parseMediaRef(bad), bad).toThrow('Chemin de média non pris en charge')
    }
  })
})

/** A source whose answers the test decides. */
const fake = (answer: (n: number) => SignedLink | null | Error) => {
  const asked: { id: string; variant: LinkVariant; fresh: boolean | number; at: number }[] = []
  const token = new Set<() => void>()
  const dropped = new Set<(ids: readonly string[]) => void>()
  const source: LinkSource = {
    known: () => null,
    link: (id, variant, fresh) => {
      asked.push({ id, variant, fresh, at: Date.now() })
      const result = answer(asked.length)
      return result instanceof Error ? Promise.reject(result) : Promise.resolve(result)
    },
    drop: () => undefined,
    onToken: (fn) => {
      token.add(fn)
      return () => void token.delete(fn)
    },
    onDropped: (fn) => {
      dropped.add(fn)
      return () => void dropped.delete(fn)
    },
  }
  return { source, asked, token, dropped }
}
const good = (lifeS = 1800): SignedLink => ({
  url: '/signed',
  expiresAt: Date.now() + lifeS * 1000,
})
const follow = (
  f: ReturnType<typeof fake>,
  options: SignedUrlOptions = {},
  ref: string | null = ID,
) => {
  const states: string[] = []
  const link = createSignedUrl(ref, options, f.source, () => states.push(link.get().state))
  states.push(link.get().state)
  return { link, states }
}

describe('signed links', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => vi.useRealTimers())

  test('CORE-084: loading, then ready on success, error on failure', async () => {
    const ok = follow(fake(() => good()))
    expect(ok.link.get()).toEqual({ state: 'loading', url: null })
    await vi.advanceTimersByTimeAsync(0)
    expect(ok.link.get()).toEqual({ state: 'ready', url: '/signed' })
    const bad = follow(fake(() => new Error('HTTP 500')))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(bad.states).toEqual(['loading', 'error'])
  })
  test('CORE-193, CORE-195, SOC-188 (thumbnails): a failing call is tried 3 times, 4 for avatars', async () => {
    const plain = fake(() => new Error('x'))
    const avatar = fake(() => new Error('x'))
    const one = follow(plain)
    follow(avatar, { retries: 3 })
    await vi.advanceTimersByTimeAsync(60_000)
    const gaps = (f: typeof plain) => f.asked.slice(1).map((a, i) => a.at - (f.asked[i]?.at ?? 0))
    expect(gaps(plain)).toEqual([400, 800])
    expect(gaps(avatar)).toEqual([400, 800, 1600])
    expect(one.link.get().state).toBe('error')
    expect([0, 1, 2].map(backoffMs)).toEqual([400, 800, 1600])
  })
  test('CORE-194, SOC-188 (viewer): the viewer retries three times 600 ms apart, and asks again within its 60 s', async () => {
    const failing = fake(() => new Error('x'))
    follow(failing, VIEWER_LINK)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(failing.asked.slice(1).map((a, i) => a.at - (failing.asked[i]?.at ?? 0))).toEqual([
      600, 600, 600,
    ])
    const viewer = fake(() => good(1800))
    follow(viewer, VIEWER_LINK)
    await vi.advanceTimersByTimeAsync(53_000)
    expect(viewer.asked).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(7_000)
    // one that lives beyond the one it has: another tab may have asked for it
    expect(viewer.asked.map((a) => a.fresh)).toEqual([false, expect.any(Number)])
  })
  test('CORE-155 (hook part): three retries: four attempts in all, then the error state', async () => {
    const f = fake(() => new Error('x'))
    const { link } = follow(f, { retries: 3 })
    await vi.advanceTimersByTimeAsync(399)
    expect(f.asked).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(f.asked).toHaveLength(4)
    expect(link.get().state).toBe('error')
    link.retry()
    expect(link.get().state).toBe('loading')
  })
  test('what the member may not see is an error at once, without retry', async () => {
    const f = fake(() => null)
    const { link } = follow(f, { retries: 3 })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(f.asked).toHaveLength(1)
    expect(link.get()).toEqual({ state: 'error', url: null, refused: true })
  })
  test('CORE-196 SOC-187 (renewal): 300 s fires at 270, 1800 s at 1740, 30 s at 30', async () => {
    expect([300, 1800, 30, 5].map((s) => refreshDelayMs(s * 1000) / 1000)).toEqual([
      270, 1740, 30, 30,
    ])
    const f = fake(() => good(300))
    follow(f, { autoRefresh: true })
    await vi.advanceTimersByTimeAsync(269_900)
    expect(f.asked).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(200)
    expect(f.asked).toHaveLength(2)
  })
  test('CORE-085: without auto refresh nothing is asked before expiry', async () => {
    const quiet = fake(() => good(300))
    const auto = fake(() => good(300))
    follow(quiet)
    follow(auto, { autoRefresh: true })
    await vi.advanceTimersByTimeAsync(299_000)
    expect(quiet.asked).toHaveLength(1)
    expect(auto.asked).toHaveLength(2)
  })
  test('CORE-086: a new session token asks again, and the picture stays meanwhile', async () => {
    const f = fake((n) => ({ url: `/signed/${n}`, expiresAt: Date.now() + 60_000 }))
    const { link, states } = follow(f)
    await vi.advanceTimersByTimeAsync(0)
    for (const fn of f.token) fn()
    expect(link.get()).toEqual({ state: 'ready', url: '/signed/1' })
    await vi.advanceTimersByTimeAsync(0)
    expect(link.get()).toEqual({ state: 'ready', url: '/signed/2' })
    expect(states).not.toContain('error')
  })
  test('CORE-087: with the option, focus and visibility each ask again; without it neither does', async () => {
    const on = fake(() => good())
    const off = fake(() => good())
    const a = follow(on, { refetchOnFocus: true })
    follow(off)
    await vi.advanceTimersByTimeAsync(0)
    dispatchEvent(new Event('focus'))
    await vi.advanceTimersByTimeAsync(0)
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(0)
    expect(on.asked).toHaveLength(3)
    expect(off.asked).toHaveLength(1)
    a.link.stop()
    dispatchEvent(new Event('focus'))
    expect(on.asked).toHaveLength(3)
  })
  test('a dropped link goes back to loading and is asked again; one that is stopped never answers late', async () => {
    const f = fake(() => good())
    const { link, states } = follow(f)
    await vi.advanceTimersByTimeAsync(0)
    for (const fn of f.dropped) fn([OTHER])
    expect(link.get().state).toBe('ready')
    for (const fn of f.dropped) fn([ID])
    expect(link.get().state).toBe('loading')
    link.stop()
    await vi.advanceTimersByTimeAsync(100)
    expect(states.at(-1)).toBe('loading')
    expect(f.dropped.size).toBe(0)
  })
  test('CORE-109: an absolute address is ready without a call, a foreign path is an error', () => {
    const f = fake(() => good())
    expect(follow(f, {}, 'https://x.test/a.jpg').link.get()).toEqual({
      state: 'ready',
      url: 'https://x.test/a.jpg',
    })
    expect(follow(f, {}, '/etc/passwd').link.get().state).toBe('error')
    expect(follow(f, {}, null).link.get().state).toBe('loading')
    expect(f.asked).toEqual([])
  })
})
