import { useEffect, type ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { Link, useLocation } from 'wouter'
import { BADGE_CAP } from '#contract/limits'
import { badges, clearBadge } from '../../data/state/badges'
import { shownName } from '../../data/start/config'
import { session } from '../../data/session/session'
import { openPanel } from '../../data/state/panels'
import { AccountAvatar } from '../../parts/member/avatar'
import { IdentityGate } from './identity-gate'
import { ReportGate } from './report-gate'
import { Badge } from '../../ui/display/badge'
import { IconSearch } from '../../ui/icons/actions'
import { IconChat, IconEvents, IconMap, IconNews, IconUser } from '../../ui/icons/nav'
import { Logo } from '../../ui/display/logo'
import { useDesktop } from '../../ui/layout/use-media-query'
import { cx } from '../../lib/cx'
import { ConnectionBanner } from './connection-banner'
import { isActive, NAV, type NavPath } from './nav'
import { ProfileMenu } from './profile-menu'
import styles from './shell.module.css'
import { UpdateBanner } from './update-banner'

const ICONS: Record<Exclude<NavPath, '/profile'>, ReactNode> = {
  '/conversations': <IconChat />,
  '/news': <IconNews />,
  '/events': <IconEvents />,
  '/radar': <IconMap />,
}
const BADGE_WORDS = {
  messages: ['discussion non lue', 'discussions non lues'],
  news: ['actualité nouvelle', 'actualités nouvelles'],
  events: ['sortie nouvelle', 'sorties nouvelles'],
}

const Entry = ({ entry, desktop }: { entry: (typeof NAV)[number]; desktop: boolean }) => {
  const [path] = useLocation()
  const counts = useSnapshot(badges)
  const { account } = useSnapshot(session)
  const active = isActive(entry.path, path, desktop)
  const count = entry.badge ? counts[entry.badge] : 0
  return (
    <Link
      href={entry.path}
      className={cx(styles.entry, active && styles.on)}
      aria-current={active ? 'page' : undefined}
    >
      <span className={styles.icon}>
        {entry.path === '/profile' ? (
          account ? (
            <AccountAvatar account={account} size={desktop ? 26 : 24} />
          ) : (
            <IconUser />
          )
        ) : (
          ICONS[entry.path]
        )}
      </span>
      <span className={styles.label}>{entry.label}</span>
      {entry.badge && count > 0 ? (
        <span className={styles.badge} data-badge={entry.badge}>
          <Badge
            count={count}
            cap={BADGE_CAP[entry.badge]}
            label={`${count} ${BADGE_WORDS[entry.badge][count > 1 ? 1 : 0]}`}
          />
        </span>
      ) : null}
    </Link>
  )
}

/** The search of the whole app, at the same place of every page. */
const Find = () => (
  <button
    type="button"
    className={cx(styles.entry, styles.find)}
    onClick={() => openPanel({ kind: 'find' })}
  >
    <span className={styles.icon}>
      <IconSearch />
    </span>
    <span className={styles.label}>Rechercher</span>
  </button>
)

/**
 * Side bar from 768 px (icons only up to 1180 px), bottom bar below, with the same five entries and the
 * search.
 * Opening news or events clears its badge.
 */
export const Shell = ({ children }: { children: ReactNode }) => {
  const desktop = useDesktop()
  const [path] = useLocation()
  const counts = useSnapshot(badges)
  useEffect(() => {
    if (isActive('/news', path) && counts.news > 0) clearBadge('news')
    if (isActive('/events', path) && counts.events > 0) clearBadge('events')
  }, [path, counts.news, counts.events])
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#contenu">
        Aller au contenu
      </a>
      {desktop ? (
        <nav className={styles.side} aria-label="Navigation">
          <Link
            href="/conversations"
            className={styles.brand}
            data-hide=""
            aria-label={shownName()}
          >
            <Logo size="sm" wordmark={shownName()} />
          </Link>
          {NAV.map((entry) => (
            <Entry key={entry.path} entry={entry} desktop />
          ))}
          <Find />
          <ProfileMenu />
        </nav>
      ) : null}
      <div className={styles.page}>
        <UpdateBanner />
        <ConnectionBanner />
        <main id="contenu" className={styles.main} tabIndex={-1}>
          {children}
        </main>
      </div>
      {desktop ? null : (
        <nav
          className={styles.bottom}
          aria-label="Navigation"
          data-hide=""
          data-foot=""
          data-covered={/^\/conversations\/./.test(path)}
        >
          {NAV.map((entry) => (
            <Entry key={entry.path} entry={entry} desktop={false} />
          ))}
          <Find />
        </nav>
      )}
      <IdentityGate />
      <ReportGate />
    </div>
  )
}
