import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { COUPLE_PRACTICES, CONTEXTS, PRACTICES } from '#contract/profile/data'
import { getWishes, saveWishes, type Wish, type Wishes } from '#contract/wishes'
import { call } from '../../../../data/http/api'
import { useData } from '../../../../data/http/cache'
import { memberKey } from '../../../../data/http/keys'
import { session } from '../../../../data/session/session'
import { onForget } from '../../../../data/session/state'
import { toast } from '../../../../data/state/toasts'
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

const FAILED = 'Vos envies n’ont pas pu être enregistrées. Rien n’est perdu\u00a0: réessayez.'

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

const Common = ({ common, labels }: { common: Wishes['common']; labels: Record<Wish, string> }) => (
  <Card as="section" title="En commun">
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
  ratings,
  pending,
  onChange,
}: Pick<Props, 'couple'> &
  Pick<Wishes, 'ratings' | 'pending'> & {
    onChange: (ratings: Wishes['ratings']) => void
  }) => {
  const labels = labelsOf(couple)
  return GROUPS.filter((g) => couple || g.keys !== COUPLE_PRACTICES).map((group) => (
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
  ))
}

type Draft = Pick<Wishes, 'open' | 'ratings'>
/** Unsaved ratings by identity and relation, until the page is left: nothing of them on the device. */
const drafts = new Map<string, Draft>()
onForget(() => drafts.clear())

const Form = ({
  accountId,
  handle,
  couple,
  saved,
  onSaved,
}: Props & {
  saved: Wishes
  onSaved: (saved: Wishes) => Promise<unknown>
}) => {
  const draftKey = `${saved.identity_id ?? ''} ${accountId}`
  const [draft, setState] = useState<Draft | null>(() => drafts.get(draftKey) ?? null)
  const setDraft = (next: Draft | null): void => {
    if (next) drafts.set(draftKey, next)
    else drafts.delete(draftKey)
    setState(next)
  }
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const shown = draft ?? saved
  const save = async (next: Draft): Promise<void> => {
    setDraft(next)
    setBusy(true)
    setFailed(false)
    try {
      const { open, ratings } = next
      const answer = await call(saveWishes, { params: { id: accountId }, body: { open, ratings } })
      await onSaved(answer)
      setDraft(null)
      toast(open ? 'Vos envies sont enregistrées.' : 'Vos envies sont fermées.', {
        kind: 'success',
      })
    } catch {
      setFailed(true)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {saved.common.length > 0 ? <Common common={saved.common} labels={labelsOf(couple)} /> : null}
      <Card as="section" title="Vos envies">
        <Switch
          label={`Ouvrir mes envies avec ${handle}`}
          hint="Vous ne lirez que ce qui est noté haut des deux côtés. Le reste ne se saura pas, ni même que vous avez ouvert les vôtres."
          checked={shown.open}
          busy={busy}
          onChange={(open) => void save({ open, ratings: shown.ratings })}
        />
        <Sliders
          couple={couple}
          ratings={shown.ratings}
          pending={saved.pending}
          onChange={(ratings) => setDraft({ open: shown.open, ratings })}
        />
        {failed ? <Banner tone="warn">{FAILED}</Banner> : null}
        <p className={styles.quiet}>
          Une note changée compte après 24 heures. {handle} ne voit jamais vos notes&nbsp;; qui
          prend votre identité sur cet appareil les voit.
        </p>
        <div className={styles.buttons}>
          <Button size="sm" disabled={!draft || busy} onClick={() => setDraft(null)}>
            Annuler
          </Button>
          <Button
            size="sm"
            variant="primary"
            disabled={!draft}
            busy={busy}
            onClick={() => void save(shown)}
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
  const { data, error, mutate } = useData(key, () =>
    call(getWishes, { params: { id: props.accountId } }),
  )
  if (!data)
    return error ? (
      <ErrorState text="Vos envies n’ont pas pu être chargées." onRetry={() => void mutate()} />
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
        onSaved={(saved) => mutate(saved, { revalidate: false })}
      />
    </div>
  )
}
