// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reportPrompt } from '../../../../src/data/state/report-prompt'

const net = vi.hoisted(() => ({
  asked: [] as string[],
  invalidated: 0,
  retried: 0,
  state: 'ready' as 'ready' | 'error' | 'loading',
  bytes: vi.fn(),
}))
vi.mock('../../../../src/data/media/media-urls', () => ({
  useSignedUrl: (id: string | null) => {
    if (id) net.asked.push(id)
    return {
      state: net.state,
      url: net.state === 'ready' ? `/bytes/${id}?v=${net.invalidated}` : null,
      invalidate: () => {
        net.invalidated += 1
      },
      retry: () => {
        net.retried += 1
      },
    }
  },
}))
vi.mock('../../../../src/data/media/picture-bytes', () => ({ pictureBytes: net.bytes }))
const { PhotoViewer } = await import('../../../../src/parts/photo/photo-viewer')

const photos = Array.from({ length: 6 }, (_, i) => ({ id: `p${i + 1}` }))
const show = (index: number) =>
  render(<PhotoViewer photos={photos} index={index} onIndex={onIndex} onClose={onClose} />)
const onIndex = vi.fn()
const onClose = vi.fn()
const image = (): HTMLImageElement => screen.getByRole('img')
beforeEach(() => {
  Object.assign(net, { asked: [], invalidated: 0, retried: 0, state: 'ready' })
  net.bytes.mockReset()
  vi.useFakeTimers()
  URL.createObjectURL = () => 'blob:made'
  URL.revokeObjectURL = () => undefined
})
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
  vi.useRealTimers()
})

test('SOC-048: the photo that is shown, the one before and the one after are asked for, no other', () => {
  show(2)
  expect([...new Set(net.asked)].sort()).toEqual(['p2', 'p3', 'p4'])
})

test('SOC-046: the spinner waits for 1 s, and a photo that is there sooner never shows it', () => {
  show(0)
  act(() => void vi.advanceTimersByTime(950))
  expect(screen.queryByLabelText('Chargement…') ?? screen.queryByText('Chargement…')).toBeNull()
  act(() => void vi.advanceTimersByTime(100))
  expect(screen.queryByLabelText('Chargement…') ?? screen.queryByText('Chargement…')).not.toBeNull()
  cleanup()
  show(0)
  fireEvent.load(image())
  act(() => void vi.advanceTimersByTime(3_000))
  expect(screen.queryByLabelText('Chargement…') ?? screen.queryByText('Chargement…')).toBeNull()
})

test('SOC-049 SOC-047: one new link, then the bytes, then the error; «Réessayer» begins again', async () => {
  net.bytes.mockResolvedValue(new Blob(['x']))
  const view = show(0)
  fireEvent.error(image())
  view.rerender(<PhotoViewer photos={photos} index={0} onIndex={onIndex} onClose={onClose} />)
  expect([net.invalidated, net.bytes.mock.calls.length]).toEqual([1, 0])
  expect(image().getAttribute('src')).toBe('/bytes/p1?v=1')
  fireEvent.error(image())
  await act(() => vi.advanceTimersByTimeAsync(10))
  expect([net.invalidated, net.bytes.mock.calls.length]).toEqual([1, 1])
  expect(image().getAttribute('src')).toBe('blob:made')
  fireEvent.error(image())
  screen.getByText('Erreur de chargement')
  screen.getByText("Impossible de charger l'image")
  fireEvent.click(screen.getByRole('button', { name: 'Réessayer' }))
  view.rerender(<PhotoViewer photos={photos} index={0} onIndex={onIndex} onClose={onClose} />)
  expect(image().getAttribute('src')).toBe('/bytes/p1?v=2')
})

test('SOC-047: a link that cannot be had shows the error; bytes that cannot be fetched too', async () => {
  net.state = 'error'
  show(0)
  fireEvent.click(screen.getByRole('button', { name: 'Réessayer' }))
  expect(net.retried).toBe(1)
  cleanup()
  net.state = 'ready'
  net.bytes.mockRejectedValue(new Error('HTTP 403'))
  show(0)
  fireEvent.error(image())
  fireEvent.error(image())
  await act(() => vi.advanceTimersByTimeAsync(10))
  screen.getByText('Erreur de chargement')
})

test('SOC-042: previous and next lead through the set, by buttons and arrows, and stop at its ends; Escape closes', () => {
  show(0)
  expect(screen.queryByRole('button', { name: 'Photo précédente' })).toBeNull()
  fireEvent.keyDown(window, { key: 'ArrowLeft' })
  expect(onIndex).not.toHaveBeenCalled()
  fireEvent.keyDown(window, { key: 'ArrowRight' })
  fireEvent.click(screen.getByRole('button', { name: 'Photo suivante' }))
  expect(onIndex.mock.calls).toEqual([[1], [1]])
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
  expect(onClose).toHaveBeenCalledTimes(1)
  cleanup()
  show(5)
  expect(screen.queryByRole('button', { name: 'Photo suivante' })).toBeNull()
  screen.getByText('Photo 6 sur 6', { selector: 'p' })
})

test('somebody else’s photo may be reported from the viewer, one’s own not', () => {
  const id = '0199b7a0-0000-7000-8000-000000000042'
  const view = render(
    <PhotoViewer
      photos={[{ id: `/api/media/${id}/url`, foreign: true }]}
      index={0}
      onIndex={onIndex}
      onClose={onClose}
    />,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Signaler cette photo' }))
  expect({ ...reportPrompt.last }).toEqual({ kind: 'photo', id, title: 'Signaler cette photo' })
  view.rerender(
    <PhotoViewer
      photos={[{ id: `/api/media/${id}/url` }]}
      index={0}
      onIndex={onIndex}
      onClose={onClose}
    />,
  )
  expect(screen.queryByRole('button', { name: 'Signaler cette photo' })).toBeNull()
})
