import { useMemo, useState } from 'react'
import { useData } from '../../../data/http/cache'
import { Viewer } from '../../../parts/photo/viewer'
import { listPublicPhotos, type ProfilePhoto } from '#contract/profile/photos'
import { call } from '../../../data/http/api'
import { memberKey } from '../../../data/http/keys'
import { cx } from '../../../lib/cx'
import { plural } from '../../../lib/text'
import { ErrorState } from '../../../ui/feedback/error-state'
import { isAccessLost } from '../state/api'
import { ALBUM_ERRORS } from '../state/labels'
import { PhotoGrid } from './photo-grid'
import styles from '../albums.module.css'

/** The public photos of another member, above its albums; renders nothing when there are none. */
export const SeenPhotos = ({ accountId }: { accountId: string }) => {
  const { data, error, mutate } = useData<readonly ProfilePhoto[]>(
    memberKey('photos', accountId, 'public'),
    async () => (await call(listPublicPhotos, { params: { id: accountId } })).photos,
  )
  const [index, setIndex] = useState<number | null>(null)
  const items = useMemo(
    () => (data ?? []).map((p) => ({ id: p.id, media: { id: p.media_id, blurhash: p.blurhash } })),
    [data],
  )
  const photos = useMemo(() => (data ?? []).map((p) => ({ id: p.media_id, foreign: true })), [data])
  if (isAccessLost(error)) return null
  if (!data)
    return error ? <ErrorState text={ALBUM_ERRORS.media} onRetry={() => void mutate()} /> : null
  if (data.length === 0) return null
  return (
    <section className={cx(styles.public, styles.seen)} aria-labelledby={`public-${accountId}`}>
      <header className={styles.top}>
        <h2 id={`public-${accountId}`} className={styles.title}>
          Photos publiques
        </h2>
        <span className="quiet">{plural(data.length, 'photo')}</span>
      </header>
      <PhotoGrid label="Photos publiques" items={items} onOpen={setIndex} />
      <Viewer photos={photos} index={index} onIndex={setIndex} onClose={() => setIndex(null)} />
    </section>
  )
}
