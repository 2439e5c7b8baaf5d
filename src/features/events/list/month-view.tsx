import { useRef, useState, type KeyboardEvent } from 'react'
import type { EventItem } from '#contract/events/events'
import {
  addDays,
  addMonths,
  dayName,
  eventDays,
  monthGrid,
  monthTitle,
} from '../../../lib/event-dates'
import { parisDay, timeLong } from '../../../lib/dates'
import { plural } from '../../../lib/text'
import { cx } from '../../../lib/cx'
import { Button } from '../../../ui/forms/button'
import { IconButton } from '../../../ui/forms/icon-button'
import { IconBack, IconEvents, IconForward } from '../../../ui/icons/nav'
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

/** The same day of another month, or that month's last day. */
const sameDay = (day: string, month: string): string => {
  const date = `${month}${day.slice(7)}`
  return monthGrid(month).some((week) => week.includes(date) && date.startsWith(month))
    ? date
    : addDays(`${addMonths(month, 1)}-01`, -1)
}
/** The day that a key moves to from `day`; undefined for other keys. */
const dayByKey = (key: string, day: string): string | undefined => {
  const by = MOVES[key]
  if (by !== undefined) return addDays(day, by)
  const month = day.slice(0, 7)
  const week = monthGrid(month).find((w) => w.includes(day)) ?? []
  const targets: Record<string, string | undefined> = {
    PageUp: sameDay(day, addMonths(month, -1)),
    PageDown: sameDay(day, addMonths(month, 1)),
    Home: week[0],
    End: week[6],
  }
  return targets[key]
}

interface Days {
  readonly day: string
  readonly today: string
  readonly onDay: (day: string) => void
}
type EventsByDay = ReadonlyMap<string, readonly EventItem[]>

const MonthBar = ({ day, today, onDay }: Days) => {
  const month = day.slice(0, 7)
  return (
    <div className={styles.bar}>
      <IconButton
        label="Mois précédent"
        icon={<IconBack />}
        onClick={() => onDay(`${addMonths(month, -1)}-01`)}
      />
      <h2 className={styles.title} aria-live="polite">
        {monthTitle(month)}
      </h2>
      <IconButton
        label="Mois suivant"
        icon={<IconForward />}
        onClick={() => onDay(`${addMonths(month, 1)}-01`)}
      />
      {/* its place is kept: the arrows must not move under the finger */}
      <Button
        size="sm"
        className={styles.today}
        data-away={day !== today}
        icon={<IconEvents size={20} />}
        onClick={() => onDay(today)}
      >
        Aujourd’hui
      </Button>
    </div>
  )
}

const DayCell = ({ date, events }: { date: string; events: readonly EventItem[] }) => (
  <>
    <VisuallyHidden>{`${dayName(date)}${events.length > 0 ? `, ${plural(events.length, 'sortie')}\u00a0: ` : ''}`}</VisuallyHidden>
    <span className={styles.number} aria-hidden="true">
      {Number(date.slice(8))}
    </span>
    {events.slice(0, SHOWN).map((e) => (
      <span
        key={e.id}
        className={styles.entry}
        data-tone={
          e.viewer_participant_status ? statusTone(e.viewer_participant_status) : 'neutral'
        }
      >
        <i>{timeLong(e.start_date)}</i> {e.title}
      </span>
    ))}
    {events.length > SHOWN ? <span className={styles.more}>+{events.length - SHOWN}</span> : null}
  </>
)

const MonthGrid = ({ day, today, onDay, byDay }: Days & { byDay: EventsByDay }) => {
  const month = day.slice(0, 7)
  const grid = useRef<HTMLTableElement>(null)
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = dayByKey(event.key, day)
    if (!next) return
    event.preventDefault()
    onDay(next)
    requestAnimationFrame(() =>
      grid.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus(),
    )
  }
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role -- a table that is moved through by keys
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
            {week.map((d) => (
              <td key={d} aria-selected={d === day}>
                <button
                  type="button"
                  data-day={d}
                  tabIndex={d === day ? 0 : -1}
                  onClick={() => onDay(d)}
                  onKeyDown={onKeyDown}
                  aria-current={d === today ? 'date' : undefined}
                  className={cx(
                    styles.day,
                    !d.startsWith(month) && styles.other,
                    d === day && styles.chosen,
                  )}
                >
                  <DayCell date={d} events={byDay.get(d) ?? []} />
                </button>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const DayEvents = ({ day, events }: { day: string; events: readonly EventItem[] }) => (
  <section aria-labelledby="chosen-day" className={styles.below}>
    <h3 id="chosen-day" className={styles.dayTitle}>
      {dayName(day)}
    </h3>
    {events.length === 0 ? (
      <p className="quiet">Aucune sortie ce jour-là.</p>
    ) : (
      <ul className={styles.list}>
        {events.map((e) => (
          <li key={e.id}>
            <EventCard event={e} />
          </li>
        ))}
      </ul>
    )}
  </section>
)

/**
 * A month as a grid: arrows move by day and week, Page Up and Page Down by month, Home and End
 * within the week. The selected day's events are listed below.
 */
export const MonthView = ({ events }: { events: readonly EventItem[] }) => {
  const [today] = useState(() => parisDay(Date.now()))
  const [day, setDay] = useState(today)
  const byDay = new Map<string, EventItem[]>()
  for (const e of events)
    for (const d of eventDays(e.start_date, e.end_date)) byDay.set(d, [...(byDay.get(d) ?? []), e])
  const days = { day, today, onDay: setDay }
  return (
    <div className={styles.month}>
      <MonthBar {...days} />
      <MonthGrid {...days} byDay={byDay} />
      <DayEvents day={day} events={byDay.get(day) ?? []} />
    </div>
  )
}
