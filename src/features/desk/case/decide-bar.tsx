import { useEffect, useState } from 'react'
import type { CaseDetail } from '#contract/staff/cases'
import { Button } from '../../../ui/forms/button'
import { DECIDE_ID } from './decide-form'
import { offeredMeasures } from './use-decide'
import styles from './case.module.css'

const section = (): HTMLElement | null => document.getElementById(DECIDE_ID)

/** Whether the section is outside of the screen. */
const useAway = (): boolean => {
  const [away, setAway] = useState(false)
  useEffect(() => {
    const node = section()
    if (!node) return undefined
    const seen = new IntersectionObserver(
      ([entry]) => setAway(entry !== undefined && !entry.isIntersecting),
      { rootMargin: '0px 0px -120px' },
    )
    seen.observe(node)
    return () => seen.disconnect()
  }, [])
  return away
}

const show = (): void => {
  const node = section()
  node?.scrollIntoView({ block: 'start' })
  node?.querySelector('button')?.focus({ preventScroll: true })
}

/** Where the decision is below the whole case: one tap away from everywhere in it. */
export const DecideBar = ({ detail }: { detail: CaseDetail }) => {
  const away = useAway()
  if (!away || detail.line.state === 'decided' || offeredMeasures(detail).length === 0) return null
  return (
    <div className={styles.bar}>
      <Button variant="primary" size="lg" block onClick={show}>
        Choisir une mesure
      </Button>
    </div>
  )
}
