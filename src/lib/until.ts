import { dateTime, daysAgo, timeLong, type Instant } from './dates'

/** «jusqu’à 21 h 40», «jusqu’à demain 21 h 40», «jusqu’au 30 novembre 2026 à 21 h 40». */
export const untilText = (value: Instant, now: Instant = Date.now()): string => {
  const days = daysAgo(value, now)
  if (days >= 0) return `jusqu’à ${timeLong(value)}`
  return days === -1 ? `jusqu’à demain ${timeLong(value)}` : `jusqu’au ${dateTime(value)}`
}
