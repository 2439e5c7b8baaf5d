// @vitest-environment jsdom
import '../../support/browser/dom-shims'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, test, vi } from 'vitest'
import type { BlurSpot } from '#contract/workers/image'
import { PreviewFailure, type PhotoPreview } from '../../../src/data/media/photo-preview'
import { useBlurPreview } from '../../../src/parts/blur/use-blur-preview'

const preview = vi.hoisted(() => vi.fn())
vi.mock('../../../src/data/media/images', () => ({ previewPhoto: preview }))
URL.createObjectURL = () => 'blob:made'
URL.revokeObjectURL = () => undefined
afterEach(cleanup)

const file = new File(['x'], 'photo.jpg')
const spots: readonly BlurSpot[] = [{ x: 1, y: 1, radius: 1 } as unknown as BlurSpot]
const Preview = ({ with: all }: { with: readonly BlurSpot[] }) => {
  const { url, problem } = useBlurPreview(file, all)
  return <p>{problem ?? url ?? 'attente'}</p>
}

test('MSG-195: over the preview it says whether the file, its type or the blur is in the way', async () => {
  preview.mockRejectedValueOnce(new PreviewFailure('file_unreadable'))
  render(<Preview with={[]} />)
  await screen.findByText('Prévisualisation indisponible (URL)')
  cleanup()
  preview.mockRejectedValueOnce(new PreviewFailure('unreadable'))
  render(<Preview with={[]} />)
  await screen.findByText('Prévisualisation indisponible (type)')
  cleanup()
  const open: Partial<PhotoPreview> = {
    blob: new Blob(['x']),
    blur: () => Promise.reject(new PreviewFailure('blur_failed')),
    close: () => undefined,
  }
  preview.mockResolvedValueOnce(open)
  const view = render(<Preview with={[]} />)
  await screen.findByText('blob:made')
  view.rerender(<Preview with={spots} />)
  await screen.findByText('Prévisualisation indisponible (flou)')
})
