import { useRef, useState } from 'react'
import type { PartingKind, PartingPhoto } from '#contract/profile/parting'
import { ApiError } from '../../data/http/api'
import { toastRefusal } from '../../data/state/toasts'
import { dateLong } from '../../lib/dates'
import { NBSP } from '../../lib/text'
import { CodeDialog } from '../../parts/agree/code-dialog'
import { NotLoaded } from '../../parts/form/not-loaded'
import { SignedImage } from '../../parts/photo/signed-image'
import { Button } from '../../ui/forms/button'
import { Checkbox, Tick } from '../../ui/forms/checkbox'
import {
  savePartingChoice,
  refreshParting,
  refreshPartingPhotos,
  usePartingPhotos,
  type OpenParting,
} from './api'
import styles from './parting.module.css'

type Kind = 'photo' | 'relation' | 'event'

/** As many ids as one call takes. */
const CHUNK = 500
const send = async (
  identity: string,
  { ids, ...how }: Parameters<typeof savePartingChoice>[1],
): Promise<void> => {
  for (let i = 0; i < ids.length; i += CHUNK)
    await savePartingChoice(identity, { ...how, ids: ids.slice(i, i + CHUNK) })
}

/**
 * Calls about one id of one person follow one another, so that the last choice is the one that is
 * stored: also of a list that was closed before its calls ended.
 */
const calls = new Map<string, Promise<void>>()

/**
 * Choices that are shown as made at once, and taken back when they cannot be stored. `asked`: some
 * wait for the person's code; others may be refused before it is typed, and while it is sent.
 */
const useChoices = (kind: Kind, identity: string, refresh: () => Promise<unknown>) => {
  const [pending, setPending] = useState<Readonly<Record<string, boolean>>>({})
  const [asked, setAsked] = useState(false)
  const waiting = useRef(new Set<string>())
  // what was unticked before its refusal arrived is not kept with the code
  const last = useRef<Readonly<Record<string, boolean>>>({})
  const keyOf = (id: string): string => `${identity} ${kind} ${id}`
  const store = async (ids: string[], on: boolean): Promise<void> => {
    try {
      await send(identity, { kind, ids, on })
      await refresh()
    } catch (error) {
      if (error instanceof ApiError && error.code === 'agreement_code') {
        const wanted = ids.filter((id) => last.current[id])
        for (const id of wanted) waiting.current.add(id)
        if (wanted.length > 0) setAsked(true)
      } else toastRefusal(error, 'Votre choix n’a pas pu être enregistré. Réessayez.')
    }
  }
  const set = async (ids: string[], on: boolean): Promise<void> => {
    const made = Object.fromEntries(ids.map((id) => [id, on]))
    last.current = { ...last.current, ...made }
    setPending((now) => ({ ...now, ...made }))
    const earlier = Promise.all(ids.flatMap((id) => calls.get(keyOf(id)) ?? []))
    const work = earlier.then(() => store(ids, on))
    for (const id of ids) calls.set(keyOf(id), work)
    await work
    const done = new Set(ids.filter((id) => calls.get(keyOf(id)) === work))
    for (const id of done) calls.delete(keyOf(id))
    setPending((now) => Object.fromEntries(Object.entries(now).filter(([id]) => !done.has(id))))
  }
  const giveCode = async (code: string): Promise<void> => {
    while (waiting.current.size > 0) {
      const ids = [...waiting.current]
      await send(identity, { kind, ids, on: true, code })
      for (const id of ids) waiting.current.delete(id)
      await refresh()
    }
  }
  const dropCode = (): void => {
    waiting.current.clear()
    setAsked(false)
  }
  return {
    set,
    isOn: (id: string, stored: boolean): boolean => pending[id] ?? stored,
    asked,
    giveCode,
    dropCode,
  }
}

/** Relations that the leaver takes along. */
export const Relations = ({
  list,
  identity,
}: {
  list: NonNullable<OpenParting['relations']>
  identity: string
}) => {
  const { set, isOn } = useChoices('relation', identity, refreshParting)
  if (list.length === 0) return null
  const missing = list.filter((r) => !isOn(r.account_id, r.chosen)).map((r) => r.account_id)
  return (
    <section className={styles.card} aria-labelledby="parting-relations">
      <h2 className={styles.title} id="parting-relations">
        Vos relations
      </h2>
      <p>
        {`Cochez celles que vous emportez${NBSP}: elles vous verront sous votre nouveau pseudo.`}
      </p>
      <ul className={styles.list}>
        {list.map((r) => (
          <li key={r.account_id}>
            <Checkbox
              label={r.account_handle}
              checked={isOn(r.account_id, r.chosen)}
              onChange={(on) => void set([r.account_id], on)}
            />
          </li>
        ))}
      </ul>
      {missing.length > 1 ? (
        <div className={styles.buttons}>
          <Button size="sm" onClick={() => void set(missing, true)}>
            Tout cocher
          </Button>
        </div>
      ) : null}
    </section>
  )
}

