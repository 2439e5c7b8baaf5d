import { Avatar, type AvatarRing } from './avatar'
import { cssVars } from '../layout/css-vars'
import styles from './avatar.module.css'

type AvatarPerson = { name: string; src?: string | undefined }

type AvatarPairProps = {
  first: AvatarPerson
  second: AvatarPerson
  /** Side in px of the square that holds both; 44 when not given. */
  size?: number | undefined
  online?: boolean | undefined
  hidden?: boolean | undefined
  /** Accessible name; without it the pair is decoration. */
  label?: string | undefined
  ring?: AvatarRing | undefined
}

/** A couple: two overlapping circles. */
export function AvatarPair({
  first,
  second,
  size = 44,
  online,
  hidden,
  label,
  ring,
}: AvatarPairProps) {
  const side = Math.round(size * 0.7)
  const name = label
    ? ({ role: 'img', 'aria-label': label } as const)
    : { 'aria-hidden': !online || undefined }
  return (
    <span
      className={styles.pair}
      style={cssVars({ '--size': `${size}px`, '--avatar-ring': ring && `var(--${ring})` })}
      {...name}
    >
      <Avatar {...first} size={side} hidden={hidden} />
      <Avatar {...second} size={side} hidden={hidden} online={online} />
    </span>
  )
}
