import { Suspense, type MouseEvent } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import type { NewsItem } from '#contract/news'
import { session } from '../../data/session/session'
import { openPanel } from '../../data/state/panels'
import { lazyPart } from '../../data/start/lazy-part'
import { dateTime } from '../../lib/dates'
import { cx } from '../../lib/cx'
import { AccountAvatar, type AccountFace } from '../../parts/member/avatar'
import { Button } from '../../ui/forms/button'
import { FROM_NEWS } from '../../parts/form/use-way-back'
import { Answers, DecideRequest, type Room } from './answers'
import { glyphOf } from './glyphs'
import { rowTime } from './groups'
import { newsPath, sentenceOf, newsDateText } from './words'
import { ExtendShare } from './extend-share'
import styles from './news.module.css'
import { withDe } from '../../lib/text'

const RequestAnswer = lazyPart(() =>
  import('../../parts/album/request-answer').then((m) => m.RequestAnswer),
)

interface Props {
  readonly item: Readonly<NewsItem>
  readonly actor: (AccountFace & { readonly id: string }) | undefined
  readonly fresh: boolean
  /** Of an invitation that waits for an answer. */
  readonly room: Room | undefined
}

/** What the reader can do about an item, in its row. */
const RowActs = ({ item, room, path }: Pick<Props, 'item' | 'room'> & { path: string | null }) => {
  const [, navigate] = useLocation()
  const { pendingId, requestId, shareId, words: asked } = item.payload
  return (
    <>
      {item.newsType === 'event_invited' && item.eventId ? (
        <Answers eventId={item.eventId} open={room !== undefined} room={room} />
      ) : null}
      {typeof pendingId === 'string' && item.eventId ? (
        <DecideRequest eventId={item.eventId} pendingId={pendingId} />
      ) : null}
      {typeof requestId === 'string' ? (
        <Suspense fallback={null}>
          <RequestAnswer id={requestId} words={String(asked ?? '')} />
        </Suspense>
      ) : null}
      {typeof shareId === 'string' ? <ExtendShare id={shareId} /> : null}
      {item.newsType === 'waitlist_free' && path !== null ? (
        <div className={styles.answers}>
          <Button size="sm" onClick={() => navigate(path)}>
            Choisir
          </Button>
        </div>
      ) : null}
    </>
  )
}

/** Actor, action and date: the text links to the event, the avatar to the member. */
export const NewsRow = ({ item, actor, fresh, room }: Props) => {
  const [, navigate] = useLocation()
  const { Icon, tone } = glyphOf(item.newsType)
  const path = newsPath(item)
  const when = newsDateText(item)
  const { account } = useSnapshot(session)
  const words = sentenceOf(item, actor, account?.identities ?? []).map((p, i) =>
    typeof p === 'string' ? p : <b key={i}>{p.b}</b>,
  )
  const follow = (event: MouseEvent): void => {
    if (path === null || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0)
      return
    event.preventDefault()
    if (item.eventId !== null && path === `/events/${item.eventId}`)
      openPanel({ kind: 'event', id: item.eventId })
    else if (item.actorAccountId !== null && path === `/profile/${item.actorAccountId}`)
      openPanel({ kind: 'profile', id: item.actorAccountId })
    else navigate(path, { state: FROM_NEWS })
  }
  return (
    <li className={cx(styles.row, fresh && styles.fresh)} data-news={item.id}>
      {actor && !actor.deleted ? (
        <button
          type="button"
          className={styles.face}
          aria-label={`Profil ${withDe(actor.account_handle)}`}
          onClick={() => openPanel({ kind: 'profile', id: actor.id })}
        >
          <AccountAvatar account={actor} size={48} />
          <span className={styles.glyph} data-tone={tone}>
            <Icon size={14} />
          </span>
        </button>
      ) : (
        <span className={styles.disc} data-tone={tone}>
          <Icon size={22} />
        </span>
      )}
      <div className={styles.words}>
        {path === null ? (
          <p className={styles.sentence}>{words}</p>
        ) : (
          <p className={styles.sentence}>
            <a href={path} className={styles.link} onClick={follow}>
              {words}
            </a>
          </p>
        )}
        {when ? <p className="quiet">{when}</p> : null}
        <RowActs item={item} room={room} path={path} />
      </div>
      <span className={styles.end}>
        <time dateTime={item.createdAt} title={dateTime(item.createdAt)}>
          {rowTime(item.createdAt)}
        </time>
        {fresh ? (
          <span className={styles.dot}>
            <span className="visually-hidden">Nouveau</span>
          </span>
        ) : null}
      </span>
    </li>
  )
}
