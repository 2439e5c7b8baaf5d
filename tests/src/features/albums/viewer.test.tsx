// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { reportPrompt } from '../../../../src/data/state/report-prompt'

const net = vi.hoisted(() => ({
  asked: [] as string[],
  options: [] as unknown[],
  invalidated: 0,
  retried: 0,
  state: 'ready' as 'ready' | 'error' | 'loading',
  refused: false,
  bytes: vi.fn(),
}))
vi.mock('../../../../src/data/media/media-urls', () => ({
  useSignedUrl: (id: string | null, options: unknown) => {
    if (id) net.asked.push(id)
    net.options.push(options)
    return {
      state: net.state,
      refused: net.refused || undefined,
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
  Object.assign(net, { asked: [], options: [], invalidated: 0, retried: 0, state: 'ready' })
  net.refused = false
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

test('SOC-048 SOC-188: the photo that is shown, the one before and the one after are asked for, no other', () => {
  const fetched: string[] = []
  vi.stubGlobal(
    'Image',
    class {
      set src(url: string) {
        fetched.push(url)
      }
    },
  )
  show(2)
  expect([...new Set(net.asked)].sort()).toEqual(['p2', 'p3', 'p4'])
  expect(image().getAttribute('src')).toBe('/bytes/p3?v=0')
  // three retries, and a life of 60 s
  for (const options of net.options)
    expect(options).toMatchObject({ variant: 'full', retries: 3, lifetimeS: 60, autoRefresh: true })
  expect([...new Set(fetched)].sort()).toEqual(['/bytes/p2?v=0', '/bytes/p4?v=0'])
  vi.unstubAllGlobals()
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
  screen.getByText('Impossible de charger l’image')
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

test('a photo that is taken back while it is looked at is said to be gone, as nothing can be retried', () => {
  const view = show(0)
  Object.assign(net, { state: 'error', refused: true })
  view.rerender(<PhotoViewer photos={[...photos]} index={0} onIndex={onIndex} onClose={onClose} />)
  expect(screen.getByRole('alert').textContent).toBe('Cette photo n’est plus disponible.')
  // the viewer is dark in both themes
  expect(screen.getByRole('alert').closest('[data-theme=dark]')).not.toBeNull()
  expect(screen.queryByRole('button', { name: 'Réessayer' })).toBeNull()
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

describe('fingers', () => {
  type Step = readonly ['Down' | 'Move' | 'Up' | 'Cancel', number, number, id?: number]
  const stage = (): HTMLElement => image().parentElement as HTMLElement
  /** One step each 100 ms. */
  const touch = (...steps: readonly Step[]): void => {
    for (const [index, [kind, x, y, id = 1]] of steps.entries()) {
      const event = new PointerEvent(`pointer${kind.toLowerCase()}`, {
        bubbles: true,
        pointerId: id,
        isPrimary: id === 1,
        pointerType: 'touch',
        clientX: x,
        clientY: y,
      })
      Object.defineProperty(event, 'timeStamp', { value: 1_000 + index * 100 })
      act(() => void stage().dispatchEvent(event))
    }
  }
  beforeEach(() => {
    HTMLElement.prototype.setPointerCapture = () => undefined
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800)
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400)
    // a picture as wide as the window and a quarter as high
    vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(400)
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(200)
  })
  afterEach(() => void vi.restoreAllMocks())

  test('a photo follows a finger down; far enough or fast enough it closes, else it springs back', () => {
    show(1)
    touch(['Down', 200, 300], ['Move', 202, 330], ['Move', 204, 400])
    expect(stage().style.getPropertyValue('--pull')).toBe('100px')
    expect(Number(stage().style.getPropertyValue('--faded'))).toBeGreaterThan(0)
    touch(['Down', 200, 300], ['Move', 202, 330], ['Move', 204, 400], ['Up', 204, 400])
    expect(stage().style.getPropertyValue('--pull')).toBe('')
    expect(onClose).not.toHaveBeenCalled()
    const slow = [320, 340, 360, 380, 400].map((y) => ['Move', 200, y] as const)
    touch(['Down', 200, 300], ...slow, ['Up', 200, 470])
    expect(onClose).toHaveBeenCalledTimes(1)
    touch(['Down', 200, 300], ['Move', 200, 360], ['Up', 200, 420])
    expect(onClose).toHaveBeenCalledTimes(2)
    expect(onIndex).not.toHaveBeenCalled()
  })

  test('a pinch, a cancelled touch and a sideways swipe do not close; the last leads to the next photo', () => {
    show(1)
    touch(
      ['Down', 200, 300],
      ['Move', 200, 340],
      ['Down', 200, 200, 2],
      ['Up', 200, 700],
      ['Up', 200, 200, 2],
    )
    touch(['Down', 200, 300], ['Move', 200, 340], ['Cancel', 200, 700])
    expect(stage().style.getPropertyValue('--pull')).toBe('')
    touch(['Down', 300, 300], ['Move', 260, 320], ['Up', 100, 340])
    expect(onClose).not.toHaveBeenCalled()
    expect(onIndex.mock.calls).toEqual([[2]])
  })

  test('SOC-045: a zoomed photo is dragged up to its edges and neither leads on nor closes', () => {
    show(1)
    fireEvent.keyDown(window, { key: '+' })
    fireEvent.keyDown(window, { key: '+' })
    touch(['Down', 100, 100], ['Move', 900, 700], ['Up', 900, 700])
    // 900 × 450 px in 400 × 800: 250 px to each side, none up or down
    expect(image().style.transform).toBe('translate(250px, 0px) scale(2.25)')
    touch(['Down', 900, 700], ['Move', 100, 100], ['Up', 100, 100])
    expect(image().style.transform).toBe('translate(-250px, 0px) scale(2.25)')
    expect([onClose.mock.calls, onIndex.mock.calls]).toEqual([[], []])
  })
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
