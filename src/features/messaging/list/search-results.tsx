import type { ReactNode } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { toastRefusal } from '../../../data/state/toasts'
import { startDirectConversation } from '../state/api'
import { FoundEvents, useFoundEvents } from './found-events'
import { FoundMessages, useFoundMessages } from './found-messages'
import { MemberRows, useKnownMembers } from './known-members'
import styles from './list.module.css'

/** Opens the direct conversation with a member, which it starts where there is none. */
export const openDirectConversation = (handle: string): void =>
  void startDirectConversation(handle).then(
    ({ id }) => navigate(`/conversations/${id}`),
    (error: unknown) => toastRefusal(error, 'Impossible de créer la conversation'),
  )

/** What a search finds: members to write to, `children` (the conversations), messages and events. */
export const SearchResults = ({
  query,
  hasConversations,
  children,
}: {
  query: string
  hasConversations: boolean
  children: ReactNode
}) => {
  const { members } = useKnownMembers(query)
  const { data: hits, error, isLoading } = useFoundMessages(query)
  const { data: events, isLoading: seeksEvents } = useFoundEvents(query)
  const isEmpty =
    !hasConversations &&
    members.length === 0 &&
    !hits?.length &&
    !events?.length &&
    !isLoading &&
    !seeksEvents
  return (
    <>
      {members.length > 0 ? (
        <section aria-label="Membres trouvés">
          <h2 className={styles.part}>Membres</h2>
          <MemberRows
            members={members}
            label="Membres que vous connaissez"
            disabled={false}
            onPick={openDirectConversation}
          />
        </section>
      ) : null}
      {children}
      {hits && hits.length > 0 ? <FoundMessages hits={hits} /> : null}
      {events && events.length > 0 ? <FoundEvents events={events} /> : null}
      {error ? (
        <p className={styles.nothing} role="status">
          La recherche dans les messages n’a pas abouti.
        </p>
      ) : null}
      {isEmpty && !error ? (
        <div className={styles.nothing} role="status">
          <p>Aucun résultat.</p>
          <p>Essayez un autre mot, ou le début d’un pseudo.</p>
          <p>
            Un membre que vous ne connaissez pas encore&nbsp;? Écrivez son pseudo entier dans
            «&nbsp;Nouvelle discussion&nbsp;».
          </p>
        </div>
      ) : null}
    </>
  )
}
