// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { noteFailedStyles } from '../../../src/data/start/failed-styles'
import { loadCodeWithRetry } from '../../../src/data/start/load-code'

afterEach(() => void vi.useRealTimers())

const add = (name: string): void => {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = `https://a.test/assets/${name}.css`
  document.head.append(link)
}
const linkOf = (name: string): HTMLLinkElement => {
  const [link, ...more] = document.head.querySelectorAll<HTMLLinkElement>(`[href*="${name}"]`)
  if (!link || more.length > 0) throw new Error(`not one link of ${name}`)
  return link
}
/** The page has requested it, and hears what comes of that. */
const answer = (name: string, type: 'load' | 'error'): HTMLLinkElement => {
  const link = linkOf(name)
  link.dispatchEvent(new Event(type))
  return link
}

test('code waits for its style sheet, which is requested again until it comes; one of other code is not awaited', async () => {
  vi.useFakeTimers()
  noteFailedStyles()
  for (const name of ['own', 'other', 'there']) add(name)
  const there = answer('there', 'load')
  const first = [answer('own', 'error'), answer('other', 'error')]
  // as Vite: only the first import fails
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new Error(`Unable to preload CSS for ${linkOf('own').href}`))
    .mockResolvedValue('code')
  const code = loadCodeWithRetry(load)
  await vi.advanceTimersByTimeAsync(4_000)
  expect([linkOf('own'), linkOf('other'), linkOf('there')].map((l) => first.includes(l))).toEqual([
    false,
    false,
    false,
  ])
  expect(linkOf('there')).toBe(there)
  answer('own', 'error')
  answer('other', 'error')
  await vi.advanceTimersByTimeAsync(7_999)
  expect(load).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  answer('own', 'load')
  answer('other', 'error')
  expect(await code).toBe('code')
})
