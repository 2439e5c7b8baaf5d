import { describe, expect, test } from 'vitest'
import { bandOf, ratingLabel } from '../../../src/lib/bands'
import { gradientIndex, gradientOf, initials, PALETTE } from '../../../src/lib/colours'
import {
  dateTime,
  dayShort,
  dayTitle,
  daysAgo,
  lastSeen,
  parisDay,
  timeLong,
  timeShort,
  weekdayDate,
} from '../../../src/lib/dates'
import {
  cappedCount,
  withDe,
  withQue,
  foldAccents,
  joinFr,
  formatNumber,
  plural,
  textEnd,
  frenchTypography,
} from '../../../src/lib/text'
import { toastDuration } from '../../../src/lib/toast-duration'
import { ZOOM_START, zoomPanReducer, type ZoomPan } from '../../../src/ui/gesture/zoom-pan'

describe('text', () => {
  test('French typography: apostrophes and non-breaking spaces', () => {
    expect(frenchTypography("C'est fait ! Qui vient ? « Nous »")).toBe(
      'C’est fait\u00a0! Qui vient\u00a0? «\u00a0Nous\u00a0»',
    )
  })
  test('so does «que»', () => {
    expect(['nora', 'antoine_69'].map(withQue)).toEqual(['que nora', 'qu’antoine_69'])
  })
  test('«de» loses its e before a vowel, with or without accent, and before a y that is one', () => {
    expect(
      ['Léa', 'Antoine', 'Élodie', 'œillet', 'Hugo', 'Yves', 'Yann', '69_lyon'].map(withDe),
    ).toEqual([
      'de Léa',
      'd’Antoine',
      'd’Élodie',
      'd’œillet',
      'de Hugo',
      'd’Yves',
      'de Yann',
      'de 69_lyon',
    ])
  })
  test('the end of a text begins with a word, and one word alone with its end', () => {
    expect(textEnd('merci pour la ', 18)).toBe('merci pour la ')
    expect(textEnd('Elle est faite pour ça. Et merci pour la ', 18)).toBe('…Et merci pour la ')
    expect(textEnd('anticonstitutionnellement ', 10)).toBe('…nellement ')
    expect(textEnd('', 10)).toBe('')
  })
  test('plural is singular below 2, numbers are grouped', () => {
    expect([0, 1, 1.5, 2].map((n) => plural(n, 'photo'))).toEqual([
      '0\u00a0photo',
      '1\u00a0photo',
      '1,5\u00a0photo',
      '2\u00a0photos',
    ])
    expect(plural(3, 'œil', 'yeux')).toBe('3\u00a0yeux')
    expect(formatNumber(12_345)).toMatch(/^12\s345$/)
  })
  test('caps, folding and lists', () => {
    expect([
      cappedCount(9, 9),
      cappedCount(10, 9),
      cappedCount(99, 99),
      cappedCount(100, 99),
    ]).toEqual(['9', '9+', '99', '99+'])
    expect(foldAccents('Échangisme à Nœux')).toBe('echangisme a noeux')
    expect([joinFr([]), joinFr(['a']), joinFr(['a', 'b']), joinFr(['a', 'b', 'c'])]).toEqual([
      '',
      'a',
      'a et b',
      'a, b et c',
    ])
  })
})

