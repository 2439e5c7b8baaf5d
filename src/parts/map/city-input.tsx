import { useId, useState, type KeyboardEvent } from 'react'
import type { PlaceSuggestion } from '#contract/places'
import { SEARCH_MIN_CHARS } from '#contract/limits'
import type { Location } from '#contract/profile/data'
import { cityName } from '../../lib/city'
import { plural } from '../../lib/text'
import { IconButton } from '../../ui/forms/icon-button'
import { IconClose } from '../../ui/icons/base'
import { IconMap } from '../../ui/icons/nav'
import { LiveRegion } from '../../ui/feedback/live-region'
import { Spinner } from '../../ui/feedback/spinner'
import { TextField } from '../../ui/forms/text-field'
import styles from './city-input.module.css'
import { usePlaceSearch } from './use-place-search'

interface Props {
  readonly label: string
  readonly value: Location | null
  readonly onChange: (place: Location | null) => void
  readonly hint?: string | undefined
  readonly required?: boolean | undefined
  /** What is wrong with the value. */
  readonly refused?: string | undefined
}

const Suggestions = ({
  id,
  places,
  active,
  onChoose,
}: {
  id: string
  places: readonly PlaceSuggestion[]
  active: number
  onChoose: (place: PlaceSuggestion) => void
}) => (
  <div
    id={`${id}-list`}
    role="listbox"
    tabIndex={-1}
    aria-label="Communes"
    className={styles.list}
    hidden={places.length === 0}
  >
    {places.map((p, i) => (
      // the field keeps the focus: the keys are its own, and a press must not take it away
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
      <div
        key={p.place_id}
        id={`${id}-${i}`}
        role="option"
        tabIndex={-1}
        aria-selected={i === active}
        className={styles.option}
        onPointerDown={(e) => e.preventDefault()}
        onClick={() => onChoose(p)}
      >
        <b>{p.city}</b> <span>{[p.postal_code, p.department].filter(Boolean).join(' · ')}</span>
      </div>
    ))}
  </div>
)

/** What is typed until it is left or chosen from; then the name of the value again. */
const useTypedCity = (value: Location | null) => {
  const shown = value ? cityName(value) : ''
  const [text, setText] = useState(shown)
  const [open, setOpen] = useState(false)
  const [of, setOf] = useState(shown)
  if (of !== shown) {
    setOf(shown)
    setText(shown)
  }
  const wanted = text.trim()
  return {
    text,
    setText,
    open,
    setOpen,
    wanted,
    isTyping: text !== shown,
    asking: open && wanted.length >= SEARCH_MIN_CHARS && text !== shown,
    leave: () => {
      setOpen(false)
      setText(shown)
    },
  }
}

/**
 * A French commune: suggestions from two characters on, 200 ms after the last; arrows and Enter
 * choose, Escape closes.
 */
export const CityInput = ({ label, value, onChange, hint, required, refused }: Props) => {
  const id = useId()
  const { text, setText, open, setOpen, wanted, isTyping, asking, leave } = useTypedCity(value)
  const { busy, found, active, setActive, error, details } = usePlaceSearch(wanted, asking)
  const choose = async (p: PlaceSuggestion): Promise<void> => {
    setOpen(false)
    const place = await details(p)
    if (!place) return
    onChange(place)
    setText(cityName(place))
  }
  const clear = (): void => {
    onChange(null)
    setText('')
  }
  const listed = asking ? found : []
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && open && listed.length > 0) {
      // the panel around it stays open
      event.preventDefault()
      event.stopPropagation()
      setOpen(false)
      return
    }
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (by !== 0 && listed.length > 0) {
      event.preventDefault()
      setActive((active + by + (active < 0 && by < 0 ? 1 : 0) + listed.length) % listed.length)
    }
    // the form would be sent with the commune before
    if (event.key === 'Enter' && isTyping) event.preventDefault()
    const chosen = listed[active]
    if (event.key === 'Enter' && chosen) void choose(chosen)
  }
  return (
    <div className={styles.city}>
      <TextField
        label={label}
        value={text}
        hint={hint}
        required={required}
        error={error ?? refused}
        autoComplete="off"
        role="combobox"
        aria-expanded={listed.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={listed[active] ? `${id}-${active}` : undefined}
        placeholder="Nom ou code postal"
        leading={<IconMap size={18} />}
        trailing={
          busy ? (
            <span className={styles.busy}>
              <Spinner size={18} />
            </span>
          ) : value ? (
            <IconButton
              label="Effacer la ville"
              icon={<IconClose size={16} />}
              size="sm"
              onClick={clear}
            />
          ) : null
        }
        onChange={(v) => {
          setText(v)
          setOpen(true)
          if (v.trim() === '' && value) onChange(null)
        }}
        onKeyDown={onKeyDown}
        onBlur={leave}
      />
      <LiveRegion text={listed.length > 0 ? plural(listed.length, 'commune') : ''} />
      <Suggestions id={id} places={listed} active={active} onChoose={(p) => void choose(p)} />
      {asking && !busy && !error && found.length === 0 ? (
        <p className={styles.none}>Aucune commune ne correspond.</p>
      ) : null}
    </div>
  )
}
