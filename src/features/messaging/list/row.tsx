import { memo, Suspense, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { useSnapshot } from 'valtio'
import { usePresence } from '../../../data/session/presence'
import { session } from '../../../data/session/session'
import { lazyPart } from '../../../data/start/lazy-part'
import { dayShort, weekdayDate } from '../../../lib/dates'
import { plural } from '../../../lib/text'
import { GENDER_LABEL } from '../../../parts/member/identity-icons'
import { Badge } from '../../../ui/display/badge'
import { ListRow } from '../../../ui/layout/list-row'
import { IconMuted, IconPinned } from '../../../ui/icons/base'
import type { Anchor } from '../../../ui/layout/anchor'
import { Tag } from '../../../ui/display/tag'
import { useLongPress } from '../../../ui/gesture/use-long-press'
import { ConversationAvatar } from './conversation-avatar'
import { useDraftPreview } from '../composer/drafts'
import { outgoingPreview, previewOf } from '../state/labels'
import styles from './list.module.css'
import { fourHandsOf } from '../state/model'
import { messaging } from '../state/store'
import { conversationBadge, counterpart, conversationTitle } from '../thread/titles'
import { useTyping } from '../state/typing'

const ConversationMenu = lazyPart(() =>
  import('./conversation-menu').then((m) => m.ConversationMenu),
)

interface SubtitleProps {
  readonly id: string
  readonly active: boolean
  readonly preview: string
  /** Own messages here that wait for an agreement. */
  readonly held: number
}
const Subtitle = ({ id, active, preview, held }: SubtitleProps) => {
  const typing = useTyping(id)
  const draft = useDraftPreview(id)
  const waiting = useSnapshot(messaging).threads[id]?.outgoing.at(-1)
  if (typing) return <span className={styles.writes}>{typing}</span>
  if (held > 0)
    return (
      <span className={styles.draft}>
        {held === 1 ? 'Un message attend un accord' : `${held} messages attendent un accord`}
      </span>
    )
  if (waiting && (!draft || active)) return outgoingPreview(waiting.content, waiting.photos.length)
  if (draft && !active)
    return (
      <span>
        <span className={styles.draft}>Brouillon :</span> {draft}
      </span>
    )
  return preview
}

const RowDate = ({ at, muted, pinned }: { at: string; muted: boolean; pinned: boolean }) => (
  <span className={styles.when}>
    {muted ? <IconMuted size={14} label="Notifications coupées" /> : null}
    {pinned ? <IconPinned size={14} label="Épinglée" /> : null}
    <time dateTime={at}>{dayShort(at)}</time>
  </span>
)

/** One row of the list; renders only when its own conversation object changes. */
export const ConversationRow = memo(({ id, active }: { id: string; active: boolean }) => {
  const c = useSnapshot(messaging).conversations[id]
  const { accountId } = useSnapshot(session)
  const other = c && counterpart(c, accountId)
  const presence = usePresence(c?.type === 'direct' ? (other?.account_id ?? null) : null)
  const [menu, setMenu] = useState<Anchor | null>(null)
  const long = useLongPress((point) => setMenu(point))
  if (!c) return null
  const { muted, pinned } = c.settings
  const preview = previewOf(c.last_message, accountId, c.type)
  const onContextMenu = (event: MouseEvent): void => {
    long.onContextMenu(event)
    if (event.defaultPrevented) return
    event.preventDefault()
    setMenu({ x: event.clientX, y: event.clientY })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key !== 'ContextMenu' && !(event.key === 'F10' && event.shiftKey)) return
    event.preventDefault()
    if (event.target instanceof HTMLElement) setMenu(event.target)
  }
  const [one, two] = other?.account.identities ?? []
  const gender = c.type === 'direct' && one && !two ? GENDER_LABEL[one.gender] : null
  // «[dd/mm/yyyy] …» would leave no room for the name of the event
  const evening =
    c.type === 'event' && c.event_title && c.event_start_date
      ? { title: c.event_title, date: weekdayDate(c.event_start_date) }
      : null
  return (
    // the row itself is the link; a long press or right click opens its menu
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div {...long} onContextMenu={onContextMenu} onKeyDown={onKeyDown}>
      <ListRow
        href={`/conversations/${id}`}
        leading={
          <ConversationAvatar
            conversation={c}
            own={accountId}
            size={50}
            online={presence?.isOnline ?? (c.type === 'direct' && other?.account.is_online)}
          />
        }
        title={evening ? evening.title : conversationTitle(c, accountId)}
        tag={
          <Tag tone={c.type === 'direct' || c.type === 'group' ? 'neutral' : 'brass'}>
            {evening?.date ?? gender ?? conversationBadge(c, accountId)}
          </Tag>
        }
        subtitle={<Subtitle id={id} active={active} preview={preview} held={fourHandsOf(c).held} />}
        aside={<RowDate at={c.lastMessageAt ?? c.createdAt} muted={muted} pinned={pinned} />}
        badge={
          c.unread_count > 0 ? (
            <Badge
              count={c.unread_count}
              label={plural(c.unread_count, 'message non lu', 'messages non lus')}
              tone={muted ? 'neutral' : 'accent'}
            />
          ) : undefined
        }
        unread={c.unread_count > 0}
        active={active}
      />
      {menu ? (
        <Suspense fallback={null}>
          <ConversationMenu
            conversation={c}
            own={accountId}
            anchor={menu}
            onClose={() => setMenu(null)}
          />
        </Suspense>
      ) : null}
    </div>
  )
})
