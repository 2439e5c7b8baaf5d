import { memo, Suspense, type ReactNode } from 'react'
import type { Gender } from '#contract/common'
import { REACTIONS_SHOWN } from '#contract/limits'
import type { Attachment } from '#contract/media'
import { lazyPart } from '../../../../data/start/lazy-part'
import { cx } from '../../../../lib/cx'
import { timeShort } from '../../../../lib/dates'
import { GenderIcon } from '../../../../parts/member/identity-icons'
import { organizerLabel } from '../../../../parts/member/organizer-word'
import { IconRead, IconSent } from '../../../../ui/icons/chat'
import { IconCouple, IconMask } from '../../../../ui/icons/people'
import { Tag } from '../../../../ui/display/tag'
import styles from './bubble.module.css'
import { DELETED_MESSAGE, systemText } from '../../state/labels'
import { countLoneEmoji } from './lone-emoji'
import { MessageText } from './message-text'
import { PhotoGrid } from './photo-grid'
import { QuoteBlock } from './quote'
import { sortByUse } from './reactions'
import type { MessageRowData } from '../rows'
import { useFirstName, useIsOrganizerMessage, useOwnAuthor, useReaderLabel } from './use-author'

const BriefPhotos = lazyPart(() => import('../../brief/brief-photos').then((m) => m.BriefPhotos))

/** `own`: the member's own photos, which cannot be reported. */
export type OnPhoto = (photos: readonly Attachment[], index: number, own: boolean) => void
export type Genders = readonly Gender[] | undefined

export const SendMark = ({ label, children }: { label: string; children: ReactNode }) => (
  <span role="img" aria-label={label} className={styles.tick}>
    {children}
  </span>
)

/** Both mode: both gender signs, in brass. */
const Both = ({ genders, children }: { genders: Genders; children: ReactNode }) => (
  <span className={cx(styles.author, styles.both)}>
    <span className={styles.signs}>
      {genders && genders.length > 1 ? (
        genders.map((g, i) => <GenderIcon key={`${g}${i}`} gender={g} size={13} />)
      ) : (
        <IconCouple size={14} />
      )}
    </span>
    {children}
  </span>
)
/** Own bubbles of a couple: who wrote. */
export const OwnAuthor = ({
  identityId,
  both,
  genders,
}: {
  identityId: string | null
  both: boolean
  genders: Genders
}) => {
  const name = useOwnAuthor(identityId)
  if (both) return <Both genders={genders}>Tous les deux</Both>
  return name ? <span className={styles.author}>{name}</span> : null
}
const Author = ({ row, genders }: { row: MessageRowData; genders: Genders }) => {
  const { handle, gender, both, hidden } = row.message.identity
  const first = useFirstName(row.message)
  const organizer = useIsOrganizerMessage(row.message) ? (
    <Tag tone="brass">{organizerLabel(both ? (genders ?? [null, null]) : [gender])}</Tag>
  ) : null
  if (row.own)
    return <OwnAuthor identityId={row.message.senderIdentityId} both={both} genders={genders} />
  if (both)
    return (
      <Both genders={genders}>
        {handle}
        {organizer}
      </Both>
    )
  return (
    <span className={styles.author}>
      {hidden ? <IconMask size={13} /> : gender ? <GenderIcon gender={gender} size={13} /> : null}
      {first ?? handle}
      {organizer}
    </span>
  )
}

/**
 * The most used emojis of a message, four at most; a click lists who reacted (`data-act`, handled
 * by the list).
 */
const Reactions = ({ reactions }: { reactions: MessageRowData['message']['reactions'] }) => {
  const all = sortByUse(reactions)
  if (all.length === 0) return null
  const total = all.reduce((n, [, list]) => n + list.length, 0)
  const shown = all.slice(0, REACTIONS_SHOWN).map(([emoji]) => emoji)
  return (
    <button
      type="button"
      className={styles.reactions}
      data-act="reactions"
      aria-haspopup="dialog"
      aria-label={`Réactions\u00a0: ${shown.join(' ')}${total > 1 ? `, ${total} en tout` : ''}`}
    >
      {shown.map((emoji) => (
        <span key={emoji}>{emoji}</span>
      ))}
      {total > 1 ? <small>{total}</small> : null}
    </button>
  )
}

