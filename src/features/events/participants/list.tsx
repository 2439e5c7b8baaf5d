import { lazy, Suspense, useState, type ReactNode } from 'react'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows'
import styles from './participants.module.css'

type Virtual = typeof import('./virtual').VirtualPeople
let loaded: Virtual | undefined
const load = async (): Promise<{ default: Virtual }> => {
  loaded ??= (await import('./virtual')).VirtualPeople
  return { default: loaded }
}
/** Fetches what long lists need while their rows are on the way. Never rejects. */
export const warmPeopleList = (): Promise<unknown> => load().catch(() => undefined)
const VirtualPeople = lazy(load) as unknown as Virtual
/** From here on only the rows that are seen are drawn. */
const MANY = 60

/** Rows of people: all of them, or when there are many those that are seen. */
export const PeopleList = <Row extends { readonly key: string }>({
  rows,
  height,
  label,
  children,
}: {
  rows: readonly Row[]
  height: number
  label: string
  children: (row: Row) => ReactNode
}) => {
  // what is here already must not be waited for: React shows nothing within 300 ms of a fallback
  const [Many] = useState(() => loaded ?? VirtualPeople)
  return rows.length < MANY ? (
    <ul className={styles.list} aria-label={label}>
      {rows.map((row) => (
        <li key={row.key}>{children(row)}</li>
      ))}
    </ul>
  ) : (
    <Suspense fallback={<SkeletonRows count={8} />}>
      <Many rows={rows} height={height} label={label}>
        {children}
      </Many>
    </Suspense>
  )
}
