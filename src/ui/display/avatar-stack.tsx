import { Avatar, type AvatarRing } from './avatar'
import { cssVars } from '../layout/css-vars'
import styles from './avatar.module.css'

type AvatarStackProps = {
  people: readonly {
    id?: string | undefined
    name: string
    src?: string | undefined
    hidden?: boolean | undefined
  }[]
  /** How many heads before «+3»; 4 when not given. */
  max?: number | undefined
  size?: number | undefined
  /** Accessible name («14 participants»); without it the stack is decoration. */
  label?: string | undefined
  ring?: AvatarRing | undefined
}

/** Several people in a row, the rest as a number. */
export function AvatarStack({ people, max = 4, size = 36, label, ring }: AvatarStackProps) {
  const shown = people.length > max ? people.slice(0, max) : people
  const rest = people.length - shown.length
  const name = label
    ? ({ role: 'img', 'aria-label': label } as const)
    : ({ 'aria-hidden': true } as const)
  return (
    <span
      className={styles.stack}
      style={cssVars({ '--size': `${size}px`, '--avatar-ring': ring && `var(--${ring})` })}
      {...name}
    >
      {shown.map(({ id, ...person }, index) => (
        <Avatar key={id ?? `${person.name}${index}`} {...person} size={size} />
      ))}
      {rest > 0 ? <span className={styles.rest}>+{rest}</span> : null}
    </span>
  )
}
