// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, test, vi } from 'vitest'
import { Exposures } from '../../../../src/features/relations/exposures'
import { ConfirmHost } from '../../../../src/ui/overlay/confirm'
import { friend, serve } from '../../../support/world/events'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
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