describe('dates are those of Paris, whatever the machine', () => {
  const now = '2026-12-05T20:42:00Z' // 21:42 in Paris
  test('times', () => {
    expect(timeShort(now)).toBe('21:42')
    expect(timeLong('2026-12-05T19:30:00Z')).toBe('20\u00a0h\u00a030')
    expect(timeLong('2026-12-05T02:00:00Z')).toBe('3\u00a0h')
    expect(timeShort('2026-07-01T22:30:00Z')).toBe('00:30')
  })
  test('days turn at midnight in Paris, also around the change of clocks', () => {
    expect(parisDay('2026-12-05T23:30:00Z')).toBe('2026-12-06')
    expect(daysAgo('2026-12-04T23:30:00Z', now)).toBe(0)
    expect(daysAgo('2026-10-24T12:00:00Z', '2026-10-26T12:00:00Z')).toBe(2)
    expect(daysAgo('2026-12-07T12:00:00Z', now)).toBe(-2)
  })
  test('a list shows the time, hier, the weekday, the day, the date', () => {
    const of = (value: string) => dayShort(value, now)
    expect([
      of('2026-12-05T08:05:00Z'),
      of('2026-12-04T12:00:00Z'),
      of('2026-12-01T12:00:00Z'),
      of('2026-11-03T12:00:00Z'),
      of('2025-11-03T12:00:00Z'),
    ]).toEqual(['09:05', 'hier', 'mar.', '3 nov.', '03/11/2025'])
  })
  test('day titles, and the first of a month', () => {
    const of = (value: string) => dayTitle(value, '2026-12-12T12:00:00Z')
    expect([
      of('2026-12-12T01:00:00Z'),
      of('2026-12-11T12:00:00Z'),
      of('2026-12-05T12:00:00Z'),
      of('2025-12-05T12:00:00Z'),
      of('2026-08-01T12:00:00Z'),
    ]).toEqual([
      'Aujourd’hui',
      'Hier',
      'Samedi 5 décembre',
      'Vendredi 5 décembre 2025',
      'Samedi 1er août',
    ])
    expect(weekdayDate('2025-11-03T12:00:00Z')).toBe('lun. 3 nov.')
    expect(dateTime('2026-12-05T19:30:00Z')).toBe('5 décembre 2026 à 20\u00a0h\u00a030')
  })
  test('last connection: online, date and time, or «Inconnue»', () => {
    expect(lastSeen({ online: true, at: now })).toBe('En ligne maintenant')
    expect(lastSeen({ online: false, at: '2026-12-05T19:30:00Z' })).toBe(
      '5 décembre 2026 à 20\u00a0h\u00a030',
    )
    expect([lastSeen({ at: null }), lastSeen({}), lastSeen({ at: 'jamais' })]).toEqual([
      'Inconnue',
      'Inconnue',
      'Inconnue',
    ])
  })
})

describe('avatars', () => {
  test('CORE-110: initials are the first letters of the words, upper-cased, at most two', () => {
    expect([
      initials('jean paul martin'),
      initials('zoe'),
      initials('élise'),
      initials('[05/12/2026] Soirée velours'),
      initials('  '),
      initials('42'),
    ]).toEqual(['JP', 'Z', 'É', 'SV', '?', '4'])
  })
  test('CORE-111, MSG-205: a palette of 8; a name keeps its colour, and many names use all of it', () => {
    expect(PALETTE).toHaveLength(8)
    const names = Array.from({ length: 400 }, (_, n) => `membre_${n}`)
    expect(new Set(names.map(gradientIndex))).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7]))
    for (const name of names) expect(gradientOf(name)).toBe(gradientOf(` ${name} `))
  })
})

test('CORE-103: five bands, 20, 40, 60 and 80 belong to the lower one', () => {
  expect([0, 20, 21, 40, 41, 60, 61, 80, 81, 100].map((value) => bandOf(value))).toEqual([
    1, 1, 2, 2, 3, 3, 4, 4, 5, 5,
  ])
  expect(bandOf(null)).toBeNull()
})
test('the words of the bands, and «Non noté» for null', () => {
  expect([20, 21, 40, 41, 60, 61, 80, 81].map((value) => ratingLabel(value))).toEqual([
    'A priori non',
    'Moyen',
    'Moyen',
    'Correct',
    'Correct',
    'Bien',
    'Bien',
    'Excellent',
  ])
  expect(ratingLabel(null)).toBe('Non noté')
})
test('CORE-198: a toast lasts 2500 ms by default, 1000 to 10000 ms when asked', () => {
  expect([
    toastDuration(),
    toastDuration(200),
    toastDuration(60_000),
    toastDuration(4000),
    toastDuration(Number.NaN),
  ]).toEqual([2500, 1000, 10_000, 4000, 2500])
})

