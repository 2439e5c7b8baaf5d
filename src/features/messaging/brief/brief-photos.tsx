import { Suspense, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Brief } from '#contract/messaging/brief'
import { session } from '../../../data/session/session'
import { lazyPart } from '../../../data/start/lazy-part'
import { timeShort } from '../../../lib/dates'
import { NBSP, plural } from '../../../lib/text'
import { IconEye, IconEyeOff } from '../../../ui/icons/media'
import styles from './brief.module.css'

const BriefViewer = lazyPart(() => import('./brief-viewer').then((m) => m.BriefViewer))

type Photo = Brief['photos'][number]

const isExpired = (p: Photo): boolean => Date.parse(p.expiresAt) <= Date.now()
const sentWords = (mode: Brief['mode'], p: Photo): string => {
  const opened = p.openedBy.length
  if (opened === 1) return 'Ouverte'
  if (opened > 1) return `Ouverte par ${plural(opened, 'membre')}`
  if (isExpired(p)) return 'Expirée sans être ouverte'
  return mode === 'once' ? 'Photo à voir une fois' : `Photo visible 24${NBSP}h`
}

/** An own one: whether it was opened. */
const Sent = ({ mode, photo }: { mode: Brief['mode']; photo: Photo }) => (
  <p className={styles.state}>
    <IconEyeOff size={18} />
    {sentWords(mode, photo)}
  </p>
)

/** One that was received: opened by a press, closed for good. */
const Received = ({ mode, photo }: { mode: Brief['mode']; photo: Photo }) => {
  const { accountId } = useSnapshot(session)
  const [viewId, setViewId] = useState<string | null>(null)
  const [gone, setGone] = useState(false)
  const isSeen = mode === 'once' && accountId !== null && photo.openedBy.includes(accountId)
  if (viewId === null && (isSeen || gone || isExpired(photo)))
    return (
      <p className={styles.state}>
        <IconEyeOff size={18} />
        {isSeen ? 'Photo vue' : 'Photo expirée'}
      </p>
    )
  return (
    <>
      <button type="button" className={styles.open} onClick={() => setViewId(crypto.randomUUID())}>
        <IconEye size={20} />
        <span>
          Voir la photo
          <small>
            {mode === 'once' ? 'Une seule fois' : `Jusqu’à ${timeShort(photo.expiresAt)}`}
          </small>
        </span>
      </button>
      <Suspense fallback={null}>
        {viewId ? (
          <BriefViewer
            id={photo.id}
            viewId={viewId}
            mode={mode}
            onGone={() => setGone(true)}
            onClose={() => setViewId(null)}
          />
        ) : null}
      </Suspense>
    </>
  )
}

/** Photos that are seen once or for a day: no picture before they are opened. */
export const BriefPhotos = ({ brief, own }: { brief: Brief; own: boolean }) => (
  <div className={styles.photos}>
    {brief.photos.map((p) =>
      own ? (
        <Sent key={p.id} mode={brief.mode} photo={p} />
      ) : (
        <Received key={p.id} mode={brief.mode} photo={p} />
      ),
    )}
  </div>
)