/** An own message was read; of a couple, by whom, at the last message only. */
const Read = ({ row: { message: m, lastRead } }: { row: MessageRowData }) => {
  const reader = useReaderLabel(m)
  return (
    <>
      {reader && lastRead ? <span aria-hidden="true">{reader}</span> : null}
      <SendMark label={reader ?? 'Lu'}>
        <IconRead size={15} />
      </SendMark>
    </>
  )
}
/** Time of a message, and whether one's own was read. */
const Meta = ({ row }: { row: MessageRowData }) => {
  const { message: m, own } = row
  return (
    <span className={styles.meta}>
      {m.edited && m.deletedAt === null ? <span>modifié</span> : null}
      <time dateTime={m.createdAt}>{timeShort(m.createdAt)}</time>
      {own && m.deletedAt === null ? (
        m.readByOther ? (
          <Read row={row} />
        ) : (
          <SendMark label="Envoyé">
            <IconSent size={15} />
          </SendMark>
        )
      ) : null}
    </span>
  )
}

interface BubbleProps {
  row: MessageRowData
  genders: Genders
  onPhoto: OnPhoto
}
const Bubble = ({ row, genders, onPhoto }: BubbleProps) => {
  const { message: m, own } = row
  const deleted = m.deletedAt !== null
  const photos = deleted ? [] : m.media
  const lone = deleted || m.quote || m.brief || photos.length > 0 ? 0 : countLoneEmoji(m.content)
  const reacted = Object.values(m.reactions).some((list) => list.length > 0)
  return (
    <div
      className={cx(
        styles.line,
        styles.talk,
        own && styles.own,
        row.first && styles.first,
        reacted && styles.reacted,
      )}
      data-message={m.id}
    >
      <div
        className={cx(
          styles.bubble,
          photos.length > 0 && styles.withPhotos,
          photos.length > 0 && !m.content && styles.bare,
          lone > 0 && styles.lone,
        )}
        data-lone={lone || undefined}
        data-bubble
      >
        {row.first ? <Author row={row} genders={genders} /> : null}
        {m.quote && !deleted ? <QuoteBlock quote={m.quote} /> : null}
        {photos.length > 0 ? (
          <PhotoGrid photos={photos} onOpen={(index) => onPhoto(photos, index, own)} />
        ) : null}
        {m.brief && !deleted ? (
          <Suspense fallback={null}>
            <BriefPhotos brief={m.brief} own={own} />
          </Suspense>
        ) : null}
        <div className={styles.words}>
          {deleted ? (
            <em className={styles.gone}>{DELETED_MESSAGE}</em>
          ) : m.content ? (
            <MessageText text={m.content} />
          ) : null}
          <Meta row={row} />
        </div>
        {deleted ? null : <Reactions reactions={m.reactions} />}
      </div>
      {deleted ? null : (
        <button
          type="button"
          tabIndex={-1}
          className={styles.act}
          data-act="menu"
          aria-haspopup="menu"
          aria-label="Réagir ou répondre"
          title="Réagir ou répondre"
        />
      )}
    </div>
  )
}

/** A confirmed message. The list handles its events, by `data-message`. */
export const MessageRow = memo(
  ({
    row,
    genders,
    lit,
    onPhoto,
  }: {
    row: MessageRowData
    genders: Genders
    lit?: boolean | undefined
    onPhoto: OnPhoto
  }) => {
    const { message: m } = row
    return (
      <div
        role="listitem"
        className={cx(styles.item, lit && styles.lit)}
        tabIndex={-1}
        data-row={m.id}
      >
        {row.dayAbove ? <p className={styles.day}>{row.dayAbove}</p> : null}
        {row.divider ? (
          <p className={styles.divider}>
            <span>Nouveaux messages</span>
          </p>
        ) : null}
        {m.senderAccountId === 'system' ? (
          <p className={styles.system} data-message={m.id}>
            {systemText(m)}
          </p>
        ) : (
          <Bubble row={row} genders={genders} onPhoto={onPhoto} />
        )}
        {row.dayBelow ? <p className={styles.day}>{row.dayBelow}</p> : null}
      </div>
    )
  },
)
