import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { COUPLE_PRACTICES, CONTEXTS, PRACTICES } from '#contract/profile/data'
import { getWishes, saveWishes, type Wish, type WishRatings, type Wishes } from '#contract/wishes'
import { call } from '../../../../data/http/api'
import { refusalMessageOf } from '../../../../data/http/api-error'
import { useData } from '../../../../data/http/cache'
import { memberKey } from '../../../../data/http/keys'
import { mutate } from '../../../../data/http/mutate'
import { session } from '../../../../data/session/session'
import { onForget } from '../../../../data/session/state'
import { toast } from '../../../../data/state/toasts'
import { isCouple } from '../../../../lib/couple'
import { Pill } from '../../../../ui/display/pill'
import { Banner } from '../../../../ui/feedback/banner'
import { ErrorState } from '../../../../ui/feedback/error-state'
import { SkeletonRows } from '../../../../ui/feedback/skeleton-rows'
import { Button } from '../../../../ui/forms/button'
import { Slider } from '../../../../ui/forms/slider'
import { Switch } from '../../../../ui/forms/switch'
import { Card } from '../../../../ui/layout/card'
import {
  contextLabels,
  COUPLE_LABEL,
  practiceLabels,
  TASTE_WORDS,
} from '../../../../parts/member/trait-labels'
import styles from '../private.module.css'

const FAILED = {
  save: 'Vos envies n’ont pas pu être enregistrées. Rien n’est perdu\u00a0: réessayez.',
  open: 'Vos envies n’ont pas pu être ouvertes\u00a0: réessayez.',
  close: 'Vos envies n’ont pas pu être fermées\u00a0: réessayez.',
} as const
type Act = keyof typeof FAILED

const doneOf = (act: Act, { open, common }: Wishes): string => {
  if (act === 'open') return 'Vos envies sont enregistrées. Elles compteront dans 24 heures.'
  if (act === 'save') return `Vos envies sont enregistrées.${open ? '' : ' Elles restent fermées.'}`
  return `Vos envies sont fermées.${common.length > 0 ? ' Ce qui est en commun s’effacera dans 24 heures.' : ''}`
}

interface Props {
  readonly accountId: string
  readonly handle: string
  /** One of the two accounts is a couple’s. */
  readonly couple: boolean
}

const labelsOf = (couple: boolean): Readonly<Record<Wish, string>> => ({
  ...contextLabels(couple),
  ...practiceLabels(couple),
  ...COUPLE_LABEL,
})
const GROUPS = [
  { title: 'Où et avec qui', keys: CONTEXTS },
  { title: 'Entre nous', keys: PRACTICES },
  { title: 'En couple', keys: COUPLE_PRACTICES },
] as const

const LEVELS = [
  { very: true, title: 'Très envie, des deux côtés', tone: 'brass' },
  { very: false, title: 'Envie, des deux côtés', tone: 'accent' },
] as const

const Common = ({
  common,
  open,
  labels,
}: Pick<Wishes, 'common' | 'open'> & { labels: Record<Wish, string> }) => (
  <Card as="section" title="En commun">
    {open ? null : (
      <p className={styles.quiet}>
        Vos envies sont fermées&nbsp;: ceci reste lisible pour vous deux, 24 heures au plus.
      </p>
    )}
    {common.map((one) => (
      <div key={one.identity_id} className={styles.stack}>
        <h3 className={styles.heading}>Avec {one.identity_handle}</h3>
        {LEVELS.map(({ very, title, tone }) => {
          const wishes = one.wishes.filter((wish) => wish.very === very)
          return wishes.length === 0 ? null : (
            <section key={title} className={styles.level} aria-label={title}>
              <p className={styles.quiet}>{title}</p>
              <ul className={styles.wishes}>
                {wishes.map((wish) => (
                  <li key={wish.key}>
                    <Pill tone={tone}>{labels[wish.key]}</Pill>
                  </li>
                ))}
              </ul>
            </section>
          )
        })}
      </div>
    ))}
  </Card>
)

const Sliders = ({
  couple,
  labels,
  ratings,
  pending,
  onChange,
}: Pick<Props, 'couple'> &
  Pick<Wishes, 'ratings' | 'pending'> & {
    labels: Record<Wish, string>
    onChange: (ratings: Wishes['ratings']) => void
  }) => {
  // after a parting, what was rated as a couple can still be lowered
  const isRated = (key: Wish): boolean => typeof ratings[key] === 'number'
  return GROUPS.filter((g) => couple || g.keys !== COUPLE_PRACTICES || g.keys.some(isRated)).map(
    (group) => (
      <section key={group.title} className={styles.stack} aria-label={group.title}>
        <h3 className={styles.heading}>{group.title}</h3>
        {group.keys.map((key) => (
          <Slider
            key={key}
            label={labels[key]}
            value={ratings[key] ?? null}
            words={TASTE_WORDS}
            comment={pending.includes(key) ? 'Compte après 24 heures' : undefined}
            onChange={(value) => onChange({ ...ratings, [key]: value })}
          />
        ))}
      </section>
    ),
  )
}

