import {
  useDeferredValue,
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import styles from './tabs.module.css'

type TabsProps<Id extends string> = {
  /** What the tabs are about, for screen readers: «Profil de clara_et_tom». */
  label: string
  /** `note` is the quiet word after a label: «Photos 24», «Privé Oui». */
  tabs: readonly { id: Id; label: string; note?: string | number | undefined }[]
  value: Id
  onChange: (id: Id) => void
  /** Prefix of the ids that tie tabs and panels; the same on both. */
  base: string
}

const STEPS: Record<string, (index: number, last: number) => number> = {
  ArrowRight: (index, last) => (index === last ? 0 : index + 1),
  ArrowLeft: (index, last) => (index === 0 ? last : index - 1),
  Home: () => 0,
  End: (_, last) => last,
}

/** Tabs: one in the tab order, arrows, Home and End choose. They scroll sideways where they do not fit. */
export function Tabs<Id extends string>({ label, tabs, value, onChange, base }: TabsProps<Id>) {
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>('[aria-selected="true"]')
    // only sideways: scrollIntoView would move the page as well
    if (chosen && list.current)
      list.current.scrollLeft =
        chosen.offsetLeft - (list.current.clientWidth - chosen.offsetWidth) / 2
  }, [value])
  const onKeyDown = (event: KeyboardEvent) => {
    const index = tabs.findIndex((tab) => tab.id === value)
    const next = tabs[STEPS[event.key]?.(index, tabs.length - 1) ?? -1]
    if (!next) return
    event.preventDefault()
    onChange(next.id)
    document.getElementById(`${base}-tab-${next.id}`)?.focus()
  }
  return (
    <div ref={list} className={styles.list} role="tablist" aria-label={label} data-no-swipe="">
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          className={styles.tab}
          id={`${base}-tab-${tab.id}`}
          aria-selected={tab.id === value}
          aria-controls={`${base}-panel-${tab.id}`}
          tabIndex={tab.id === value ? 0 : -1}
          onClick={() => onChange(tab.id)}
          onKeyDown={onKeyDown}
        >
          {tab.label}
          {tab.note === undefined ? null : <span className={styles.note}> {tab.note}</span>}
        </button>
      ))}
    </div>
  )
}

type TabPanelProps = {
  base: string
  id: string
  /** The tab now chosen. */
  value: string
  /** Keeps the children mounted while another tab is shown. */
  keep?: boolean | undefined
  children: ReactNode
}

/** What a tab shows, drawn after the paint of the pressed tab. */
export function TabPanel({ base, id, value, keep, children }: TabPanelProps) {
  const shown = id === useDeferredValue(value)
  return (
    <div
      role="tabpanel"
      id={`${base}-panel-${id}`}
      aria-labelledby={`${base}-tab-${id}`}
      hidden={!shown}
      tabIndex={0}
      className={styles.panel}
    >
      {shown || keep ? children : null}
    </div>
  )
}
