import { memo } from 'react'
import { useSnapshot } from 'valtio'
import { session } from '../../../../data/session/session'
import { cx } from '../../../../lib/cx'
import { timeShort } from '../../../../lib/dates'
import { IconButton } from '../../../../ui/forms/icon-button'
import { IconClose } from '../../../../ui/icons/base'
import { IconPending } from '../../../../ui/icons/chat'
import { ProgressRing } from '../../../../ui/feedback/progress-ring'
import { OwnAuthor, SendMark, type Genders } from './bubble'
import bubble from './bubble.module.css'
import { copyMessage } from './copy-message'
import { countLoneEmoji } from './lone-emoji'
import { MessageText } from './message-text'
import type { Outgoing, Photo } from '../../state/model'
import styles from './outgoing.module.css'
import { LocalPhotos, splitPhotoCount } from './photo-grid'
import { QuoteBlock } from './quote'
import type { OutgoingRowData } from '../rows'
import { discardOutgoing, removeOutgoingPhoto, retryOutgoing } from '../../outbox/send'
import { isCouple } from '../../../../lib/couple'

/** Overlay of the tile that stands for the hidden photos: their total progress. */
const shareOf = (o: Outgoing, photos: readonly Photo[]): number =>
  photos.reduce((sum, p) => sum + (o.mediaIds[p.id] ? 1 : (o.shares[p.id] ?? 0)), 0) /
  Math.max(1, photos.length)

/** Upload progress of a photo, and a button that removes it until the message itself is posted. */
const Tile = ({
  o,
  photo,
  index,
  conversationId,
}: {
  o: Outgoing
  photo: Photo
  index: number
  conversationId: string
}) => {
  const { shown, rest } = splitPhotoCount(o.photos.length)
  const several = rest > 0 && index === shown - 1
  const share = several ? shareOf(o, o.photos.slice(index)) : shareOf(o, [photo])
  if (o.posted || o.state === 'failed') return null
  return (
    <span className={styles.over}>
      {share < 1 && !several ? (
        <ProgressRing
          value={share}
          size={48}
          label={`Envoi de la photo ${index + 1}`}
          tone="accent"
        />
      ) : null}
      {several ? null : (
        <IconButton
          className={styles.cross}
          label={`Ne pas envoyer la photo ${index + 1}`}
          icon={<IconClose size={16} />}
          variant="over"
          size="sm"
          onClick={() => removeOutgoingPhoto(conversationId, o, photo.id)}
        />
      )}
    </span>
  )
}

/** Actions below the bubble of an unsent message. */
const Below = ({ o, conversationId }: { o: Outgoing; conversationId: string }) => {
  if (o.state === 'failed')
    return (
      <p className={styles.again} data-failed>
        Échec ·{' '}
        {o.isFinal ? null : (
          <>
            <button type="button" onClick={() => retryOutgoing(conversationId, o)}>
              Réessayer
            </button>{' '}
            ·{' '}
          </>
        )}
        {o.isFinal && o.content ? (
          <>
            <button type="button" onClick={() => void copyMessage(o)}>
              Copier le texte
            </button>{' '}
            ·{' '}
          </>
        ) : null}
        <button type="button" onClick={() => discardOutgoing(conversationId, o)}>
          Supprimer
        </button>
        {o.error ? (
          <>
            <br />
            {o.error}
          </>
        ) : null}
      </p>
    )
  const cancel = (
    <button type="button" onClick={() => discardOutgoing(conversationId, o)}>
      Annuler
    </button>
  )
  if (o.state === 'waiting') return <p className={styles.again}>En attente · {cancel}</p>
  return o.photos.length > 0 && !o.posted ? <p className={styles.again}>Envoi… · {cancel}</p> : null
}

/** An outgoing message: on its way, or failed. */
export const OutgoingRow = memo(
  ({
    row,
    conversationId,
    genders,
  }: {
    row: OutgoingRowData
    conversationId: string
    genders: Genders
  }) => {
    const { outgoing: o } = row
    const { account } = useSnapshot(session)
    const both = o.senderIdentityId === null && isCouple(account?.identities)
    const failed = o.state === 'failed'
    const photos = o.photos.length > 0
    const lone = o.quote || photos ? 0 : countLoneEmoji(o.content)
    return (
      <div role="listitem" className={bubble.item}>
        {row.dayAbove ? <p className={bubble.day}>{row.dayAbove}</p> : null}
        <div
          className={cx(bubble.line, bubble.own, row.first && bubble.first)}
          data-message={o.clientMsgId}
        >
          <div
            className={cx(
              bubble.bubble,
              photos && bubble.withPhotos,
              photos && !o.content && bubble.bare,
              lone > 0 && bubble.lone,
              failed && styles.failed,
            )}
            data-lone={lone || undefined}
          >
            {row.first ? (
              <OwnAuthor identityId={o.senderIdentityId} both={both} genders={genders} />
            ) : null}
            {o.quote ? <QuoteBlock quote={o.quote} /> : null}
            {photos ? (
              <LocalPhotos
                photos={o.photos}
                over={(photo, index) => (
                  <Tile o={o} photo={photo} index={index} conversationId={conversationId} />
                )}
              />
            ) : null}
            <div className={bubble.words}>
              {o.content ? <MessageText text={o.content} waits /> : null}
              <span className={bubble.meta}>
                <time dateTime={o.createdAt}>{timeShort(o.createdAt)}</time>
                {failed ? null : (
                  <SendMark label={o.state === 'waiting' ? 'En attente' : 'Envoi en cours'}>
                    <IconPending size={15} />
                  </SendMark>
                )}
              </span>
            </div>
          </div>
          <Below o={o} conversationId={conversationId} />
        </div>
      </div>
    )
  },
)
