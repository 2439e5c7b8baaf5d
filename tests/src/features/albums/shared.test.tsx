// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { SWRConfig } from 'swr'
import { afterEach, expect, test, vi } from 'vitest'
import type { SharedAlbum } from '#contract/albums/albums'
import { SharedAlbums } from '../../../../src/features/albums/shared/shared'
import { fresh, serve } from '../../../support/world/events'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const shared = (count: number): Partial<SharedAlbum>[] =>
  Array.from({ length: count }, (_, n) => ({
    id: fresh('album'),
    name: n === 3 ? 'Été au lac' : `Album ${n}`,
    mediaCount: 2,
    owner: {
      id: fresh('account'),
      account_handle: n % 2 ? 'clara_et_tom' : 'nora_lyon',
      avatar_url: null,
      identities: [],
    } as unknown as SharedAlbum['owner'],
  }))
const opened = (count: number) =>
  serve({ 'GET /albums': () => ({ albums: [], sharedAlbums: shared(count) }) })
const show = () =>
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <SharedAlbums />
    </SWRConfig>,
  )
const names = (): string[] =>
  screen.getAllByRole('button').flatMap((b) => b.textContent?.match(/Album \d+|Été au lac/) ?? [])

test('hundreds of albums of others are found by their name or their owner', async () => {
  opened(230)
  show()
  const field = await screen.findByRole('searchbox', { name: 'Chercher un album ou un membre' })
  expect(names()).toHaveLength(50)
  fireEvent.click(screen.getByRole('button', { name: 'Afficher la suite (180)' }))
  expect(names()).toHaveLength(100)
  fireEvent.change(field, { target: { value: 'ete' } })
  expect(names()).toEqual(['Été au lac'])
  expect(screen.getByRole('status').textContent).toBe('1\u00a0album')
  // a search begins with its first page again
  fireEvent.change(field, { target: { value: 'NORA' } })
  expect(names()).toHaveLength(50)
  expect(screen.getByRole('status').textContent).toBe('115\u00a0albums')
  fireEvent.change(field, { target: { value: 'personne' } })
  expect(names()).toEqual([])
  expect(screen.getByRole('status').textContent).toBe('0\u00a0album')
})

test('a few albums need no search', async () => {
  opened(4)
  show()
  await screen.findByText('Été au lac')
  expect(screen.queryByRole('searchbox')).toBeNull()
})
