import { navigate } from 'wouter/use-browser-location'
import { saidBy } from '../../../data/http/api-error'
import { toast } from '../../../data/state/toasts'
import { startWith } from '../state/api'
import { FoundMessages, useFoundMessages } from './found-messages'
import { MemberRows, useKnownMembers } from './known-members'
import styles from './list.module.css'

/** Opens the direct conversation with a member, which it starts where there is none. */
const write = (handle: string): void =>
  void startWith(handle).then(
    ({ id }) => navigate(`/conversations/${id}`),
    (error: unknown) =>
      toast(saidBy(error) ?? 'Impossible de créer la conversation', { kind: 'error' }),
  )

/** What a search finds besides conversations: members to write to, and messages. */
export const Found = ({
  query,
  hasConversations,
}: {
  query: string
  hasConversations: boolean
}) => {
  const { members } = useKnownMembers(query)
  const { data: hits, error, isLoading } = useFoundMessages(query)
  const isEmpty = !hasConversations && members.length === 0 && !hits?.length
  return (
    <>
      {members.length > 0 ? (
        <section aria-label="Membres trouvés">
          <h2 className={styles.part}>Membres</h2>
          <MemberRows
            members={members}
            label="Membres que vous connaissez"
            disabled={false}
            onPick={write}
          />
        </section>
      ) : null}
      {hits && hits.length > 0 ? <FoundMessages hits={hits} /> : null}
      {error ? (
        <p className={styles.nothing} role="status">
          La recherche dans les messages n’a pas abouti.
        </p>
      ) : null}
      {isEmpty && !isLoading && !error ? (
        <p className={styles.nothing} role="status">
          Aucune discussion trouvée.
        </p>
      ) : null}
    </>
  )
}