/** Unsaved ratings by identity and relation, until the page is left: nothing of them on the device. */
const drafts = new Map<string, WishRatings>()
onForget(() => drafts.clear())

interface FormProps extends Props {
  readonly saved: Wishes
  readonly onSaved: (saved: Wishes) => Promise<unknown>
}

/** The ratings on the screen, and how they are saved. */
const useRatings = ({ accountId, saved, onSaved }: FormProps) => {
  const draftKey = `${saved.identity_id ?? ''} ${accountId}`
  const [draft, setState] = useState<WishRatings | null>(() => drafts.get(draftKey) ?? null)
  const setDraft = (next: WishRatings | null): void => {
    if (next) drafts.set(draftKey, next)
    else drafts.delete(draftKey)
    setState(next)
  }
  const [doing, setDoing] = useState<Act | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const ratings = draft ?? saved.ratings
  const save = async (act: Act): Promise<void> => {
    setDoing(act)
    setFailed(null)
    try {
      // «Enregistrer» says neither: another device may have closed them since
      const open = act === 'save' ? {} : { open: act === 'open' }
      const answer = await call(saveWishes, {
        params: { id: accountId },
        body: { ratings, ...open },
      })
      await onSaved(answer)
      // what was changed during the save stays a draft
      if (drafts.get(draftKey) === ratings) setDraft(null)
      toast(doneOf(act, answer), { kind: 'success' })
    } catch (error) {
      setFailed(refusalMessageOf(error) ?? FAILED[act])
    } finally {
      setDoing(null)
    }
  }
  return { ratings, isDraft: draft !== null, setDraft, doing, failed, save }
}

const Form = (props: FormProps) => {
  const { handle, couple, saved } = props
  // those of the own profile, whoever the other is
  const labels = labelsOf(isCouple(useSnapshot(session).account?.identities))
  const { ratings, isDraft, setDraft, doing, failed, save } = useRatings(props)
  // said once, not beside each slider
  const isOpening =
    saved.pending.length > 1 &&
    Object.entries(saved.ratings).every(
      ([key, value]) => value === null || saved.pending.includes(key as Wish),
    )
  return (
    <>
      {saved.common.length > 0 ? (
        <Common common={saved.common} open={saved.open} labels={labels} />
      ) : null}
      <Card as="section" title="Vos envies">
        <Switch
          label={`Ouvrir mes envies avec ${handle}`}
          hint="Vous ne lirez que ce qui est noté haut des deux côtés. Le reste ne se saura pas, ni même que vous avez ouvert les vôtres."
          checked={doing === 'open' || (saved.open && doing !== 'close')}
          busy={doing !== null}
          onChange={(open) => void save(open ? 'open' : 'close')}
        />
        {isOpening ? (
          <p className={styles.quiet}>Vos notes compteront au bout de 24 heures.</p>
        ) : null}
        <Sliders
          couple={couple}
          labels={labels}
          ratings={ratings}
          pending={isOpening ? [] : saved.pending}
          onChange={setDraft}
        />
        {failed ? <Banner tone="warn">{failed}</Banner> : null}
        <p className={styles.quiet}>
          Ce que vous ouvrez ou changez compte après 24 heures. Si vous fermez, ce qui est en commun
          reste lisible 24 heures pour vous deux, et vos notes sont gardées ici. {handle} ne voit
          jamais vos notes&nbsp;; qui prend votre identité sur cet appareil les voit.
        </p>
        <div className={styles.buttons}>
          <Button size="sm" disabled={!isDraft || doing !== null} onClick={() => setDraft(null)}>
            Annuler
          </Button>
          <Button
            size="sm"
            variant="primary"
            disabled={!isDraft}
            busy={doing !== null}
            onClick={() => void save('save')}
          >
            Enregistrer
          </Button>
        </div>
      </Card>
    </>
  )
}

/** «Envies»: what the identity would like with a relation, and what is mutual. */
export const WishesScreen = (props: Props) => {
  const { activeIdentityId } = useSnapshot(session)
  const key = memberKey('wishes', props.accountId, activeIdentityId ?? '')
  const {
    data,
    error,
    mutate: reload,
  } = useData(key, () => call(getWishes, { params: { id: props.accountId } }))
  if (!data)
    return error ? (
      <ErrorState text="Vos envies n’ont pas pu être chargées." onRetry={() => void reload()} />
    ) : (
      <SkeletonRows count={3} />
    )
  if (data.identity_id === null)
    return (
      <Card as="section" title="Envies réciproques">
        <p className={styles.prompt}>
          Les envies sont celles d’une personne. Choisissez qui vous êtes, puis revenez ici.
        </p>
      </Card>
    )
  return (
    <div className={styles.stack}>
      <Form
        key={data.identity_id}
        {...props}
        saved={data}
        // not the bound mutate: the answer may arrive under another identity
        onSaved={(saved) => mutate(key, saved, { revalidate: false })}
      />
    </div>
  )
}
