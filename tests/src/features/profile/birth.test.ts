import { describe, expect, test } from 'vitest'
import { ageOn } from '#contract/profile/age'
import {
  birthYears,
  clampDay,
  birthDateOf,
  daysInMonth,
  birthPartsOf,
} from '../../../../src/features/profile/edit/birth'

describe('date of birth', () => {
  test('CORE-101: the day is clamped to the length of the month, leap years included', () => {
    expect(clampDay({ day: '31', month: '2', year: '2023' }).day).toBe('28')
    expect(clampDay({ day: '31', month: '2', year: '2024' }).day).toBe('29')
    expect(clampDay({ day: '31', month: '2', year: '1900' }).day).toBe('28')
    expect(clampDay({ day: '31', month: '4', year: '1990' }).day).toBe('30')
    expect(clampDay({ day: '30', month: '4', year: '1990' }).day).toBe('30')
    // without a year February may have 29 days; the year then decides
    expect(clampDay({ day: '31', month: '2', year: '' }).day).toBe('29')
    expect(clampDay({ day: '29', month: '2', year: '1987' }).day).toBe('28')
    expect([daysInMonth(12, 1990), daysInMonth(0, 1990)]).toEqual([31, 31])
  })
  test('CORE-129: one hundred years, the newest first, from this year on', () => {
    const years = birthYears(2026)
    expect([years.length, years[0], years[1], years.at(-1)]).toEqual([100, 2026, 2025, 1927])
  })
  test('a date is one only when day, month and year are chosen, and reads back as its parts', () => {
    expect(birthDateOf({ day: '5', month: '3', year: '1987' })).toBe('1987-03-05')
    expect(birthDateOf({ day: '5', month: '', year: '1987' })).toBeNull()
    expect(birthPartsOf('1987-03-05')).toEqual({ day: '5', month: '3', year: '1987' })
    expect(birthPartsOf(null)).toEqual({ day: '', month: '', year: '' })
  })
  test('an age is reached on the birthday', () => {
    expect(ageOn('1987-03-05', '2026-03-04')).toBe(38)
    expect(ageOn('1987-03-05', '2026-03-05')).toBe(39)
  })
})
