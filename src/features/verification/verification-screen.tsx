import { useEffect, useRef, useState, type ReactNode } from 'react'
import { DAY_MS } from '#contract/limits'
import type { Reply } from '#contract/route'
import {
  contestVerification,
  ownVerification,
  startVerification,
  VERIFIED_DAYS,
  withdrawVerification,
} from '#contract/verification'
import { call } from '../../data/http/api'
import { useData } from '../../data/http/cache'
import { toastRefusal } from '../../data/state/toasts'
import { useAsyncAction } from '../../parts/form/use-async-action'
import { dateLong } from '../../lib/dates'
import { NBSP } from '../../lib/text'
import { NotLoaded } from '../../parts/form/not-loaded'
import { Banner } from '../../ui/feedback/banner'
import { Button } from '../../ui/forms/button'
import { IconVerified } from '../../ui/icons/people'
import { Card } from '../../ui/layout/card'
import { Page } from '../../ui/layout/page'
import { useWayBack } from '../../parts/form/use-way-back'
import { confirm } from '../../ui/overlay/confirm'
import { regainFocus } from '../../ui/overlay/focus-after'
import { TakePhoto } from './take-photo'
import styles from './verification.module.css'

type Own = Reply<typeof ownVerification>
type Route = typeof startVerification | typeof contestVerification
/**
 * A draw of gestures, and the route that drew them: a contest stays one when they are drawn again.
 */
interface Started {
  readonly route: Route
  readonly request: Reply<Route>
}
const FAILED = 'Votre demande n’a pas pu partir. Vérifiez votre connexion.'

const How = () => (
  <ul className={styles.how}>
    <li>Deux gestes sont tirés au sort{NBSP}: vous les faites devant l’appareil photo.</li>
    <li>En couple, montrez vos deux visages, et faites les gestes à deux.</li>
    <li>L’équipe, et elle seule, compare cette photo avec celles de votre profil.</li>
    <li>
      Elle est détruite avec la réponse, au plus tard après sept jours. Aucune sauvegarde ne permet
      de la relire.
    </li>
  </ul>
)

const Offer = ({ own, busy, onStart }: { own: Own; busy: boolean; onStart: () => void }) => {
  if (own.photoless)
    return (
      <>
        <p>Ajoutez d’abord une photo à votre profil{NBSP}: il faut de quoi comparer.</p>
        <Button variant="primary" href="/profile">
          Ouvrir mon profil
        </Button>
      </>
    )
  if (own.exhausted)
    return <p>Vous avez essayé plusieurs fois ce mois-ci. Vous pourrez recommencer plus tard.</p>
  return (
    <Button variant="primary" size="lg" busy={busy} onClick={onStart}>
      {own.state === 'none' || own.state === 'started' ? 'Commencer' : 'Recommencer'}
    </Button>
  )
}

const BEFORE: Readonly<Partial<Record<Own['state'], string>>> = {
  lapsed:
    'L’équipe n’a pas pu répondre à temps, et votre photo a été détruite. Pardon pour l’attente.',
  outdated: `Votre vérification ne vaut plus${NBSP}: elle a deux ans, ou les photos et les personnes de votre profil ont changé.`,
}

/** What became of the last request, above the offer to begin. */
const Last = ({ own }: { own: Own }) => {
  const text = BEFORE[own.state]
  if (own.state === 'refused')
    return (
      <Banner tone="warn">
        <p>La photo n’a pas suffi.</p>
        <p>{own.words}</p>
      </Banner>
    )
  return text ? <Banner tone="info">{text}</Banner> : null
}

/** After a refusal, once. */
const Contest = ({ busy, onContest }: { busy: boolean; onContest: () => void }) => (
  <Card as="section" title="Pas d’accord avec ce refus&nbsp;?">
    <div className="stack">
      <p>
        Reprenez une photo{NBSP}: une autre personne de l’équipe la regardera, s’il y en a une. Un
        refus se conteste une fois, même quand vos essais du mois sont épuisés.
      </p>
      <Button busy={busy} onClick={onContest}>
        Demander un autre regard
      </Button>
    </div>
  </Card>
)

const Waiting = ({ onWithdraw }: { onWithdraw: () => void }) => (
  <Card as="section" title="Votre photo attend l’équipe">
    <div className="stack">
      <p>
        Une ou deux personnes vont la comparer avec votre profil. La réponse arrive dans vos
        actualités, et la photo est détruite en même temps.
      </p>
      <Button onClick={onWithdraw}>Retirer ma demande</Button>
    </div>
  </Card>
)

