import { Suspense, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { session } from '../../data/session/session'
import { useSignedUrl } from '../../data/media/media-urls'
import { openReport } from '../../data/state/report-prompt'
import { lazyPart } from '../../data/start/lazy-part'
import { Dialog } from '../../ui/overlay/dialog'
import { IconButton } from '../../ui/forms/icon-button'
import { IconClose } from '../../ui/icons/base'
import { IconBack, IconForward } from '../../ui/icons/nav'
import { IconCouple, IconFlag } from '../../ui/icons/people'
import styles from './photo-viewer.module.css'
import { ShareButton } from './share-photo'
import { VIEWER_LINK } from './viewer-source'
import { ViewerStage } from './viewer-stage'
import { isCouple } from '../../lib/couple'

/**
 * A picture to view: its media id or any reference to it; `foreign`: another member’s, which can be
 * reported; false: an own one, which can be shared. A hole is not loaded yet.
 */
export type ViewerPhoto = { readonly id: string; readonly foreign?: boolean } | undefined

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i

const Preload = ({ id }: { id: string }) => {
  const { url } = useSignedUrl(id, VIEWER_LINK)
  useEffect(() => {
    if (url) new Image().src = url
  }, [url])
  return null
}

const PeopleDialog = lazyPart(() => import('./people-dialog').then((m) => m.PeopleDialog))
/** Opens the people on an own photo, for couples. */
const PeopleButton = ({ id }: { id: string }) => {
  const couple = isCouple(useSnapshot(session).account?.identities)
  const [open, setOpen] = useState(false)
  if (!couple) return null
  return (
    <>
      <IconButton
        label="Qui est sur cette photo"
        icon={<IconCouple />}
        variant="over"
        onClick={() => setOpen(true)}
      />
      <Suspense fallback={null}>
        {open ? <PeopleDialog id={id} onClose={() => setOpen(false)} /> : null}
      </Suspense>
    </>
  )
}

/** Another member’s photo can be reported; an own one shows its people and can be shared. */
const PhotoAct = ({ photo, onClose }: { photo: ViewerPhoto; onClose: () => void }) => {
  const media = photo && UUID.exec(photo.id)?.[0]
  if (!media || photo.foreign === undefined) return null
  return (
    <div className={styles.flag}>
      {photo.foreign ? (
        <IconButton
          label="Signaler cette photo"
          icon={<IconFlag />}
          variant="over"
          onClick={() => openReport({ kind: 'photo', id: media, title: 'Signaler cette photo' })}
        />
      ) : (
        <>
          <PeopleButton key={`people ${media}`} id={media} />
          <ShareButton key={media} id={media} onClose={onClose} />
        </>
      )}
    </div>
  )
}

/** Buttons to the neighbours; each is shown while it has a target. */
const Neighbours = ({
  at,
  last,
  onGo,
}: {
  at: number
  last: number
  onGo: (by: 1 | -1) => void
}) => (
  <>
    {at > 0 ? (
      <div className={styles.previous}>
        <IconButton
          label="Photo précédente"
          icon={<IconBack />}
          variant="over"
          onClick={() => onGo(-1)}
        />
      </div>
    ) : null}
    {at < last ? (
      <div className={styles.next}>
        <IconButton
          label="Photo suivante"
          icon={<IconForward />}
          variant="over"
          onClick={() => onGo(1)}
        />
      </div>
    ) : null}
  </>
)

/**
 * Pictures over the whole screen. Arrows and a swipe go on, + − 0 zoom, Escape and a swipe down
 * close; the neighbours are loaded ahead. `index` null closes it.
 */
export const PhotoViewer = ({
  photos,
  index,
  onIndex,
  onClose,
}: {
  photos: readonly ViewerPhoto[]
  index: number | null
  onIndex: (index: number) => void
  onClose: () => void
}) => {
  const last = photos.length - 1
  // photos may leave while they are looked at
  const at = Math.min(index ?? 0, Math.max(0, last))
  const go = (by: 1 | -1): void => {
    if (at + by >= 0 && at + by <= last) onIndex(at + by)
  }
  useEffect(() => {
    if (index === null) return undefined
    const key = (event: KeyboardEvent): void => {
      const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
      if (by !== 0 && at + by >= 0 && at + by <= last) onIndex(at + by)
    }
    addEventListener('keydown', key)
    return () => removeEventListener('keydown', key)
  }, [index, at, last, onIndex])
  const [previous, current, next] = [photos[at - 1], photos[at], photos[at + 1]]
  const title = `Photo ${at + 1} sur ${photos.length}`
  return (
    <Dialog
      open={index !== null && photos.length > 0}
      onClose={onClose}
      title={title}
      titleHidden
      size="full"
    >
      <div className={styles.viewer}>
        <ViewerStage
          key={current?.id ?? at}
          id={current?.id ?? null}
          alt={title}
          onSwipe={go}
          onClose={onClose}
        />
        <div className={styles.close}>
          <IconButton
            label="Fermer"
            icon={<IconClose />}
            variant="over"
            onClick={onClose}
            data-autofocus
          />
        </div>
        <PhotoAct photo={current} onClose={onClose} />
        <Neighbours at={at} last={last} onGo={go} />
        {photos.length > 1 ? (
          <p className={styles.count} aria-live="polite">
            {title}
          </p>
        ) : null}
      </div>
      {previous ? <Preload key={previous.id} id={previous.id} /> : null}
      {next ? <Preload key={next.id} id={next.id} /> : null}
    </Dialog>
  )
}
