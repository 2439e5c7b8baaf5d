import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { answerVouch, listVouches, type VouchRequest } from '#contract/session/admission'
import { call } from '../../data/http/api'
import { useData } from '../../data/http/cache'
import { toast, toastRefusal } from '../../data/state/toasts'
import { dateLong } from '../../lib/dates'
import { NotLoaded } from '../../parts/form/not-loaded'
import { ArtConversations } from '../../ui/art/conversations'
import { EmptyState } from '../../ui/feedback/empty-state'
import { Button } from '../../ui/forms/button'
import { Page } from '../../ui/layout/page'
import { useRowFocus } from '../../ui/overlay/use-row-focus'
import styles from './moderation.module.css'

const OWN = { identity: 'none' } as const

const Request = ({ request, onDone }: { request: VouchRequest; onDone: () => void }) => {
  const [busy, setBusy] = useState<boolean | null>(null)
  const answer = async (vouch: boolean): Promise<void> => {
    setBusy(vouch)
    try {
      await call(answerVouch, { params: { id: request.id }, body: { vouch } }, OWN)
      toast(
        vouch ? 'Merci, votre parole compte.' : 'C’est noté. Personne ne saura qui a répondu.',
        {
          kind: 'success',
        },
      )
      onDone()
    } catch (error) {
      setBusy(null)
      toastRefusal(error, 'Votre réponse n’a pas pu être envoyée. Réessayez.')
    }
  }
  return (
    <article className={styles.card} aria-label="Demande d’entrée">
      <p className={styles.words}>{request.words}</p>
      <p className="quiet">Demandé le {dateLong(request.askedAt)}</p>
      <div className={styles.buttons}>
        <Button busy={busy === false} disabled={busy === true} onClick={() => void answer(false)}>
          Je ne sais pas qui c’est
        </Button>
        <Button
          variant="primary"
          busy={busy === true}
          disabled={busy === false}
          onClick={() => void answer(true)}
        >
          Je me porte garant
        </Button>
      </div>
    </article>
  )
}

/** Newcomers who named this member and wait. */
export const VouchesScreen = () => {
  const [, navigate] = useLocation()
  const { data, error, mutate } = useData(
    ['moderation', 'vouches'],
    async () => (await call(listVouches, {}, OWN)).requests,
    { dedupingInterval: 0 },
  )
  const place = useRef<HTMLElement>(null)
  useRowFocus(place)
  return (
    <Page
      title="Demandes d’entrée"
      onBack={() => navigate('/news')}
      backLabel="Retour aux actualités"
      subtitle="Ces personnes vous citent. Portez-vous garant de celles que vous avez rencontrées, et d’elles seules."
    >
      <section ref={place} className="stack" aria-label="Demandes" tabIndex={-1}>
        {data ? null : (
          <NotLoaded
            error={error}
            gone="Ces demandes ne sont plus accessibles."
            rows={2}
            onRetry={() => void mutate()}
          />
        )}
        {data?.length === 0 ? (
          <EmptyState
            art={<ArtConversations />}
            level={2}
            title="Aucune demande"
            text="Personne n’attend votre parole."
          />
        ) : null}
        {data?.length ? (
          <ul className="stack">
            {data.map((one) => (
              <li key={one.id}>
                <Request request={one} onDone={() => void mutate()} />
              </li>
            ))}
          </ul>
        ) : null}
      </section>
    </Page>
  )
}
