import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { bandOf } from '../../../src/lib/bands'
import { PALETTE } from '../../../src/lib/colours'

const css = readFileSync(new URL('../../../src/styles/tokens.css', import.meta.url), 'utf8')
type Rgb = readonly [number, number, number]
const block = (start: string): string =>
  css.slice(css.indexOf(start)).split('{')[1]?.split('}')[0] ?? ''
const values = (text: string): Map<string, string> =>
  new Map(
    [...text.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [
      name,
      value.trim(),
    ]),
  )

/** Linear sRGB of an oklch colour, out-of-gamut parts cut (Björn Ottosson's matrices). */
function oklch(text: string | undefined): Rgb {
  const [L = 0, C = 0, H = 0] =
    (text ?? '')
      .match(/oklch\(([\d. ]+)/)?.[1]
      ?.trim()
      .split(/\s+/)
      .map(Number) ?? []
  const a = C * Math.cos((H * Math.PI) / 180)
  const b = C * Math.sin((H * Math.PI) / 180)
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3
  const cut = (x: number): number => Math.min(1, Math.max(0, x))
  return [
    cut(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    cut(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    cut(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}
function hex(text: string): Rgb {
  const part = (at: number): number => {
    const x = Number.parseInt(text.slice(at, at + 2), 16) / 255
    return x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4
  }
  return [part(1), part(3), part(5)]
}
/** WCAG contrast. */
function contrast(one: Rgb, two: Rgb): number {
  const [low = 0, high = 0] = [one, two]
    .map(([r, g, b]) => 0.2126 * r + 0.7152 * g + 0.0722 * b)
    .sort((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

const both = values(block(':root {\n  /* one scale each'))
const dark = new Map([...both, ...values(block(":root,\n[data-theme='dark']"))])
const light = new Map([...dark, ...values(block("[data-theme='light']"))])
const themes = [
  ['dark', dark],
  ['light', light],
] as const

test.each(themes)('%s: words are at least 4.5:1 on the page and on every surface', (_, theme) => {
  for (const text of ['text', 'text-2', 'text-3', 'accent', 'brass', 'ok', 'warn', 'bad', 'info']) {
    for (const under of ['bg', 'surface-1', 'surface-2', 'surface-3']) {
      expect(
        contrast(oklch(theme.get(text)), oklch(theme.get(under))),
        `${text} on ${under}`,
      ).toBeGreaterThanOrEqual(4.5)
    }
  }
  for (const under of ['accent-strong', 'accent-deep'])
    expect(
      contrast(oklch(theme.get('accent-ink')), oklch(theme.get(under))),
      under,
    ).toBeGreaterThanOrEqual(4.5)
  expect(
    contrast(oklch(theme.get('text')), oklch(theme.get('bubble-own'))),
    'own bubble',
  ).toBeGreaterThanOrEqual(4.5)
})
test.each(themes)('%s: edges, focus and bands are at least 3:1', (_, theme) => {
  for (const line of [
    'edge',
    'focus',
    'band-1',
    'band-2',
    'band-3',
    'band-4',
    'band-5',
    'band-none',
  ]) {
    for (const under of ['bg', 'surface-1'])
      expect(
        contrast(oklch(theme.get(line)), oklch(theme.get(under))),
        `${line} on ${under}`,
      ).toBeGreaterThanOrEqual(3)
  }
})
test.each(themes)(
  '%s: of the two rings of the focus over a photo one is 3:1 on any colour, as they are 9:1 to each other',
  (_, theme) => {
    const [light, dark] = [oklch(theme.get('ring-light')), oklch(theme.get('ring-dark'))]
    expect(contrast(light, dark)).toBeGreaterThanOrEqual(9)
    for (let grey = 0; grey <= 1; grey += 0.01)
      expect(
        Math.max(
          contrast(light, [grey, grey, grey] as const),
          contrast(dark, [grey, grey, grey] as const),
        ),
        String(grey),
      ).toBeGreaterThanOrEqual(3)
  },
)
test.each(themes)(
  'SOC-161 CORE-103 (%s): up to 20 red, 40 amber, 60 yellow, 80 green, above it a darker green',
  (_, theme) => {
    const slider = readFileSync(
      new URL('../../../src/ui/forms/slider.module.css', import.meta.url),
      'utf8',
    )
    const lookOf = (value: number): { light: number; hue: number } => {
      const name =
        new RegExp(`data-band='${bandOf(value)}'\\]\\s*\\{\\s*--c: var\\(--([\\w-]+)\\)`).exec(
          slider,
        )?.[1] ?? ''
      const [light = 0, , hue = 0] =
        (theme.get(name) ?? '')
          .match(/oklch\(([\d. ]+)/)?.[1]
          ?.split(' ')
          .map(Number) ?? []
      return { light, hue }
    }
    // hues of oklch: red about 29, amber 40 to 75, yellow 90 to 110, green 135 to 160
    for (const [values, from, to] of [
      [[0, 20], 15, 35],
      [[21, 40], 45, 75],
      [[41, 60], 85, 110],
      [[61, 80], 135, 160],
      [[81, 100], 135, 160],
    ] as const)
      for (const value of values) {
        expect(lookOf(value).hue, `${value}`).toBeGreaterThanOrEqual(from)
        expect(lookOf(value).hue, `${value}`).toBeLessThanOrEqual(to)
      }
    expect(lookOf(90).light).toBeLessThan(lookOf(70).light)
  },
)
test('white initials are at least 4.5:1 at both ends of every gradient', () => {
  for (const { from, to } of PALETTE)
    for (const end of [from, to])
      expect(contrast(hex(end), [1, 1, 1]), end).toBeGreaterThanOrEqual(4.5)
})
test('the text has four weights: a browser makes a face of the font for each that is on the screen', () => {
  const root = fileURLToPath(new URL('../../../src', import.meta.url))
  const sheets = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.css') && !/fonts(-display)?\.css$/.test(name),
  )
  const used = sheets.flatMap((name) =>
    [
      ...readFileSync(join(root, name), 'utf8').matchAll(
        /font-weight: ?(\d+)|font: ?(\d{3}) (?![^;}]*--font-display)/g,
      ),
    ].map((m) => m[1] ?? m[2]),
  )
  expect([...new Set(used)].sort()).toEqual(['400', '560', '620', '680'])
})
