import { useMemo, useState } from 'react'
import type { ParticipantRow } from '#contract/events/participants'
import {
  countFilters,
  NO_FILTERS,
  shownPeople,
  type Filters,
  type SortOrder,
  type SubTab,
} from './model'

/** A row with its React key. */
const keyed = (rows: readonly ParticipantRow[]) => rows.map((row) => ({ key: row.id, row }))

/** Which participants are shown, in which order, and the rows that result. */
export const usePeopleView = (
  people: readonly ParticipantRow[] | undefined,
  isOrganizer: boolean,
) => {
  const [filters, setFilters] = useState<Filters>(NO_FILTERS)
  const [tab, setTab] = useState<SubTab>('all')
  const [order, setOrder] = useState<SortOrder>('date')
  const rows = useMemo(
    () => keyed(shownPeople(people ?? [], { tab, filters, order }, isOrganizer)),
    [people, tab, filters, order, isOrganizer],
  )
  return {
    rows,
    tab,
    setTab,
    order,
    setOrder,
    filters,
    active: countFilters(filters),
    applyFilters: (next: Filters): void => {
      setFilters(next)
      setTab(countFilters(next) > 0 ? 'waiting' : 'all')
    },
  }
}
export type PeopleView = ReturnType<typeof usePeopleView>
