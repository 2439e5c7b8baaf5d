import { Suspense, useState, type ReactNode } from 'react'
import { lazyPart } from '../../../data/start/lazy-part'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows'

type Virtual = typeof import('./virtual').VirtualPeople
let loaded: Virtual | undefined
const load = async (): Promise<Virtual> => (loaded ??= (await import('./virtual')).VirtualPeople)
/** Preloads what a long list needs while its rows are loading. Never rejects. */
export const preloadPeopleList = (): Promise<unknown> => load().catch(() => undefined)
const VirtualPeople = lazyPart(load) as unknown as Virtual
/** From this number of rows on, only the visible ones are rendered. */
const MANY = 60

/** Rows of participants: all of them, or only the visible ones of a long list. */
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
  // Suspense would delay what is already loaded: React hides a resolved fallback for up to 300 ms
  const [Many] = useState(() => loaded ?? VirtualPeople)
  return rows.length < MANY ? (
    <ul aria-label={label}>
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
