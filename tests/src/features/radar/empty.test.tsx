// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { EmptyList } from '../../../../src/features/radar/empty-list'
import { MapNote } from '../../../../src/features/radar/map-note'

afterEach(cleanup)
const nothing = (): void => undefined
const note = (isHomeless: boolean) =>
  render(
    <MapNote
      failed={false}
      partial={false}
      isEmpty
      isHomeless={isHomeless}
      isFiltered={false}
      onRetry={nothing}
      onShowAll={nothing}
    />,
  )
const list = (everywhere: boolean, isHomeless: boolean) =>
  render(
    <EmptyList
      everywhere={everywhere}
      isHomeless={isHomeless}
      isFiltered={false}
      onShowAll={nothing}
    />,
  )
const link = () => screen.queryByRole('link', { name: 'Indiquer ma commune' })

test('an empty map leads a member without a commune to the card of the profile', () => {
  note(true)
  expect(link()?.getAttribute('href')).toBe('/profile?card=location')
  cleanup()
  note(false)
  expect(link()).toBeNull()
})

test.each([true, false])('so does its list, empty everywhere: %s', (everywhere) => {
  list(everywhere, true)
  expect(link()?.getAttribute('href')).toBe('/profile?card=location')
  cleanup()
  list(everywhere, false)
  expect(link()).toBeNull()
})
