import type { NewsItem } from '#contract/news'
import { dayShort, daysAgo, parisDay, timeShort, type Instant } from '../../lib/dates'
import { monthOf, monthTitle } from '../../lib/event-dates'

interface NewsGroup {
  readonly title: string
  readonly items: readonly NewsItem[]
}
const titleOf = (item: NewsItem, now: number): string => {
  const days = daysAgo(item.createdAt, now)
  const month = monthTitle(monthOf(item.createdAt))
  if (days <= 0) return 'Aujourd’hui'
  if (days === 1) return 'Hier'
  return days < 7 ? 'Ces derniers jours' : month.replace(` ${parisDay(now).slice(0, 4)}`, '')
}
/**
 * Groups in the given order: today, yesterday, earlier days, then one group per month (with the
 * year when it differs).
 */
export const groupNews = (items: readonly NewsItem[], now: number = Date.now()): NewsGroup[] => {
  const groups: { title: string; items: NewsItem[] }[] = []
  for (const item of items) {
    const title = titleOf(item, now)
    const last = groups.at(-1)
    if (last?.title === title) last.items.push(item)
    else groups.push({ title, items: [item] })
  }
  return groups
}

/** The end of a row: its heading already says «Hier», so yesterday's rows show the time, like today's. */
export const rowTime = (at: Instant, now: Instant = Date.now()): string =>
  daysAgo(at, now) === 1 ? timeShort(at) : dayShort(at, now)