describe('zoom and pan', () => {
  const frame = { width: 400, height: 300 }
  const sizes = { frame, picture: frame }
  const at2: ZoomPan = { ...ZOOM_START, scale: 2 }
  test('CORE-201: a wheel step multiplies by 1.1 or 0.9 and stops at 1 and 6', () => {
    expect(zoomPanReducer(at2, { kind: 'wheel', up: true, x: 0, y: 0 }, sizes).scale).toBeCloseTo(
      2.2,
    )
    expect(zoomPanReducer(at2, { kind: 'wheel', up: false, x: 0, y: 0 }, sizes).scale).toBeCloseTo(
      1.8,
    )
    let state = ZOOM_START
    for (let step = 0; step < 40; step++)
      state = zoomPanReducer(state, { kind: 'wheel', up: true, x: 30, y: 30 }, sizes)
    expect(state.scale).toBe(6)
    for (let step = 0; step < 60; step++)
      state = zoomPanReducer(state, { kind: 'wheel', up: false, x: -30, y: 10 }, sizes)
    expect(state).toMatchObject({ scale: 1, x: 0, y: 0 })
  })
  test('the point under the pointer stays where it is', () => {
    const state = zoomPanReducer(at2, { kind: 'wheel', up: true, x: 50, y: -20 }, sizes)
    // what was at (50, -20) on the screen was (25, -10) in the picture
    expect([25 * state.scale + state.x, -10 * state.scale + state.y]).toEqual([
      expect.closeTo(50),
      expect.closeTo(-20),
    ])
  })
  test('SOC-044: two taps within 300 ms and under 40 px zoom to 2.2; slower or farther ones do not', () => {
    const taps = (ms: number, px: number) =>
      zoomPanReducer(
        zoomPanReducer(ZOOM_START, { kind: 'tap', at: 1000, x: 0, y: 0 }, sizes),
        { kind: 'tap', at: 1000 + ms, x: px, y: 0 },
        sizes,
      ).scale
    expect([taps(200, 10), taps(300, 39), taps(301, 10), taps(200, 40)]).toEqual([2.2, 2.2, 1, 1])
  })
  test('a zoomed picture is moved, never out of its frame; at rest it stays', () => {
    expect(zoomPanReducer(ZOOM_START, { kind: 'pan', dx: 50, dy: 50 }, sizes)).toMatchObject({
      x: 0,
      y: 0,
    })
    expect(zoomPanReducer(at2, { kind: 'pan', dx: 50, dy: -20 }, sizes)).toMatchObject({
      x: 50,
      y: -20,
    })
    expect(zoomPanReducer(at2, { kind: 'pan', dx: 5000, dy: -5000 }, sizes)).toMatchObject({
      x: 200,
      y: -150,
    })
  })
  test('the edges of a picture narrower than its frame stay outside of the frame or in the middle', () => {
    const portrait = { frame, picture: { width: 150, height: 300 } }
    const far = { kind: 'pan', dx: 5000, dy: 5000 } as const
    expect(zoomPanReducer(at2, far, portrait)).toMatchObject({ x: 0, y: 150 })
    expect(zoomPanReducer({ ...at2, scale: 4 }, far, portrait)).toMatchObject({ x: 100, y: 450 })
    // zooming out at a corner brings no edge inside either
    const corner = zoomPanReducer({ ...at2, scale: 4 }, far, portrait)
    expect(
      zoomPanReducer(corner, { kind: 'by', factor: 0.5, x: -200, y: -150 }, portrait),
    ).toMatchObject({
      scale: 2,
      x: 0,
      y: 150,
    })
  })
})
