// @vitest-environment jsdom
import '../../support/browser/dom-shims'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CityInput } from '../../../src/parts/map/city-input'
import { Refusal, serve } from '../../support/world/events'

const LYON = {
  place_id: '69123',
  city: 'Lyon',
  postal_code: '69001',
  department: 'Rhône',
  department_code: '69',
  country: 'FR',
  formatted_address: '',
  lat: 45.758,
  lng: 4.835,
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('CORE-124: a commune is searched from two letters on, spaces not counted', async () => {
  const asked = serve({ 'GET /places/search': () => ({ predictions: [] }) })
  render(<CityInput label="Commune" value={null} onChange={() => undefined} />)
  const type = async (value: string): Promise<(string | null)[]> => {
    fireEvent.change(screen.getByRole('combobox'), { target: { value } })
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    return asked.map((s) => s.query.get('input'))
  }
  expect([await type('v'), await type(' v '), await type(' vi ')]).toEqual([[], [], ['vi']])
})

test('a search that the server cannot make says why, in its own sentence', async () => {
  const sentence = 'La recherche de communes n’est pas disponible pour le moment.'
  serve({ 'GET /places/search': () => new Refusal(503, sentence, { code: 'places_unavailable' }) })
  render(<CityInput label="Commune" value={null} onChange={() => undefined} />)
  fireEvent.change(screen.getByRole('combobox'), { target: { value: 'vil' } })
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(screen.getByText(sentence)).toBeTruthy()
  expect(screen.queryByText('Aucune commune ne correspond.')).toBeNull()
})

test('Enter while another commune is typed does not send the form with the one before', async () => {
  serve({ 'GET /places/search': () => ({ predictions: [] }) })
  render(<CityInput label="Commune" value={LYON} onChange={() => undefined} />)
  const field = screen.getByRole('combobox')
  /** Whether the browser would send the form. */
  const enter = (): boolean => fireEvent.keyDown(field, { key: 'Enter' })
  expect(enter()).toBe(true)
  for (const value of ['v', 'vil']) {
    fireEvent.change(field, { target: { value } })
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect(enter()).toBe(false)
  }
  fireEvent.blur(field)
  expect(enter()).toBe(true)
})
