import { useState } from 'react'
import { gradientOf, initials } from '../../lib/colours'
import { cssVars } from '../layout/css-vars'
import { IconMask } from '../icons/people'
import { VisuallyHidden } from '../layout/visually-hidden'
import styles from './avatar.module.css'

/** The surface behind the avatar: colour of the ring around the dot and between two heads. */
export type AvatarRing = 'bg' | 'surface-1' | 'surface-2'

type AvatarProps = {
  /** Gives the initials and the colour of an avatar without a picture. */
  name: string
  /** Address of the picture; the initials stay when it cannot be loaded. */
  src?: string | undefined
  /** Side in px, reserved from the start; 44 when not given. */
  size?: number | undefined
  /** Green dot; said aloud too, unless `label` says it. */
  online?: boolean | undefined
  /** A neutral mask in place of a person who is not shown. */
  hidden?: boolean | undefined
  /** Accessible name; without it the avatar is decorative (the name is beside it). */
  label?: string | undefined
  ring?: AvatarRing | undefined
}

/** One person: photo, or initials on one of eight gradients, or a mask. */
export function Avatar({ name, src, size = 44, online, hidden, label, ring }: AvatarProps) {
  const [failed, setFailed] = useState<string>()
  const { from, to } = gradientOf(name)
  const picture = !hidden && src !== undefined && src !== failed
  const face = hidden ? <IconMask size={Math.round(size * 0.56)} /> : initials(name)
  return (
    <span
      className={styles.avatar}
      style={cssVars({
        '--size': `${size}px`,
        '--from': from,
        '--to': to,
        '--avatar-ring': ring && `var(--${ring})`,
      })}
      data-hidden={hidden ? '' : undefined}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': !online || undefined })}
    >
      {online ? <span aria-hidden="true">{face}</span> : face}
      {picture ? (
        <img
          src={src}
          alt=""
          width={size}
          height={size}
          decoding="async"
          draggable={false}
          onError={() => setFailed(src)}
        />
      ) : null}
      {online ? (
        <i className={styles.dot}>
          <VisuallyHidden>En ligne</VisuallyHidden>
        </i>
      ) : null}
    </span>
  )
}
