import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { placeDetails, searchPlaces, type PlaceSuggestion } from '#contract/places'
import { PLACE_SUGGESTIONS, SEARCH_MIN_CHARS } from '#contract/limits'
import type { Location } from '#contract/profile/data'
import { call } from '../../data/http/api'
import { cityName } from '../../lib/city'
import { mapLimited } from '../../lib/limited'
import { plural } from '../../lib/text'
import { IconButton } from '../../ui/forms/icon-button'
import { IconClose } from '../../ui/icons/base'
import { IconMap } from '../../ui/icons/nav'
import { LiveRegion } from '../../ui/feedback/live-region'
import { Spinner } from '../../ui/feedback/spinner'
import { TextField } from '../../ui/forms/text-field'
import styles from './city-input.module.css'

const DEBOUNCE_MS = 200
/** Details asked for at the same time. */
const AT_ONCE = 4

interface Props {
  readonly label: string
  readonly value: Location | null
  readonly onChange: (place: Location | null) => void
  readonly hint?: string | undefined
}

/** A French commune: suggestions from two characters on, 200 ms after the last; arrows and Enter choose, Escape closes. */
export const CityInput = ({ label, value, onChange, hint }: Props) => {
  const id = useId()
  const shown = value ? cityName(value) : ''
  const [text, setText] = useState(shown)
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [found, setFound] = useState<readonly PlaceSuggestion[]>([])
  const [active, setActive] = useState(-1)
  const [error, setError] = useState<string>()
  const known = useRef(new Map<string, Location>())
  const [of, setOf] = useState(shown)
  if (of !== shown) {
    setOf(shown)
    setText(shown)
  }
  const wanted = text.trim()
  const asking = open && wanted.length >= SEARCH_MIN_CHARS && text !== shown

  useEffect(() => {
    if (!asking) return undefined
    const stop = new AbortController()
    const timer = setTimeout(() => {
      setBusy(true)
      call(searchPlaces, { query: { input: wanted } }, { signal: stop.signal, identity: 'none' })
        .then(async ({ predictions }) => {
          const first = predictions.slice(0, PLACE_SUGGESTIONS)
          setFound(first)
          setActive(-1)
          setError(undefined)
          setBusy(false)
          // so that choosing one needs no further request
          await mapLimited(
            first.filter((p) => !known.current.has(p.place_id)),
            AT_ONCE,
            async (p) => {
              if (!stop.signal.aborted)
                known.current.set(
                  p.place_id,
                  (
                    await call(
                      placeDetails,
                      { query: { place_id: p.place_id } },
                      { signal: stop.signal, identity: 'none' },
                    )
                  ).result,
                )
            },
          )
        })
        .catch(() => {
          if (stop.signal.aborted) return
          setBusy(false)
          setFound([])
          setError('Erreur lors de la recherche')
        })
    }, DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
      setBusy(false)
    }
  }, [asking, wanted])

  const choose = async (p: PlaceSuggestion): Promise<void> => {
    setOpen(false)
    setError(undefined)
    try {
      const place =
        known.current.get(p.place_id) ??
        (await call(placeDetails, { query: { place_id: p.place_id } }, { identity: 'none' })).result
      onChange(place)
      setText(cityName(place))
    } catch {
      setError('Impossible de récupérer les détails')
    }
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
    const chosen = listed[active]
    if (event.key === 'Enter' && chosen) {
      event.preventDefault()
      void choose(chosen)
    }
  }
  return (
    <div className={styles.city}>
      <TextField
        label={label}
        value={text}
        hint={hint}
        error={error}
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
              onClick={() => {
                onChange(null)
                setText('')
              }}
            />
          ) : null
        }
        onChange={(v) => {
          setText(v)
          setOpen(true)
          if (v.trim() === '' && value) onChange(null)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          setOpen(false)
          setText(shown)
        }}
      />
      <LiveRegion text={listed.length > 0 ? plural(listed.length, 'commune') : ''} />
      <div
        id={`${id}-list`}
        role="listbox"
        tabIndex={-1}
        aria-label="Communes"
        className={styles.list}
        hidden={listed.length === 0}
      >
        {listed.map((p, i) => (
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
            onClick={() => void choose(p)}
          >
            <b>{p.city}</b> <span>{[p.postal_code, p.department].filter(Boolean).join(' · ')}</span>
          </div>
        ))}
      </div>
      {asking && !busy && !error && found.length === 0 ? (
        <p className={styles.none}>Aucune commune ne correspond.</p>
      ) : null}
    </div>
  )
}
