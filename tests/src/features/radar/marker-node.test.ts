// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { markerOf } from '../../../../src/features/radar/marker-node'
import { relationMarker, DEFAULT_COLOUR } from '../../../../src/features/radar/markers'
import type { ShownGroup } from '../../../../src/features/radar/use-groups'
import { fresh } from '../../../support/world/events'

const drawn = (shown: object): HTMLButtonElement =>
  markerOf({ key: 'x', ...shown } as ShownGroup, () => document.createElement('i')).button

test('SOC-095: groups of 5, 50 and 150 are drawn in three sizes, the last with «99+»', () => {
  const all = [5, 50, 150].map((count) => drawn({ only: null, group: { count } }))
  expect(all.map((button) => button.textContent)).toEqual(['5', '50', '99+'])
  const css = readFileSync('src/features/radar/marker.module.css', 'utf8')
  const sizeOf = (name = ''): number => {
    const rule = new RegExp(`\\.cluster\\[data-size='${name}'\\] \\{[^}]*--size: (\\d+)px`).exec(
      css,
    )
    return Number(rule?.[1] ?? /--size: (\d+)px/.exec(css)?.[1])
  }
  const sizes = all.map((button) => sizeOf(button.dataset['size']))
  expect(sizes.toSorted((a, b) => a - b)).toEqual(sizes)
  expect(new Set(sizes).size).toBe(3)
})

test('SOC-096: a point has the colour of its marker', () => {
  const only = relationMarker(
    {
      with_account_id: fresh('member'),
      with_account_handle: 'nora',
      avatar_url: null,
      identities: [],
      city: 'Lyon',
      lat: 45.758,
      lng: 4.8351,
      is_online: false,
    },
    null,
  )
  for (const markerColor of [DEFAULT_COLOUR, '#f00'])
    expect(
      drawn({ only: { ...only, markerColor }, group: { count: 1 } }).style.getPropertyValue(
        '--marker',
      ),
    ).toBe(markerColor)
})
