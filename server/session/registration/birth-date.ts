import { ADULT_YEARS } from '#contract/limits'
import { ageOn } from '#contract/profile/age'
import { dayInParis } from '../../paris'

/** Whether a person born on `birthDate` (YYYY-MM-DD) is an adult today in Paris. */
export const isAdult = (birthDate: string, nowMs: number): boolean =>
  ageOn(birthDate, dayInParis(nowMs)) >= ADULT_YEARS
