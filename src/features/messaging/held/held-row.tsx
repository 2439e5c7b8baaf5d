import { memo, Suspense } from 'react'
import { lazyPart } from '../../../data/start/lazy-part'
import { cx } from '../../../lib/cx'
import { timeShort } from '../../../lib/dates'
import { IconPending } from '../../../ui/icons/chat'
import { OwnAuthor, SendMark, type Genders } from '../thread/message/bubble'
import bubble from '../thread/message/bubble.module.css'
import { MessageText } from '../thread/message/message-text'
import { PhotoGrid } from '../thread/message/photo-grid'
import { QuoteBlock } from '../thread/message/quote'
import type { HeldRowData } from '../thread/rows'
import styles from './held.module.css'

const HeldActs = lazyPart(() => import('./held-acts').then((m) => m.HeldActs))

/** A message that waits for an agreement; visible to its account only. */
export const HeldRow = memo(({ row, genders }: { row: HeldRowData; genders: Genders }) => {
  const { held } = row
  const photos = held.media.length > 0
  return (
    <div role="listitem" className={bubble.item} data-held={held.id}>
      <div className={cx(bubble.line, bubble.own, bubble.first)}>
        <div
          className={cx(
            bubble.bubble,
            photos && bubble.withPhotos,
            photos && !held.content && bubble.bare,
            styles.bubble,
          )}
        >
          <OwnAuthor
            identityId={held.senderIdentityId}
            both={held.senderIdentityId === null}
            genders={genders}
          />
          {held.quote ? <QuoteBlock quote={held.quote} /> : null}
          {photos ? <PhotoGrid photos={held.media} onOpen={() => undefined} /> : null}
          <div className={bubble.words}>
            {held.content ? <MessageText text={held.content} /> : null}
            <span className={bubble.meta}>
              <time dateTime={held.createdAt}>{timeShort(held.createdAt)}</time>
              <SendMark label="En attente d’un accord">
                <IconPending size={15} />
              </SendMark>
            </span>
          </div>
        </div>
        <Suspense fallback={<div className={styles.below} aria-busy="true" />}>
          <HeldActs held={held} />
        </Suspense>
      </div>
    </div>
  )
})
