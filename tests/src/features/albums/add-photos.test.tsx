// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { PublicPhotos } from '../../../../src/features/albums/drive/public-photos'
import { AddPhotos } from '../../../../src/features/albums/upload/add-photos'
import { fresh, serve } from '../../../support/world/events'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('the «+» of the photos that every member sees says so; that of an album has other words', async () => {
  const id = fresh('own')
  serve({ [`GET /accounts/${id}/photos`]: () => ({ photos: [] }) })
  render(
    <>
      <PublicPhotos accountId={id} />
      <AddPhotos target="album" name="« Été »" onPick={async () => undefined} />
    </>,
  )
  await screen.findByRole('heading', { name: 'Photos publiques' })
  const names = screen
    .getAllByRole('button', { name: /^Ajouter/ })
    .map((b) => b.getAttribute('aria-label'))
  expect(names).toEqual(['Ajouter aux photos publiques', 'Ajouter des photos'])
})
