import useSWR from 'swr'
import { useSnapshot } from 'valtio'
import { navigate } from 'wouter/use-browser-location'
import { searchAllMessages, type SearchHit } from '#contract/messaging/acts'
import { call } from '../../../data/http/api'
import { session } from '../../../data/session/session'
import { dayShort } from '../../../lib/dates'
import { tailOf } from '../../../lib/text'
import { ListRow } from '../../../ui/layout/list-row'
import { jumpTo } from '../thread/jump'
import styles from './list.module.css'
import { messaging } from '../state/store'
import { titleOf } from '../thread/titles'

/**
 * Most characters shown before the match in a one-line row, so that the match is visible on a
 * phone.
 */
const LEAD_MAX = 18

/**
 * Messages of all conversations that contain the words; a click opens the conversation at the
 * message.
 */
export const FoundMessages = ({ query }: { query: string }) => {
  const { data, error } = useSWR(
    ['message-search', query],
    async () => (await call(searchAllMessages, { query: { q: query } })).hits,
    { keepPreviousData: true },
  )
  const { conversations } = useSnapshot(messaging)
  const { accountId } = useSnapshot(session)
  if (error)
    return (
      <p className={styles.nothing} role="status">
        La recherche dans les messages n’a pas abouti.
      </p>
    )
  if (!data || data.length === 0) return null
  const open = (hit: SearchHit): void => {
    jumpTo(hit.conversationId, hit.messageId).catch(() => undefined)
    navigate(`/conversations/${hit.conversationId}`)
  }
  return (
    <section aria-label="Messages trouvés">
      <h2 className={styles.part}>Messages</h2>
      <ul className={styles.hits}>
        {data.map((hit) => {
          const c = conversations[hit.conversationId]
          const [from, to] = hit.match
          return (
            <li key={hit.messageId}>
              <ListRow
                title={c ? titleOf(c, accountId) : hit.senderHandle}
                aside={<time dateTime={hit.createdAt}>{dayShort(hit.createdAt)}</time>}
                onClick={() => open(hit)}
                subtitle={
                  <>
                    {hit.is_own ? 'Vous : ' : ''}
                    {tailOf(hit.excerpt.slice(0, from), LEAD_MAX)}
                    <mark>{hit.excerpt.slice(from, to)}</mark>
                    {hit.excerpt.slice(to)}
                  </>
                }
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}
