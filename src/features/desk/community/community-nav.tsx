import { Link } from 'wouter'
import styles from '../pages/pages.module.css'

const PAGES = [
  { path: '/desk/settings', label: 'Réglages' },
  { path: '/desk/rules', label: 'Règles de la communauté' },
  { path: '/desk/messages', label: 'Message aux membres' },
  { path: '/desk/instance', label: 'État de l’instance' },
] as const

/** The four pages behind «Communauté», on each of them. */
export const CommunityNav = ({ here }: { here: (typeof PAGES)[number]['path'] }) => (
  <nav className={styles.more} aria-label="Communauté">
    {PAGES.map(({ path, label }) => (
      <Link
        key={path}
        href={path}
        className={path === here ? styles.here : undefined}
        aria-current={path === here ? 'page' : undefined}
      >
        {label}
      </Link>
    ))}
  </nav>
)
