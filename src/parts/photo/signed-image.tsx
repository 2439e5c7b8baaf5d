import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Attachment } from '#contract/media'
import type { LinkVariant } from '#contract/workers/tabs'
import { useSignedUrl } from '../../data/media/media-urls'
import { cx } from '../../lib/cx'
import { blurhashColour } from '../../lib/blurhash'
import { IconRefresh } from '../../ui/icons/actions'
import styles from './signed-image.module.css'

interface Props {
  readonly media: Pick<Attachment, 'id' | 'blurhash'>
  readonly variant?: LinkVariant
  readonly alt: string
  /** The same picture on this device (an object URL): shown in place of the server's as long as it can be. */
  readonly local?: string | undefined
  readonly className?: string | undefined
  /** Number of retries after a failed load; 3 by default. */
  readonly retries?: number
  /** No fading in: for a grid that is scrolled, where each picture that fades would be a layer in every frame. */
  readonly still?: boolean
  /** Its picture failed once before, and that link is dropped. */
  readonly failed?: boolean
}
// put on by hand: a render of each picture that comes in would hold up a scroll
const SHOWN = styles.shown ?? 'shown'
/** How long the first bytes of a picture may take on a slow line with many pictures, ms. */
const ANSWER_MS = 60_000
const LINK = { retries: 3, delayMs: 600, lifetimeS: 60 } as const

/** Calls `giveUp` when nothing of a picture has come in time; returns the ref of its element. */
const useSilentImage = (src: string | null, giveUp: () => void) => {
  const image = useRef<HTMLImageElement>(null)
  const onSilence = useEffectEvent(giveUp)
  useEffect(() => {
    if (!src) return
    const timer = setTimeout(() => {
      // its width is known with its first bytes
      if (image.current?.naturalWidth === 0) onSilence()
    }, ANSWER_MS)
    return () => clearTimeout(timer)
  }, [src])
  return image
}

/**
 * A private picture: its mean colour first, then the picture fading in; its size is up to its
 * parent. When it fails it shows «Réessayer», unless the server no longer shows it to this member:
 * do not put it inside a button, lay the button over it.
 */
export const SignedImage = ({
  media,
  variant = 'full',
  alt,
  local,
  className,
  retries = LINK.retries,
  still = false,
  failed: before = false,
}: Props) => {
  const [lost, setLost] = useState<string>()
  const own = local === lost ? undefined : local
  const link = useSignedUrl(own ? null : media.id, { ...LINK, retries, variant })
  const [broken, setBroken] = useState(before ? 1 : 0)
  // a link of 60 s expires while its picture is on the screen: the decoded picture is kept until it
  // has to be loaded again
  const [src, setSrc] = useState(link.url)
  if (link.url && link.url !== src && (src === null || broken > 0)) setSrc(link.url)
  const failed = link.state === 'error' || broken > 1
  const image = useSilentImage(failed ? null : src, () => setBroken(2))
  if (own)
    return (
      <span className={cx(styles.frame, className)}>
        <img
          src={own}
          alt={alt}
          draggable={false}
          className={cx(styles.image, styles.shown)}
          onError={() => setLost(own)}
        />
      </span>
    )
  return (
    <span
      className={cx(styles.frame, className)}
      style={{ backgroundColor: blurhashColour(media.blurhash) }}
    >
      {src && !failed ? (
        <img
          key={src}
          ref={image}
          src={src}
          alt={alt}
          decoding="async"
          draggable={false}
          className={cx(styles.image, still && styles.still)}
          {...(still && broken === 0
            ? {}
            : {
                onLoad: ({ currentTarget }) => {
                  currentTarget.classList.add(SHOWN)
                  setBroken(0)
                },
              })}
          onError={() => {
            setBroken((n) => n + 1)
            link.invalidate()
          }}
        />
      ) : null}
      {link.state === 'error' && link.refused ? (
        <span className={styles.retry}>Photo indisponible</span>
      ) : failed ? (
        <button
          type="button"
          className={styles.retry}
          onClick={() => {
            setBroken(0)
            setSrc(null)
            link.retry()
          }}
        >
          <IconRefresh size={18} /> Réessayer
        </button>
      ) : null}
    </span>
  )
}
