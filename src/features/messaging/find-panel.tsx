import { useRef, useState, type KeyboardEvent } from 'react'
import { useLocation } from 'wouter'
import { panels, type PanelProps } from '../../data/state/panels'
import { Dialog } from '../../ui/overlay/dialog'
import { TextField } from '../../ui/forms/text-field'
import { openDirectConversation } from './list/search-results'
import { KnownMembers } from './list/known-members'
import styles from './list/list.module.css'
import { NewGroup } from './list/new-group'
import { OtherStarts } from './list/other-starts'
import { Search } from './list/search'

/** Closes the search, not the panel that a row may have opened above it. */
const leave = (): void => {
  const at = panels.stack.findIndex(({ panel }) => panel.kind === 'find')
  if (at !== -1) panels.stack.splice(at, 1)
}

/** Search of the whole app (Ctrl+K): relations before a letter is typed, and what begins here. */
export const FindPanel = ({ open, level, onClose }: PanelProps) => {
  const [query, setQuery] = useState('')
  const [grouping, setGrouping] = useState(false)
  const [, navigate] = useLocation()
  const results = useRef<HTMLDivElement>(null)
  const typed = query.replace(/[<>]/g, '').trim()
  /** Enter opens the first result, the arrow down goes to it. */
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== 'ArrowDown') return
    event.preventDefault()
    const first = results.current?.querySelector<HTMLElement>('li a, li button')
    if (event.key === 'Enter') first?.click()
    else first?.focus()
  }
  if (grouping) return open ? <NewGroup onClose={onClose} /> : null
  return (
    <Dialog open={open} level={level} onClose={onClose} title="Rechercher" size="md">
      <TextField
        label="Membre, discussion, message ou sortie"
        value={query}
        onChange={setQuery}
        onKeyDown={onKeyDown}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        data-autofocus
      />
      {/* every row leads elsewhere */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the rows have the keys */}
      <div
        ref={results}
        className={styles.everything}
        onClick={(event) => {
          if ((event.target as Element).closest('li a, li button')) leave()
        }}
      >
        {typed ? (
          <Search typed={typed} active={null} onBusy={() => undefined} />
        ) : (
          <KnownMembers typed="" disabled={false} onPick={openDirectConversation} />
        )}
      </div>
      <OtherStarts
        onGroup={() => setGrouping(true)}
        onPath={(path) => {
          onClose()
          navigate(path)
        }}
      />
    </Dialog>
  )
}
