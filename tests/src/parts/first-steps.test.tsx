// @vitest-environment jsdom
import '../../support/browser/dom-shims'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { FirstSteps } from '../../../src/parts/form/first-steps'
import { Unbroken } from '../../../src/ui/layout/unbroken'

afterEach(cleanup)

test('an empty screen leads a new member to the profile, an invitation and the map, but not to where it is', () => {
  const paths = () => screen.getAllByRole('link').map((a) => a.getAttribute('href'))
  render(<FirstSteps />)
  expect(paths()).toEqual(['/profile', '/connection', '/radar'])
  cleanup()
  render(<FirstSteps but="map" />)
  expect(paths()).toEqual(['/profile', '/connection'])
})

test('a sentence keeps its characters, and «Créez-en» its line', () => {
  for (const [text, kept] of [
    ['Aucun album. Créez-en un pour commencer !', ['Créez-en']],
    ['Aucune photo dans cet album. Ajoutez-en !', ['Ajoutez-en !']],
    ['Rien – ici.', []],
  ] as const) {
    const { container } = render(
      <p>
        <Unbroken text={text} />
      </p>,
    )
    expect(container.textContent).toBe(text)
    expect([...container.querySelectorAll('span')].map((s) => s.textContent)).toEqual(kept)
    cleanup()
  }
})
