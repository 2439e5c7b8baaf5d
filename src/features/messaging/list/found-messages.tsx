import { useData } from '../../../data/http/cache'
import { useSnapshot } from 'valtio'
import { navigate } from 'wouter/use-browser-location'
import { SEARCH_MIN_CHARS } from '#contract/limits'
import { searchAllMessages, type SearchHit } from '#contract/messaging/acts'
import { call } from '../../../data/http/api'
import { session } from '../../../data/session/session'
import { dayShort } from '../../../lib/dates'
import { textEnd } from '../../../lib/text'
import { ListRow } from '../../../ui/layout/list-row'
import { jumpTo } from '../thread/jump'
import styles from './list.module.css'
import { messaging } from '../state/store'
import { conversationTitle } from '../thread/titles'

/**
 * Most characters shown before the match in a one-line row, so that the match is visible on a
 * phone.
 */
const LEAD_MAX = 18

/** Messages of all conversations that contain the words; `data` is undefined while it loads. */
export const useFoundMessages = (query: string) =>
  useData(
    query.length >= SEARCH_MIN_CHARS ? ['message-search', query] : null,
    async () => (await call(searchAllMessages, { query: { q: query } })).hits,
    { keepPreviousData: true },
  )

const open = (hit: SearchHit): void => {
  jumpTo(hit.conversationId, hit.messageId).catch(() => undefined)
  navigate(`/conversations/${hit.conversationId}`)
}

/** Messages that were found; a click opens the conversation at the message. */
export const FoundMessages = ({ hits }: { hits: readonly SearchHit[] }) => {
  const { conversations } = useSnapshot(messaging)
  const { accountId } = useSnapshot(session)
  return (
    <section aria-label="Messages trouvés">
      <h2 className={styles.part}>Messages</h2>
      <ul className={styles.hits}>
        {hits.map((hit) => {
          const c = conversations[hit.conversationId]
          const [from, to] = hit.match
          return (
            <li key={hit.messageId}>
              <ListRow
                title={
                  (c && (c.event_title ?? conversationTitle(c, accountId))) ?? hit.senderHandle
                }
                aside={<time dateTime={hit.createdAt}>{dayShort(hit.createdAt)}</time>}
                onClick={() => open(hit)}
                subtitle={
                  <>
                    {hit.is_own ? 'Vous\u00a0: ' : ''}
                    {textEnd(hit.excerpt.slice(0, from), LEAD_MAX)}
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
