import { useEffect, useRef } from 'react'
import { plural } from '../../lib/text'
import { IconButton } from '../../ui/forms/icon-button'
import { IconClose } from '../../ui/icons/base'
import { regainFocus } from '../../ui/overlay/focus-after'
import { MarkerRows } from './list'
import type { MapMarker } from './markers'
import styles from './radar.module.css'

interface Props {
  readonly markers: readonly MapMarker[]
  readonly onClose: () => void
}
/** The selected point, or all points of one place. */
export const PickedCard = ({ markers, onClose }: Props) => {
  const opener = useRef<Element | null>(null)
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    opener.current = document.activeElement
  }, [])
  // a reload makes the same points again
  const ids = markers.map(({ id }) => id).join()
  useEffect(() => {
    // on a phone the list has gone with the button that shows a point on the map
    regainFocus(() => card.current?.querySelector<HTMLElement>('ul button'))
  }, [ids])
  /** The button that closes is removed with the card: the marker gets the focus, else the map. */
  const close = (): void => {
    onClose()
    const { current } = opener
    const marker = current?.isConnected && current !== document.body ? current : null
    const map = document.querySelector('[data-zoomable][role="region"]')
    const target = marker ?? map
    if (target instanceof HTMLElement) target.focus({ preventScroll: true })
  }
  const several = markers.length > 1 ? plural(markers.length, 'point') : null
  return (
    <section ref={card} className={styles.card} aria-label={several ?? 'Point choisi'}>
      <div className={styles.cardTop}>
        <p>{several === null ? null : `${several} au même endroit`}</p>
        <IconButton
          label="Fermer la carte du point"
          icon={<IconClose size={18} />}
          size="sm"
          onClick={close}
        />
      </div>
      <MarkerRows markers={markers} />
    </section>
  )
}
