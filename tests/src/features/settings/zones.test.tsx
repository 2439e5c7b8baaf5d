// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Zone } from '#contract/zones'
import { forgetCached } from '../../../../src/data/session/state'
import { toasts } from '../../../../src/data/state/toasts'
import { reloadZones } from '../../../../src/features/settings/zones/api'
import { ZonesSection } from '../../../../src/features/settings/zones/zones-section'
import { ConfirmHost } from '../../../../src/ui/overlay/confirm'
import { fresh, Refusal, serve, type Sent } from '../../../support/world/events'

afterEach(() => {
  cleanup()
  forgetCached()
  toasts.splice(0)
  vi.unstubAllGlobals()
})

const CITIES: Readonly<Record<string, string>> = { '72181': 'Le Mans', '69123': 'Lyon' }
const placeOf = (place_id: string) => ({
  place_id,
  city: CITIES[place_id] ?? '',
  postal_code: '00000',
  department: '',
  department_code: '',
  country: 'FR',
  formatted_address: '',
  lat: 45,
  lng: 4,
})
const zone = (city: string): Zone => ({
  id: fresh('zone'),
  place_id: '1',
  city,
  radius_km: 5,
  created_at: '2026-11-01T10:00:00.000Z',
})

const relation = (account_handle: string, city: string) => ({
  account_id: fresh('account'),
  account_handle,
  avatar_url: null,
  identities: [],
  city,
  excepted: false,
})
const places = {
  'GET /places/search': ({ query }: Sent) => ({
    predictions: Object.keys(CITIES)
      .filter((id) => CITIES[id] === query.get('input'))
      .map(placeOf),
  }),
  'GET /places/details': ({ query }: Sent) => ({ result: placeOf(query.get('place_id') ?? '') }),
}
const choose = async (city: string): Promise<void> => {
  fireEvent.change(await screen.findByLabelText('Commune'), { target: { value: city } })
  fireEvent.click(await screen.findByRole('option', { name: new RegExp(city) }))
}

test('only relations of the commune that is added are excepted, and «Le Mans» is written «au Mans»', async () => {
  const [mia, leo] = [relation('mia', 'Lyon'), relation('leo', 'Le Mans')]
  const asked = serve({
    'GET /account/zones': () => ({ zones: [], relations: [] }),
    ...places,
    'GET /account/zones/preview': ({ query }) => ({
      relations: [query.get('place_id') === '69123' ? mia : leo],
    }),
    'POST /account/zones': () => ({ zone: zone('Le Mans') }),
  })
  render(<ZonesSection />)
  await choose('Lyon')
  fireEvent.click(await screen.findByLabelText('Rester visible pour mia'))
  await choose('Le Mans')
  fireEvent.click(await screen.findByLabelText('Rester visible pour leo'))
  fireEvent.click(screen.getByRole('button', { name: 'Ne plus y être visible' }))
  await waitFor(() =>
    expect(toasts.map((t) => t.text).join()).toMatch(/on ne vous voit plus au Mans\.$/),
  )
  expect(asked.find((s) => s.line === 'POST /account/zones')?.body).toEqual({
    place_id: '72181',
    radius_km: 5,
    except: [leo.account_id],
  })
})

test('a relation that was ticked stays so when those of another radius cannot be loaded, with another commune not', async () => {
  const mia = relation('mia', 'Lyon')
  const asked = serve({
    'GET /account/zones': () => ({ zones: [], relations: [] }),
    ...places,
    'GET /account/zones/preview': ({ query }) =>
      query.get('place_id') === '69123' && query.get('radius_km') === '5'
        ? { relations: [mia] }
        : new Refusal(403),
    'POST /account/zones': () => ({ zone: zone('Lyon') }),
  })
  render(<ZonesSection />)
  // swr takes the request of the test before for this one
  await act(() => reloadZones())
  const radius = (km: string): void =>
    void fireEvent.change(screen.getByLabelText('Rayon'), { target: { value: km } })
  const added = async (count: number): Promise<unknown> => {
    await screen.findByText(/n’ont pas pu être cherchées/)
    fireEvent.click(screen.getByRole('button', { name: 'Ne plus y être visible' }))
    await waitFor(() => expect(toasts).toHaveLength(count))
    return asked.findLast((s) => s.line === 'POST /account/zones')?.body
  }
  await choose('Lyon')
  fireEvent.click(await screen.findByLabelText('Rester visible pour mia'))
  radius('10')
  expect(await added(1)).toEqual({
    place_id: '69123',
    radius_km: 10,
    except: [mia.account_id],
  })
  radius('5')
  await choose('Lyon')
  fireEvent.click(await screen.findByLabelText('Rester visible pour mia'))
  await choose('Le Mans')
  expect(await added(2)).toEqual({ place_id: '72181', radius_km: 5, except: [] })
})

test('the keyboard of a zone that is removed goes to the next one, or the last, then to the section', async () => {
  let zones = [zone('Les Andelys'), zone('Lyon'), zone('Le Mans')]
  const removal = (one: Zone) => ({
    [`DELETE /account/zones/${one.id}`]: () => {
      zones = zones.filter((z) => z !== one)
      return { success: true }
    },
  })
  serve({
    'GET /account/zones': () => ({ zones, relations: [] }),
    ...Object.assign({}, ...zones.map(removal)),
  })
  render(
    <>
      <ZonesSection />
      <ConfirmHost />
    </>,
  )
  // swr takes the request of the test before for this one
  await act(() => reloadZones())
  const remove = async (city: string, where: string): Promise<void> => {
    const button = await screen.findByRole('button', { name: `Retirer ${city}` })
    button.focus()
    fireEvent.click(button)
    const asked = await screen.findByRole('alertdialog')
    within(asked).getByText(`Redevenir visible ${where} ?`)
    fireEvent.click(within(asked).getByRole('button', { name: 'Retirer la zone' }))
    await waitFor(() => expect(button.isConnected).toBe(false))
  }
  const focused = (city: string): Promise<void> =>
    waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: `Retirer ${city}` })),
    )
  await remove('Lyon', 'à Lyon')
  await focused('Le Mans')
  await remove('Le Mans', 'au Mans')
  await focused('Les Andelys')
  await remove('Les Andelys', 'aux Andelys')
  await waitFor(() =>
    expect(document.activeElement?.textContent).toMatch(/^Vous et les membres qui/),
  )
})
