// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
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

test('SOC-032: «Choisir des photos» opens the files of the device', () => {
  const opened = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => undefined)
  render(<AddPhotos target="album" name="« Été »" onPick={async () => undefined} />)
  fireEvent.click(screen.getByRole('button', { name: 'Ajouter des photos' }))
  fireEvent.click(screen.getByRole('menuitem', { name: 'Choisir des photos', hidden: true }))
  expect(opened.mock.instances).toEqual([screen.getByLabelText('Choisir des photos')])
  opened.mockRestore()
})
