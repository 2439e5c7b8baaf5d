import { memo, type ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import type { Attachment } from '#contract/media'
import { session } from '../../data/session'
import { cx } from '../../lib/cx'
import { timeShort } from '../../lib/dates'
import { GenderIcon } from '../../parts/identity-icons'
import { IconPending, IconRead, IconSent } from '../../ui/icons/chat'
import { IconCouple } from '../../ui/icons/people'
import { ProgressBar } from '../../ui/progress-bar'
import styles from './bubble.module.css'
import { DELETED_MESSAGE, systemText } from './labels'
import { linkify } from './linkify'
import { LocalPhotos, PhotoGrid } from './photo-grid'
import type { MessageRowData, OutgoingRowData } from './rows'
import { discard, send } from './send'

const REACTIONS_SHOWN = 4

const Tick = ({ label, children }: { label: string; children: ReactNode }) => <span role="img" aria-label={label} className={styles.tick}>{children}</span>

const Author = ({ message }: { message: MessageRowData['message'] }) => {
  const { handle, gender, both } = message.identity
  return (
    <span className={cx(styles.author, both && styles.both)}>
      {both ? <IconCouple size={14} /> : gender ? <GenderIcon gender={gender} size={13} /> : null}
      {handle}
    </span>
  )
}

/** The most used emojis of a message, four at most. */
const Reactions = ({ message }: { message: MessageRowData['message'] }) => {
  const all = Object.entries(message.reactions).filter(([, list]) => list.length > 0).sort((a, b) => b[1].length - a[1].length)
  if (all.length === 0) return null
  const total = all.reduce((n, [, list]) => n + list.length, 0)
  return <span className={styles.reactions} role="img" aria-label={`Réactions : ${all.slice(0, REACTIONS_SHOWN).map(([e]) => e).join(' ')}`}>{all.slice(0, REACTIONS_SHOWN).map(([emoji]) => <span key={emoji}>{emoji}</span>)}{total > 1 ? <small>{total}</small> : null}</span>
}

/** A message that the server knows. */
export const MessageRow = memo(({ row, onPhoto }: { row: MessageRowData; onPhoto: (photos: readonly Attachment[], index: number) => void }) => {
  const { message: m, own } = row
  const deleted = m.deletedAt !== null
  const hasReactions = Object.keys(m.reactions).length > 0
  const time = <time dateTime={m.createdAt}>{timeShort(m.createdAt)}</time>
  const body =
    m.senderAccountId === 'system' ? (
      <div className={styles.system} data-message={m.id}>{systemText(m)}</div>
    ) : (
      <div className={cx(styles.line, own && styles.own, row.first && styles.first, hasReactions && styles.reacted)} data-message={m.id}>
        <div className={cx(styles.bubble, m.media.length > 0 && !deleted && styles.withPhotos)}>
          {row.first && !own ? <Author message={m} /> : null}
          {row.first && own && m.identity.both ? <span className={cx(styles.author, styles.both)}><IconCouple size={14} />Tous les deux</span> : null}
          {!deleted && m.media.length > 0 ? <PhotoGrid photos={m.media} onOpen={(index) => onPhoto(m.media, index)} /> : null}
          {deleted ? <em className={styles.gone}>{DELETED_MESSAGE}</em> : m.content ? <p className={styles.text}>{linkify(m.content)}</p> : null}
          <span className={styles.meta}>{time}{own && !deleted ? (m.readByOther ? <Tick label="Lu"><IconRead size={15} /></Tick> : <Tick label="Envoyé"><IconSent size={15} /></Tick>) : null}</span>
          <Reactions message={m} />
        </div>
      </div>
    )
  return (
    <div role="listitem" className={styles.item}>
      {row.dayAbove ? <p className={styles.day}>{row.dayAbove}</p> : null}
      {body}
      {row.dayBelow ? <p className={styles.day}>{row.dayBelow}</p> : null}
    </div>
  )
})

/** A message on its way, or one that did not get there. */
export const OutgoingRow = memo(({ row, conversationId }: { row: OutgoingRowData; conversationId: string }) => {
  const { outgoing: o } = row
  const { mode } = useSnapshot(session)
  const failed = o.state === 'failed'
  return (
    <div role="listitem" className={styles.item}>
      <div className={cx(styles.line, styles.own, styles.first)} data-message={o.clientMsgId}>
        <div className={cx(styles.bubble, styles.rising, o.photos.length > 0 && styles.withPhotos, failed && styles.failed)}>
          {mode === 'both' && o.senderIdentityId === null ? <span className={cx(styles.author, styles.both)}><IconCouple size={14} />Tous les deux</span> : null}
          {o.photos.length > 0 ? <LocalPhotos photos={o.photos} /> : null}
          {o.photos.length > 0 && !failed ? <ProgressBar value={o.progress} label="Envoi de la photo" labelHidden /> : null}
          {o.content ? <p className={styles.text}>{o.content}</p> : null}
          <span className={styles.meta}><time dateTime={o.createdAt}>{timeShort(o.createdAt)}</time>{failed ? null : <Tick label="Envoi en cours"><IconPending size={14} /></Tick>}</span>
        </div>
        {failed ? (
          <p className={styles.again}>
            Échec · <button type="button" onClick={() => void send(conversationId, o)}>Réessayer</button> · <button type="button" onClick={() => discard(conversationId, o.clientMsgId)}>Supprimer</button>
          </p>
        ) : null}
      </div>
    </div>
  )
})
