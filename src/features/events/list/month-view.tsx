import { useRef, useState, type KeyboardEvent } from 'react'
import type { EventItem } from '#contract/events/events'
import {
  addDays,
  addMonths,
  dayName,
  daysOf,
  monthGrid,
  monthTitle,
} from '../../../lib/event-dates'
import { parisDay, timeLong } from '../../../lib/dates'
import { plural } from '../../../lib/text'
import { cx } from '../../../lib/cx'
import { Button } from '../../../ui/forms/button'
import { IconButton } from '../../../ui/forms/icon-button'
import { IconBack, IconForward } from '../../../ui/icons/nav'
import { VisuallyHidden } from '../../../ui/layout/visually-hidden'
import { EventCard } from './event-card'
import { statusTone } from '../state/labels'
import styles from './month.module.css'

const DAYS = [
  ['lun.', 'lundi'],
  ['mar.', 'mardi'],
  ['mer.', 'mercredi'],
  ['jeu.', 'jeudi'],
  ['ven.', 'vendredi'],
  ['sam.', 'samedi'],
  ['dim.', 'dimanche'],
] as const
const MOVES: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
}
const SHOWN = 2

/**
 * A month as a grid: arrows move by day and week, Page Up and Page Down by month, Home and End
 * within the week. The selected day's events are listed below.
 */
export const MonthView = ({ events }: { events: readonly EventItem[] }) => {
  const [today] = useState(() => parisDay(Date.now()))
  const [day, setDay] = useState(today)
  const month = day.slice(0, 7)
  const grid = useRef<HTMLTableElement>(null)
  const byDay = new Map<string, EventItem[]>()
  for (const e of events)
    for (const d of daysOf(e.start_date, e.end_date)) byDay.set(d, [...(byDay.get(d) ?? []), e])
  const focusDay = (next: string): void => {
    setDay(next)
    requestAnimationFrame(() =>
      grid.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus(),
    )
  }
  const sameDay = (to: string): string => {
    const date = `${to}${day.slice(7)}`
    return monthGrid(to).some((week) => week.includes(date) && date.startsWith(to))
      ? date
      : addDays(`${addMonths(to, 1)}-01`, -1)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = MOVES[event.key]
    const week = monthGrid(month).find((w) => w.includes(day)) ?? []
    const targets: Record<string, string | undefined> = {
      PageUp: sameDay(addMonths(month, -1)),
      PageDown: sameDay(addMonths(month, 1)),
      Home: week[0],
      End: week[6],
    }
    const next = by === undefined ? targets[event.key] : addDays(day, by)
    if (!next) return
    event.preventDefault()
    focusDay(next)
  }
  const chosen = byDay.get(day) ?? []
  return (
    <div className={styles.month}>
      <div className={styles.bar}>
        <IconButton
          label="Mois précédent"
          icon={<IconBack />}
          onClick={() => setDay(`${addMonths(month, -1)}-01`)}
        />
        <h2 className={styles.title} aria-live="polite">
          {monthTitle(month)}
        </h2>
        <IconButton
          label="Mois suivant"
          icon={<IconForward />}
          onClick={() => setDay(`${addMonths(month, 1)}-01`)}
        />
        {day === today ? null : (
          <Button size="sm" onClick={() => setDay(today)}>
            Aujourd’hui
          </Button>
        )}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role -- a table that is moved through by keys */}
      <table ref={grid} role="grid" aria-label={monthTitle(month)} className={styles.grid}>
        <thead>
          <tr>
            {DAYS.map(([short, long]) => (
              <th key={long} scope="col" abbr={long}>
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {monthGrid(month).map((week) => (
            <tr key={week[0]}>
              {week.map((d) => {
                const list = byDay.get(d) ?? []
                return (
                  <td key={d} aria-selected={d === day}>
                    <button
                      type="button"
                      data-day={d}
                      tabIndex={d === day ? 0 : -1}
                      onClick={() => setDay(d)}
                      onKeyDown={onKeyDown}
                      aria-current={d === today ? 'date' : undefined}
                      className={cx(
                        styles.day,
                        !d.startsWith(month) && styles.other,
                        d === day && styles.chosen,
                      )}
                    >
                      <VisuallyHidden>{`${dayName(d)}${list.length > 0 ? `, ${plural(list.length, 'sortie')} : ` : ''}`}</VisuallyHidden>
                      <span className={styles.number} aria-hidden="true">
                        {Number(d.slice(8))}
                      </span>
                      {list.slice(0, SHOWN).map((e) => (
                        <span
                          key={e.id}
                          className={styles.entry}
                          data-tone={
                            e.viewer_participant_status
                              ? statusTone(e.viewer_participant_status)
                              : 'neutral'
                          }
                        >
                          <i>{timeLong(e.start_date)}</i> {e.title}
                        </span>
                      ))}
                      {list.length > SHOWN ? (
                        <span className={styles.more}>+{list.length - SHOWN}</span>
                      ) : null}
                    </button>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <section aria-labelledby="chosen-day" className={styles.below}>
        <h3 id="chosen-day" className={styles.dayTitle}>
          {dayName(day)}
        </h3>
        {chosen.length === 0 ? (
          <p className={styles.none}>Aucune sortie ce jour-là.</p>
        ) : (
          <ul className={styles.list}>
            {chosen.map((e) => (
              <li key={e.id}>
                <EventCard event={e} />
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  )
}
