import { lazy, Suspense, type ReactNode } from 'react'
import { SkeletonRows } from '../../ui/skeleton-rows'
import styles from './participants.module.css'

const VirtualPeople = lazy(async () => ({ default: (await import('./participants-virtual')).VirtualPeople })) as unknown as typeof import('./participants-virtual').VirtualPeople
/** From here on only the rows that are seen are drawn. */
const MANY = 60

/** Rows of people: all of them, or when there are many those that are seen. */
export const PeopleList = <Row extends { readonly key: string }>({ rows, height, label, children }: { rows: readonly Row[]; height: number; label: string; children: (row: Row) => ReactNode }) =>
  rows.length < MANY
    ? <ul className={styles.list} aria-label={label}>{rows.map((row) => <li key={row.key}>{children(row)}</li>)}</ul>
    : <Suspense fallback={<SkeletonRows count={8} />}><VirtualPeople rows={rows} height={height} label={label}>{children}</VirtualPeople></Suspense>
