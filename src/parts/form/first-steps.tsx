import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { IconMap, IconUser } from '../../ui/icons/nav'
import { IconUserPlus } from '../../ui/icons/people'
import styles from './first-steps.module.css'

type Step = 'profile' | 'invite' | 'map'
const STEPS: readonly {
  readonly step: Step
  readonly path: string
  readonly icon: ReactNode
  readonly title: string
  readonly note: string
}[] = [
  {
    step: 'profile',
    path: '/profile',
    icon: <IconUser size={20} />,
    title: 'Compléter mon profil',
    note: 'Une commune, une photo, quelques mots.',
  },
  {
    step: 'invite',
    path: '/connection',
    icon: <IconUserPlus size={20} />,
    title: 'Inviter une relation',
    note: 'Par un lien ou un QR code.',
  },
  {
    step: 'map',
    path: '/radar',
    icon: <IconMap size={20} />,
    title: 'Regarder la carte',
    note: 'Relations et sorties, à la commune près.',
  },
]

/** What a new member may do first, where a screen is still empty. `but`: where one is already. */
export const FirstSteps = ({ but }: { but?: Step }) => (
  <ul className={styles.steps} aria-label="Pour commencer">
    {STEPS.filter((s) => s.step !== but).map(({ step, path, icon, title, note }) => (
      <li key={step}>
        <Link href={path} className={styles.step}>
          <span className={styles.icon}>{icon}</span>
          <span>
            <b className={styles.title}>{title}</b>
            <span className={styles.note}>{note}</span>
          </span>
        </Link>
      </li>
    ))}
  </ul>
)
