// @vitest-environment jsdom
import '../../support/browser/dom-shims'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

const { link, retry } = vi.hoisted(() => ({
  link: { state: 'error', url: null as string | null, refused: true as boolean | undefined },
  retry: vi.fn(),
}))
vi.mock('../../../src/data/media/media-urls', () => ({
  useSignedUrl: () => ({ ...link, retry, invalidate: () => undefined }),
}))
const { SignedImage } = await import('../../../src/parts/photo/signed-image')
afterEach(cleanup)

test('a picture that is shown no more says so; one that did not load is tried again', () => {
  render(<SignedImage media={{ id: 'm', blurhash: null }} alt="" />)
  screen.getByText('Photo indisponible')
  expect(screen.queryByRole('button')).toBeNull()
  cleanup()
  link.refused = undefined
  render(<SignedImage media={{ id: 'm', blurhash: null }} alt="" />)
  screen.getByRole('button', { name: 'Réessayer' })
  expect(screen.queryByText('Photo indisponible')).toBeNull()
})

describe('a picture that takes a minute', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const show = (): HTMLImageElement => {
    Object.assign(link, { state: 'ready', url: '/media/m', refused: undefined })
    render(<SignedImage media={{ id: 'm', blurhash: null }} alt="La photo" />)
    return screen.getByRole<HTMLImageElement>('img')
  }
  const wait = (ms: number): void => act(() => void vi.advanceTimersByTime(ms))

  test('is given up when nothing of it has come, and can be tried again', () => {
    show()
    wait(59_000)
    expect(screen.queryByRole('button')).toBeNull()
    wait(1_000)
    fireEvent.click(screen.getByRole('button', { name: 'Réessayer' }))
    expect(retry).toHaveBeenCalledTimes(1)
    expect(screen.getByRole('img')).toBeDefined()
    wait(60_000)
    screen.getByRole('button', { name: 'Réessayer' })
  })

  test('goes on when its first bytes have come', () => {
    Object.defineProperty(show(), 'naturalWidth', { value: 900 })
    wait(600_000)
    expect(screen.queryByRole('button')).toBeNull()
  })
})
