import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { listRequestsByCode, type RequestByCode } from '#contract/events/held-answers'
import { call } from '../../../../data/http/api'
import { useData } from '../../../../data/http/cache'
import { openPanel } from '../../../../data/state/panels'
import { session } from '../../../../data/session/session'
import { eventLine } from '../../../../lib/event-dates'
import { NBSP } from '../../../../lib/text'
import { identityNamesWithDe } from '../../../../parts/agree/names'
import { ArtEvents } from '../../../../ui/art/events'
import { EmptyState } from '../../../../ui/feedback/empty-state'
import { ErrorState } from '../../../../ui/feedback/error-state'
import { Segmented } from '../../../../ui/forms/segmented'
import { ListRow } from '../../../../ui/layout/list-row'
import { requestsKey } from '../../state/keys'
import { useParticipation } from '../use-participation'
import { HeldAnswerPart } from './held-answer'
import styles from '../view.module.css'

const BOTH = 'both'

const useRequests = () =>
  useData<readonly RequestByCode[]>(
    requestsKey,
    async () => (await call(listRequestsByCode, {})).requests,
  )

/** A request with a code: all that the couple reads of the event until both agree. */
export const WaitingRequest = ({
  id,
  level,
  loading,
}: {
  id: string
  level: 1 | 2
  /** Until the request is known. */
  loading: ReactNode
}) => {
  const { account } = useSnapshot(session)
  const { data, error, mutate } = useRequests()
  const { participate } = useParticipation(id)
  const request = data?.find((r) => r.event_id === id)
  if (!data)
    return error ? (
      <ErrorState
        level={level === 1 ? 1 : undefined}
        text="Impossible de charger votre demande. Vérifiez votre connexion."
        onRetry={() => void mutate()}
      />
    ) : (
      loading
    )
  if (!request) return null
  return (
    <EmptyState
      art={<ArtEvents />}
      level={level}
      title={request.title}
      text={`${eventLine(request.start_date, request.end_date)}. Les organisateurs recevront votre demande, et vous lirez la fiche, quand vous serez d’accord tous les deux.`}
      action={
        <div className={styles.left}>
          <Segmented
            label={`Qui vient${NBSP}?`}
            labelShown
            block
            options={[
              { value: BOTH, label: 'Tous les deux' },
              ...(account?.identities ?? []).map((p) => ({
                value: p.id,
                label: p.firstname ?? p.identity_handle,
              })),
            ]}
            value={request.answer.coming_identity_id ?? BOTH}
            onChange={(who) => void participate({ identity_id: who === BOTH ? null : who })}
          />
          <HeldAnswerPart eventId={id} answer={request.answer} />
        </div>
      }
    />
  )
}

/** Above the lists of a couple, which do not hold these events. */
export const WaitingRequests = () => {
  const { account } = useSnapshot(session)
  const { data } = useRequests()
  return (data ?? []).map(({ event_id: id, title, start_date, end_date, answer }) => (
    <ListRow
      key={id}
      title={title}
      subtitle={`${eventLine(start_date, end_date)} · demande en attente de l’accord ${identityNamesWithDe(
        account,
        answer.wanted.filter((one) => !answer.agreed.includes(one)),
      )}`}
      whole
      onClick={() => openPanel({ kind: 'event', id })}
    />
  ))
}
