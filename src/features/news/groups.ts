import type { NewsItem } from '#contract/news'
import { daysAgo } from '../../lib/dates'
import { monthOf, monthTitle } from '../../lib/event-dates'

export interface Group { readonly title: string; readonly items: readonly NewsItem[] }
const titleOf = (item: NewsItem, now: number): string => {
  const days = daysAgo(item.createdAt, now)
  return days <= 0 ? 'Aujourd’hui' : days === 1 ? 'Hier' : days < 7 ? 'Ces derniers jours' : monthTitle(monthOf(item.createdAt))
}
/** In the order given: today, yesterday, the days before, then one group a month. */
export const groupsOf = (items: readonly NewsItem[], now: number = Date.now()): Group[] => {
  const groups: { title: string; items: NewsItem[] }[] = []
  for (const item of items) {
    const title = titleOf(item, now)
    const last = groups.at(-1)
    if (last?.title === title) last.items.push(item)
    else groups.push({ title, items: [item] })
  }
  return groups
}
