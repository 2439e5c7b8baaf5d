// @vitest-environment jsdom
import '../../support/browser/dom-shims'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

const link = vi.hoisted(() => ({ state: 'error', url: null, refused: true as boolean | undefined }))
vi.mock('../../../src/data/media/media-urls', () => ({
  useSignedUrl: () => ({ ...link, retry: () => undefined, invalidate: () => undefined }),
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
