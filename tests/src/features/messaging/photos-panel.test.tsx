// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { PhotosPanel } from '../../../../src/features/messaging/photos/photos-panel'
import { fresh, serve } from '../../../support/world/events'

vi.mock('../../../../src/data/media/media-urls', () => ({
  useSignedUrl: (id: string | null) => ({
    state: 'ready',
    url: id && `/bytes/${id}`,
    invalidate: () => undefined,
    retry: () => undefined,
  }),
}))
afterEach(cleanup)

test('MSG-051: another tab or another conversation, and back: no photo is open', async () => {
  const [here, there] = [fresh('conversation'), fresh('conversation')]
  const photos = ['nora', 'samuel'].map((sender_handle) => ({
    id: fresh('media'),
    message_id: fresh('message'),
    created_at: '2026-11-20T10:00:00.000Z',
    message_created_at: '2026-11-20T10:00:00.000Z',
    sender_handle,
    is_own: false,
    blurhash: null,
    width: 900,
    height: 600,
  }))
  const answer = () => ({ photos, hasMore: false })
  serve({
    [`GET /conversations/${here}/photos`]: answer,
    [`GET /conversations/${there}/photos`]: answer,
  })
  const view = render(<PhotosPanel id={here} />)
  const open = async (): Promise<void> => {
    fireEvent.click(await screen.findByRole('button', { name: /^Photo de samuel/, hidden: true }))
    await screen.findByRole('dialog', { name: 'Photo 2 sur 2' })
  }
  const chosen = () => screen.queryByRole('dialog', { name: /^Photo \d/ })
  const settled = () => screen.findByRole('button', { name: /^Photo de samuel/, hidden: true })
  await open()
  for (const name of ['Envoyées', 'Reçues']) {
    fireEvent.click(screen.getByRole('radio', { name, hidden: true }))
    await settled()
    expect(chosen()).toBeNull()
  }
  await open()
  for (const id of [there, here]) {
    view.rerender(<PhotosPanel id={id} />)
    await settled()
    expect(chosen()).toBeNull()
  }
})
