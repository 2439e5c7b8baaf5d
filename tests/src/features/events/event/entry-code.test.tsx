// @vitest-environment jsdom
import '../../../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mutate } from '../../../../../src/data/http/mutate'
import '../../../../../src/data/http/cache'
import { forgetCached } from '../../../../../src/data/session/state'
import { EntryDialog } from '../../../../../src/features/events/event/entry-dialog'
import { Qr } from '../../../../../src/features/events/event/qr'
import { fresh, guestEvent, Refusal, serve } from '../../../../support/world/events'
import { eventually } from '../../../../support/eventually'

afterEach(() => {
  cleanup()
  forgetCached()
  vi.doUnmock('qr')
  vi.doUnmock('../../../../../src/features/events/offline/kept-events')
  vi.unstubAllGlobals()
})

test('a code that is shown stays at the check-in when the server fails to give it again', async () => {
  const event = guestEvent({ id: fresh('event') })
  let isDown = false
  let asked = 0
  serve({
    [`GET /events/${event.id}/entry-code`]: () => {
      asked += 1
      return isDown ? new Refusal(503) : { code: 'cnv1.entrance' }
    },
  })
  render(<EntryDialog event={event} onClose={() => undefined} />)
  await screen.findByRole('img', { name: 'Votre code d’entrée' })
  isDown = true
  await mutate(['event-entry', event.id])
  await eventually(() => expect(asked).toBeGreaterThan(1))
  expect(screen.queryByText('Impossible de charger votre code d’entrée.')).toBeNull()
  expect(screen.getByRole('img', { name: 'Votre code d’entrée' })).toBeTruthy()
})

test('a QR code whose encoder did not load says so, and is tried again without losing the keyboard', async () => {
  vi.doMock('qr', () => {
    throw new Error('Failed to fetch dynamically imported module')
  })
  render(<Qr value="cnv1.entrance" label="Votre code d’entrée" />)
  const again = await screen.findByRole('button', { name: 'Réessayer' })
  vi.doUnmock('qr')
  vi.doUnmock('../../../../../src/features/events/offline/kept-events')
  again.focus()
  fireEvent.click(again)
  const code = await screen.findByRole('img', { name: 'Votre code d’entrée' })
  expect(document.activeElement).toBe(code.parentElement)
})

test('a code that the server refuses is shown no more, also where the device keeps one', async () => {
  const event = guestEvent({ id: fresh('event') })
  vi.doMock('../../../../../src/features/events/offline/kept-events', () => ({
    readKeptEvent: async () => ({ code: 'cnv1.kept', savedAt: Date.now() }),
  }))
  let answer = (): unknown => Promise.reject(new TypeError('Failed to fetch'))
  serve({ [`GET /events/${event.id}/entry-code`]: () => answer() })
  render(<EntryDialog event={event} onClose={() => undefined} />)
  // without network: the kept one
  await screen.findByRole('img', { name: 'Votre code d’entrée' })
  answer = () => new Refusal(404)
  await mutate(['event-entry', event.id])
  await screen.findByText('Impossible de charger votre code d’entrée.')
  expect(screen.queryByRole('img', { name: 'Votre code d’entrée' })).toBeNull()
})
