import { ADULT_YEARS } from '#contract/limits'
import { dayInParis } from '../../paris'

/**
 * Whether a person born on `birthDate` (YYYY-MM-DD) has turned 18 by today's date in Paris. Born on
 * 29 February: the birthday in a common year is 1 March.
 */
export const isAdult = (birthDate: string, nowMs: number): boolean => {
  const birthday = `${String(Number(birthDate.slice(0, 4)) + ADULT_YEARS).padStart(4, '0')}${birthDate.slice(4)}`
  return birthday <= dayInParis(nowMs)
}
