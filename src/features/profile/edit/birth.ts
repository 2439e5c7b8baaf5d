/** A date of birth while it is being chosen; an empty part is not chosen yet. Day and month count from 1. */
export interface BirthParts {
  readonly day: string
  readonly month: string
  readonly year: string
}

/** How many years the choice goes back. */
const YEARS = 100

/** The length of a month (1 to 12); without a year February has 29 days. */
export const daysInMonth = (month: number, year: number | null): number =>
  month < 1 || month > 12 ? 31 : new Date(Date.UTC(year ?? 2000, month, 0)).getUTCDate()

/** The day never exceeds its month: 31 in February 2023 becomes 28. */
export const clampDay = (parts: BirthParts): BirthParts => {
  if (parts.day === '' || parts.month === '') return parts
  const last = daysInMonth(Number(parts.month), parts.year === '' ? null : Number(parts.year))
  return Number(parts.day) > last ? { ...parts, day: String(last) } : parts
}

/** One hundred years, the newest first, from this one on. */
export const birthYears = (thisYear: number): number[] =>
  Array.from({ length: YEARS }, (_, i) => thisYear - i)

export const birthPartsOf = (date: string | null): BirthParts => {
  const m = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date ?? '')
  return m
    ? { day: String(Number(m[3])), month: String(Number(m[2])), year: m[1] as string }
    : { day: '', month: '', year: '' }
}

/** YYYY-MM-DD once all three are chosen, else null. */
export const birthDateOf = ({ day, month, year }: BirthParts): string | null =>
  day === '' || month === '' || year === ''
    ? null
    : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
