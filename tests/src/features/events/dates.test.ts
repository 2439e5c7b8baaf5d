import { describe, expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  eventDays,
  eventDay,
  eventSpan,
  eventWhen,
  fromParisInput,
  monthGrid,
  monthOf,
  toParisInput,
} from '../../../../src/lib/event-dates'
import { NBSP } from '../../../../src/lib/text'

const h = (text: string): string =>
  text.replace(/(\d) h (\d\d)/g, `$1${NBSP}h${NBSP}$2`).replace(/(\d) h\b/g, `$1${NBSP}h`)
const NOW = '2026-12-05T11:00:00Z'

describe('words', () => {
  test('SOC-063: Aujourd’hui, Demain, else a long French date, with à and the time, counted in Paris days', () => {
    expect(eventWhen('2026-12-05T19:30:00Z', NOW)).toBe(h('Aujourd’hui à 20 h 30'))
    expect(eventWhen('2026-12-06T19:30:00Z', NOW)).toBe(h('Demain à 20 h 30'))
    expect(eventWhen('2026-12-12T19:30:00Z', NOW)).toBe(h('Samedi 12 décembre à 20 h 30'))
    expect(eventWhen('2027-01-01T19:30:00Z', NOW)).toBe(h('Vendredi 1er janvier 2027 à 20 h 30'))
    // 23:30 UTC is the next day in Paris
    expect(eventDay('2026-12-05T23:30:00Z', NOW)).toBe('Demain')
    expect(eventDay('2026-12-05T22:30:00Z', NOW)).toBe('Aujourd’hui')
  })
  test('both nights of the clock change: the day before is Demain, whatever it counts in hours', () => {
    expect(eventDay('2027-03-28T21:30:00Z', '2027-03-27T23:30:00Z')).toBe('Aujourd’hui')
    expect(eventDay('2027-03-28T21:59:00Z', '2027-03-27T22:30:00Z')).toBe('Demain')
    expect(eventDay('2026-10-25T22:30:00Z', '2026-10-24T22:30:00Z')).toBe('Aujourd’hui')
    expect(eventDay('2026-10-25T23:30:00Z', '2026-10-24T22:30:00Z')).toBe('Demain')
  })
  test('a range: a night, midnight, no end, an end on another day with its day', () => {
    const span = (start: string, end: string | null) => eventSpan(start, end, NOW)
    expect(span('2026-12-06T19:30:00Z', '2026-12-07T02:00:00Z')).toEqual([
      'Demain',
      h('20 h 30\u00a0– 3 h'),
    ])
    expect(span('2026-12-12T19:30:00Z', '2026-12-12T23:00:00Z')).toEqual([
      'Samedi 12 décembre',
      h('20 h 30\u00a0– minuit'),
    ])
    expect(span('2026-12-12T19:00:00Z', null)).toEqual(['Samedi 12 décembre', h('20 h')])
    // the night of autumn: 23:00 to 2:30 (the second one) is one night
    expect(span('2026-10-24T21:00:00Z', '2026-10-25T01:30:00Z')[1]).toBe(h('23 h\u00a0– 2 h 30'))
    expect(span('2026-12-20T18:00:00Z', '2026-12-21T10:00:00Z')).toEqual([
      h(`Dim.${NBSP}20 décembre, 19 h – lun.${NBSP}21, 11 h`),
      null,
    ])
    expect(span('2026-12-05T19:30:00Z', '2026-12-06T17:00:00Z')[0]).toBe(
      h(`Aujourd’hui, 20 h 30 – dim.${NBSP}6, 18 h`),
    )
    expect(span('2026-12-30T18:00:00Z', '2027-01-01T10:00:00Z')[0]).toBe(
      h(`Mer.${NBSP}30 décembre, 19 h – ven.${NBSP}1er janvier 2027, 11 h`),
    )
    expect(span('2027-05-01T16:00:00Z', '2027-05-02T10:00:00Z')[0]).toBe(
      h(`Sam.${NBSP}1er mai 2027, 18 h – dim.${NBSP}2, 12 h`),
    )
  })
})

describe('fields', () => {
  test('wall time in Paris there and back, summer and winter, on any device', () => {
    for (const iso of [
      '2026-07-14T18:00:00.000Z',
      '2026-12-31T22:59:00.000Z',
      '2027-03-28T01:30:00.000Z',
      '2026-10-25T00:30:00.000Z',
      '2026-10-25T02:30:00.000Z',
    ])
      expect(fromParisInput(toParisInput(iso))).toBe(iso)
    expect(toParisInput('2026-07-14T18:00:00Z')).toBe('2026-07-14T20:00')
    expect(fromParisInput('2026-12-05T00:00')).toBe('2026-12-04T23:00:00.000Z')
    expect([fromParisInput(''), fromParisInput('demain'), toParisInput(null)]).toEqual([
      null,
      null,
      '',
    ])
  })
  test('the hour that spring leaves out is the one after; the hour that autumn has twice is the first', () => {
    expect(fromParisInput('2027-03-28T02:30')).toBe('2027-03-28T01:30:00.000Z')
    expect(fromParisInput('2027-03-28T03:30')).toBe('2027-03-28T01:30:00.000Z')
    expect(fromParisInput('2027-03-28T01:30')).toBe('2027-03-28T00:30:00.000Z')
    expect(fromParisInput('2026-10-25T02:30')).toBe('2026-10-25T00:30:00.000Z')
    expect(fromParisInput('2026-10-25T03:30')).toBe('2026-10-25T02:30:00.000Z')
  })
})

describe('calendar', () => {
  test('months begin on Monday and hold all their days once', () => {
    for (const month of ['2026-02', '2026-12', '2027-03', '2027-10', '2028-02']) {
      const weeks = monthGrid(month)
      const days = weeks.flat()
      expect(new Date(`${days[0]}T12:00Z`).getUTCDay()).toBe(1)
      expect(new Set(days).size).toBe(weeks.length * 7)
      expect(days.filter((d) => d.startsWith(month)).length).toBe(
        new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate(),
      )
    }
    expect([
      addMonths('2026-12', 1),
      addMonths('2026-01', -1),
      addDays('2027-03-28', 1),
      addDays('2026-10-25', -1),
    ]).toEqual(['2027-01', '2025-12', '2027-03-29', '2026-10-24'])
    // 23:30 UTC on the last of the year is January in Paris
    expect(monthOf('2026-12-31T23:30:00Z')).toBe('2027-01')
  })
  test('an event belongs to the evening that it begins; a weekend to each of its days', () => {
    expect(eventDays('2026-12-05T19:30:00Z', '2026-12-06T02:00:00Z')).toEqual(['2026-12-05'])
    expect(eventDays('2026-12-05T19:30:00Z', '2026-12-05T23:00:00Z')).toEqual(['2026-12-05'])
    expect(eventDays('2026-12-05T09:00:00Z', '2026-12-07T16:00:00Z')).toEqual([
      '2026-12-05',
      '2026-12-06',
      '2026-12-07',
    ])
    // 10:00 to 11:00 of the next day is no short night
    expect(eventDays('2026-12-05T09:00:00Z', '2026-12-06T10:00:00Z')).toEqual([
      '2026-12-05',
      '2026-12-06',
    ])
    expect(eventDays('2026-12-05T23:15:00Z', null)).toEqual(['2026-12-06'])
  })
})
