// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { hostedEvent } from '../../../support/world/events'
import { afterEach, expect, test, vi } from 'vitest'
import { storage } from '../../../../src/data/device/storage'
import { AddressCard } from '../../../../src/features/events/event/address-card'
import { ConfirmHost } from '../../../../src/ui/overlay/confirm'

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

test('«Itinéraire» asks once before the address goes to another host', async () => {
  const opened = vi.fn()
  vi.stubGlobal('open', opened)
  render(
    <>
      <ConfirmHost />
      <AddressCard
        event={hostedEvent()}
        location={{
          address: '3 impasse des Chênes',
          lat: 47.9,
          lng: 1.9,
          is_public: false,
          is_revealed: true,
        }}
      />
    </>,
  )
  const link = screen.getByRole('link', { name: 'Itinéraire' })
  const answer = async (name: string): Promise<void> => {
    // false: the link was not followed
    expect(fireEvent.click(link)).toBe(false)
    const dialog = await screen.findByRole('alertdialog')
    expect(dialog.textContent).toContain('openstreetmap.org')
    fireEvent.click(screen.getByRole('button', { name }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  }
  await answer('Annuler')
  expect(opened).not.toHaveBeenCalled()
  await answer('Ouvrir l’itinéraire')
  expect(opened.mock.calls).toEqual([[link.getAttribute('href'), '_blank', 'noopener,noreferrer']])
  expect(storage.get('directions_told')).toBe('true')
  expect(fireEvent.click(link)).toBe(true)
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('SOC-078 SOC-097: the card leads to the point on the map and to a service of directions; its coordinates have six decimals', async () => {
  render(
    <AddressCard
      event={hostedEvent()}
      location={{
        address: '3 impasse des Chênes',
        lat: 48.85660001,
        lng: 2.3522,
        is_public: true,
        is_revealed: false,
      }}
    />,
  )
  expect(screen.getByText(/^48\.856600,\s2\.352200$/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Itinéraire' }).getAttribute('href')).toBe(
    'https://www.openstreetmap.org/directions?to=48.856600%2C2.352200',
  )
  fireEvent.click(screen.getByRole('button', { name: 'Voir sur la carte' }))
  await waitFor(() => expect(location.pathname).toBe('/radar'))
  expect(location.search).toBe('?lat=48.85660001&lng=2.3522')
})
