import type { ReactNode } from 'react'

/** Text for screen readers only. */
export function VisuallyHidden({
  as: As = 'span',
  id,
  children,
}: {
  as?: 'span' | 'div' | 'h2' | 'p' | 'legend' | undefined
  id?: string | undefined
  children: ReactNode
}) {
  return (
    <As id={id} className="visually-hidden">
      {children}
    </As>
  )
}
