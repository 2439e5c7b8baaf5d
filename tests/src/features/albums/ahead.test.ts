// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { eventually } from '../../../support/eventually'

const ID = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
vi.mock('../../../../src/data/media/media-urls', () => ({
  prefetchLink: (ref: string) => Promise.resolve(`/bytes/${ref}`),
}))
vi.mock('../../../../src/data/session/session', () => ({ onSessionChange: () => () => undefined }))

test('pictures of photos that come next are fetched one a frame, and given up when others are wanted', async () => {
  const asked: string[] = []
  let frame: (() => void) | null = null
  vi.stubGlobal(
    'Image',
    class {
      fetchPriority = ''
      set src(url: string) {
        asked.push(url)
      }
    },
  )
  vi.stubGlobal('requestAnimationFrame', (fn: () => void) => {
    frame = fn
    return 1
  })
  const { prefetchPictures } = await import('../../../../src/features/albums/grid/pictures-ahead')
  const next = (): void => {
    const fn = frame
    frame = null
    fn?.()
  }
  prefetchPictures([ID(1), ID(2), ID(3)])
  await eventually(() => expect(frame).not.toBeNull())
  expect(asked).toEqual([])
  next()
  expect(asked).toEqual([`/bytes/${ID(1)}`])
  prefetchPictures([ID(3), ID(4)])
  await Promise.resolve()
  for (let i = 0; i < 5; i += 1) next()
  expect(asked).toEqual([ID(1), ID(3), ID(4)].map((id) => `/bytes/${id}`))
  // what is held is not fetched again
  prefetchPictures([ID(1), ID(5)])
  await Promise.resolve()
  for (let i = 0; i < 5; i += 1) next()
  expect(asked.slice(3)).toEqual([`/bytes/${ID(5)}`])
})