const Photo = ({
  photo,
  number,
  on,
  onChange,
}: {
  photo: PartingPhoto
  number: number
  on: boolean
  onChange: (on: boolean) => void
}) => (
  <li>
    <label className={styles.tile}>
      <span className="visually-hidden">Garder la photo {number}</span>
      <SignedImage media={photo} variant="thumbnail" alt="" className={styles.image} still />
      <span className={styles.tick}>
        <Tick checked={on} onChange={onChange} />
      </span>
    </label>
  </li>
)

/** Pictures at a time: a couple may have thousands. */
const PAGE = 60

const KEPT = {
  part: 'chacun la garde alors pour soi',
  leave: 'elle reste alors dans le compte',
} as const satisfies Readonly<Record<PartingKind, string>>

/** Photos of both: gone, unless both keep them. `identity`, `name`: of the person who chooses. */
export const Photos = ({
  kind,
  count,
  identity,
  name,
}: {
  kind: PartingKind
  count: number
  identity: string
  name: string
}) => {
  const { data, error, mutate } = usePartingPhotos(count > 0 ? identity : null)
  const { set, isOn, asked, giveCode, dropCode } = useChoices(
    'photo',
    identity,
    refreshPartingPhotos,
  )
  const [shown, setShown] = useState(PAGE)
  if (count === 0) return null
  const missing = (data ?? []).filter((photo) => !isOn(photo.id, photo.kept)).map((p) => p.id)
  return (
    <section className={styles.card} aria-labelledby="parting-photos">
      <h2 className={styles.title} id="parting-photos">
        Photos de vous deux
      </h2>
      <p>
        Cochez celles que vous aimeriez garder. Une photo est gardée si vous le souhaitez tous les
        deux{NBSP}: {KEPT[kind]}, et personne d’autre ne la voit. Les autres sont effacées. Celles
        dont vous n’avez pas dit qui est dessus en font partie.
      </p>
      <p className="quiet">
        D’ici là, celles qui sont marquées «{NBSP}Nous deux{NBSP}» ne sont montrées à personne
        d’autre.
      </p>
      {data ? null : (
        <NotLoaded
          error={error}
          title="Vos photos n’ont pas pu être chargées"
          gone="Ces photos ne sont plus accessibles."
          rows={2}
          onRetry={() => void mutate()}
        />
      )}
      <ul className={styles.grid}>
        {data?.slice(0, shown).map((photo, i) => (
          <Photo
            key={photo.id}
            photo={photo}
            number={i + 1}
            on={isOn(photo.id, photo.kept)}
            onChange={(on) => void set([photo.id], on)}
          />
        ))}
      </ul>
      <div className={styles.buttons}>
        {data && data.length > shown ? (
          <Button size="sm" variant="ghost" onClick={() => setShown(shown + PAGE)}>
            {`Afficher la suite (${data.length - shown})`}
          </Button>
        ) : null}
        {missing.length > 1 ? (
          <Button size="sm" onClick={() => void set(missing, true)}>
            Tout garder
          </Button>
        ) : null}
      </div>
      {asked ? (
        <CodeDialog identity={identity} name={name} onCode={giveCode} onClose={dropCode} />
      ) : null}
    </section>
  )
}

/** Events to come that either may wish to cancel. */
export const Events = ({ list, identity }: { list: OpenParting['events']; identity: string }) => {
  const { set, isOn } = useChoices('event', identity, refreshParting)
  if (list.length === 0) return null
  return (
    <section className={styles.card} aria-labelledby="parting-events">
      <h2 className={styles.title} id="parting-events">
        Vos sorties à venir
      </h2>
      <p>
        Qui garde le compte les organise. Cochez celles à annuler, si l’un de vous deux le souhaite
        {NBSP}: leurs invités en seront prévenus. Vos places dans les sorties des autres sont
        rendues.
      </p>
      <ul className={styles.list}>
        {list.map((event) => (
          <li key={event.id}>
            <Checkbox
              label={`Annuler «${NBSP}${event.title}${NBSP}»`}
              hint={dateLong(event.start_date)}
              checked={isOn(event.id, event.cancelled)}
              onChange={(on) => void set([event.id], on)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