const Verified = ({ since, onWithdraw }: { since: string; onWithdraw: () => void }) => (
  <Card as="section" title="Votre profil est vérifié">
    <div className="stack">
      <p className={styles.since}>
        <IconVerified size={22} /> Depuis le {dateLong(since)}
      </p>
      <p>
        Jusqu’au {dateLong(Date.parse(since) + VERIFIED_DAYS * DAY_MS)}, tant qu’une des photos
        comparées reste sur votre profil.
      </p>
      <p>
        Côte à côte avec une relation, ouvrez le menu de son profil{NBSP}: un code que l’un montre
        et que l’autre saisit dit que vous vous êtes rencontrés en vrai.
      </p>
      <Button onClick={onWithdraw}>Retirer mon badge</Button>
    </div>
  </Card>
)

/** What the screen does; each answer reloads the state. */
const useVerification = () => {
  const { data, error, mutate } = useData(
    ['verification', 'own'],
    () => call(ownVerification, {}),
    {
      dedupingInterval: 0,
    },
  )
  const [started, setStarted] = useState<Started | null>(null)
  const { busy, run } = useAsyncAction()
  const start = async (route: Route) => {
    const request = await run(() => call(route, {}), FAILED)
    if (request) setStarted({ route, request })
    else void mutate()
  }
  const withdraw = async (title: string, message: string): Promise<void> => {
    if (!(await confirm({ title, message, confirmLabel: 'Retirer' }))) return
    try {
      await call(withdrawVerification, {})
      await mutate()
    } catch (failure) {
      toastRefusal(failure, FAILED)
    }
  }
  const stop = (): void => {
    setStarted(null)
    void mutate()
  }
  return {
    own: data,
    error,
    reload: () => void mutate(),
    started,
    busy,
    start,
    stop,
    withdraw,
  }
}

const Content = ({ own, of }: { own: Own; of: ReturnType<typeof useVerification> }): ReactNode => {
  if (own.state === 'waiting')
    return (
      <Waiting
        onWithdraw={() =>
          void of.withdraw(
            `Retirer votre demande${NBSP}?`,
            'Votre photo est détruite tout de suite.',
          )
        }
      />
    )
  if (own.state === 'verified' && own.verifiedOn)
    return (
      <Verified
        since={own.verifiedOn}
        onWithdraw={() =>
          void of.withdraw(
            `Retirer votre badge${NBSP}?`,
            'Votre profil n’est plus vérifié, et ce que vous avez dit de vos rencontres ne compte plus.',
          )
        }
      />
    )
  return (
    <>
      <Last own={own} />
      {own.mayContest && !own.photoless ? (
        <Contest busy={of.busy} onContest={() => void of.start(contestVerification)} />
      ) : null}
      <Card as="section" title="Une photo, prise maintenant">
        <div className="stack">
          <How />
          <Offer own={own} busy={of.busy} onStart={() => void of.start(startVerification)} />
        </div>
      </Card>
    </>
  )
}

/** «Profil vérifié»: the own request, from the gestures to the answer. */
export const VerificationScreen = () => {
  const back = useWayBack({ label: 'Retour au profil', go: '/profile' })
  const of = useVerification()
  const { own, error, started } = of
  const place = useRef<HTMLElement>(null)
  const state = started ? 'started' : own?.state
  const before = useRef(state)
  useEffect(() => {
    // the pressed button has gone with its card; the first one is the page's own
    if (before.current !== undefined) regainFocus(() => place.current)
    before.current = state
  }, [state])
  return (
    <Page
      title="Profil vérifié"
      {...back}
      subtitle="Montrez que les photos de votre profil sont bien les vôtres."
    >
      <section ref={place} className="stack" aria-label="Vérification" tabIndex={-1}>
        {own ? null : (
          <NotLoaded
            error={error}
            gone="Cette page n’est plus accessible."
            rows={2}
            onRetry={of.reload}
          />
        )}
        {started ? (
          <TakePhoto
            key={started.request.id}
            request={started.request}
            busy={of.busy}
            onAgain={() => void of.start(started.route)}
            onDone={of.stop}
          />
        ) : own ? (
          <Content own={own} of={of} />
        ) : null}
        {own && !started && own.meetings > 0 ? (
          <p className="quiet">
            {own.meetings === 1
              ? 'Un membre vérifié dit que vous vous êtes rencontrés. Avec un deuxième, votre profil le montrera.'
              : `${own.meetings} membres vérifiés disent que vous vous êtes rencontrés${NBSP}: votre profil le montre.`}{' '}
            Deux personnes que vous avez invitées, ou dont l’une a invité l’autre, comptent pour
            une.
          </p>
        ) : null}
      </section>
    </Page>
  )
}
