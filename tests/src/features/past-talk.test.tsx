// @vitest-environment jsdom
import '../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { PastMessages } from '#contract/profile/parting'
import { forgetCached } from '../../../src/data/session/state'
import { PastScreen } from '../../../src/features/parting/past-screen'
import { ConfirmHost } from '../../../src/ui/overlay/confirm'
import { fresh, serve } from '../../support/world/events'

afterEach(() => {
  cleanup()
  forgetCached()
  vi.unstubAllGlobals()
})

const message = (content: string): PastMessages['messages'][number] => ({
  id: fresh('message'),
  is_own: true,
  handle: 'nora',
  content,
  created_at: '2026-11-01T10:00:00.000Z',
  media: [],
})

test('deleting a message, or loading the oldest ones, leaves the keyboard in the discussion', async () => {
  const talk = fresh('talk')
  const [old, first, second] = ['Tout premier', 'Bonjour', 'Bonsoir'].map(message)
  if (!old || !first || !second) throw new Error('three messages')
  serve({
    [`GET /past-talks/${talk}`]: ({ query }) =>
      query.has('before')
        ? { title: 'nora', messages: [old], has_more: false }
        : { title: 'nora', messages: [first, second], has_more: true },
    [`DELETE /past-messages/${first.id}`]: () => ({ success: true }),
  })
  render(
    <>
      <PastScreen id={talk} />
      <ConfirmHost />
    </>,
  )
  await screen.findByText('Bonjour')
  const [bin] = screen.getAllByRole('button', { name: 'Supprimer ce message' })
  bin?.focus()
  fireEvent.click(bin as HTMLElement)
  const asked = await screen.findByRole('alertdialog')
  fireEvent.click(within(asked).getByRole('button', { name: 'Supprimer' }))
  await waitFor(() => expect(bin?.isConnected).toBe(false))
  await waitFor(() =>
    expect(document.activeElement).toBe(
      screen.getByRole('button', { name: 'Supprimer ce message' }),
    ),
  )
  const older = screen.getByRole('button', { name: 'Messages plus anciens' })
  older.focus()
  fireEvent.click(older)
  await screen.findByText('Tout premier')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('list')))
})
