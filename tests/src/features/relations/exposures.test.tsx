// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, test, vi } from 'vitest'
import { Exposures } from '../../../../src/features/relations/exposures'
import { untilText } from '../../../../src/lib/until'
import { ConfirmHost } from '../../../../src/ui/overlay/confirm'
import { friend, serve } from '../../../support/world/events'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('an album that closes again says when', async () => {
  const until = new Date(Date.now() + 5 * 86_400_000).toISOString()
  serve({
    'GET /account/exposure': () => ({
      exposures: [
        {
          relation: friend('mia'),
          is_relation: true,
          names: false,
          events: false,
          allPrivateAlbums: false,
          albums: [
            { id: 'a', name: 'Annecy', until },
            { id: 'b', name: 'Brest', until: null },
          ],
        },
      ],
      next_cursor: null,
    }),
  })
  render(<Exposures />)
  await screen.findByText(
    `2 albums privés : « Annecy » (${untilText(until)}) et « Brest »`.replaceAll('\u00a0', ' '),
  )
})

test('one person is asked about one first name', async () => {
  serve({
    'GET /account/exposure': () => ({
      exposures: [
        {
          relation: friend('mia'),
          is_relation: true,
          names: true,
          events: false,
          allPrivateAlbums: false,
          albums: [],
        },
      ],
      next_cursor: null,
    }),
  })
  render(
    <>
      <Exposures />
      <ConfirmHost />
    </>,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Couper mia' }))
  await screen.findByText(/^mia ne verra plus votre prénom, vos sorties/)
})
