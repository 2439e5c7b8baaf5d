import { useState } from 'react'
import type { Attachment } from '#contract/media'
import type { LinkVariant } from '#contract/workers'
import { useSignedUrl } from '../data/media-urls'
import { cx } from '../lib/cx'
import { blurhashColour } from '../lib/blurhash'
import { IconRefresh } from '../ui/icons/actions'
import styles from './signed-image.module.css'

interface Props { readonly media: Pick<Attachment, 'id' | 'blurhash'>; readonly variant?: LinkVariant; readonly alt: string; readonly className?: string | undefined }

/** A private picture: its mean colour first, then the picture fading in; the place it takes is its parent's business. */
export const SignedImage = ({ media, variant = 'full', alt, className }: Props) => {
  const link = useSignedUrl(media.id, { variant, retries: 3, delayMs: 600, lifetimeS: 60 })
  const [shown, setShown] = useState<string | null>(null)
  const [broken, setBroken] = useState(0)
  // a link of 60 s dies while its picture stays on the screen: what was decoded is kept until it is asked for again
  const [src, setSrc] = useState(link.url)
  if (link.url && link.url !== src && (src === null || broken > 0)) setSrc(link.url)
  const failed = link.state === 'error' || broken > 1
  return (
    <span className={cx(styles.frame, className)} style={{ backgroundColor: blurhashColour(media.blurhash) }}>
      {src && !failed ? (
        <img
          src={src} alt={alt} decoding="async" draggable={false} className={cx(styles.image, shown === src && styles.shown)}
          onLoad={() => { setShown(src); setBroken(0) }}
          onError={() => { setBroken((n) => n + 1); link.invalidate() }}
        />
      ) : null}
      {failed ? (
        <button type="button" className={styles.retry} onClick={(e) => { e.stopPropagation(); setBroken(0); setSrc(null); link.retry() }}>
          <IconRefresh size={18} /> Réessayer
        </button>
      ) : null}
    </span>
  )
}
