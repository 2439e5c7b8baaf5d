import { useDeferredValue, useMemo, useState } from 'react'
import { cx } from '../../../lib/cx'
import { foldAccents, plural } from '../../../lib/text'
import { Button } from '../../../ui/forms/button'
import { IconCheck } from '../../../ui/icons/base'
import { SearchField } from '../../../ui/forms/search-field'
import { PeopleList } from '../participants/list'
import { presenceOf, type GuestEntry, type GuestState } from './book'
import styles from './check-in.module.css'

const isCode = (text: string): boolean => /^cnv1\./i.test(text.trim())

const EntryRow = ({
  entry,
  presence,
  onAdmit,
}: {
  entry: GuestEntry
  presence: GuestState
  onAdmit: (entry: GuestEntry) => void
}) => (
  <button
    type="button"
    className={cx(styles.entry, presence !== 'absent' && styles.noted)}
    onClick={() => onAdmit(entry)}
  >
    <span className={styles.name}>{entry.handle}</span>
    <span className={styles.note}>{plural(entry.persons, 'personne')}</span>
    {presence === 'gone' ? (
      <span className={styles.mark} data-tone="quiet">
        Départ
      </span>
    ) : presence === 'here' ? (
      <span className={styles.mark} data-tone="ok">
        <IconCheck size={18} />
        Entrée
      </span>
    ) : (
      <span className={styles.mark}>Faire entrer</span>
    )}
  </button>
)

/** The confirmed participants, searched by handle; a typed code is checked instead. */
export const Entries = ({
  entries,
  onAdmit,
  onCode,
}: {
  entries: readonly GuestEntry[]
  onAdmit: (entry: GuestEntry) => void
  onCode: (code: string) => void
}) => {
  const [typed, setTyped] = useState('')
  const sought = useDeferredValue(foldAccents(typed.trim()))
  const rows = useMemo(
    () =>
      entries
        .filter((e) => isCode(sought) || foldAccents(e.handle).includes(sought))
        .map((entry) => ({ key: entry.participant_id, fold: foldAccents(entry.handle), entry }))
        .sort((a, b) => (a.fold < b.fold ? -1 : 1)),
    [entries, sought],
  )
  const enter = (): void => {
    if (!isCode(typed)) return
    onCode(typed)
    setTyped('')
  }
  return (
    <>
      <div className={styles.find}>
        <SearchField
          label="Pseudo ou code d’entrée"
          value={typed}
          onChange={setTyped}
          onEnter={enter}
        />
        {isCode(typed) ? (
          <Button variant="primary" onClick={enter}>
            Vérifier
          </Button>
        ) : null}
      </div>
      {rows.length === 0 ? (
        <p className={styles.none} role="status">
          {entries.length === 0
            ? 'Personne n’est encore confirmé.'
            : 'Personne ne porte ce pseudo.'}
        </p>
      ) : (
        <PeopleList rows={rows} height={57} label="Confirmés">
          {({ entry }) => <EntryRow entry={entry} presence={presenceOf(entry)} onAdmit={onAdmit} />}
        </PeopleList>
      )}
    </>
  )
}
