import type { Account } from '#contract/profile'
import { usePresence } from '../../data/presence'
import { dateLong, lastSeen } from '../../lib/dates'
import { AccountAvatar } from '../../parts/avatar'
import { IdentityIcons } from '../../parts/identity-icons'
import styles from './profile.module.css'

type Deep<T> = T extends object ? { readonly [K in keyof T]: Deep<T[K]> } : T

/** Header of a profile: avatar, handle, identities (the primary first), presence, and the two dates of the footer. */
export const ProfileCard = ({ account, own, children }: { account: Deep<Account>; own: boolean; children?: React.ReactNode }) => {
  const presence = usePresence(account.id)
  const online = own || (presence?.isOnline ?? account.is_online)
  const seen = presence?.lastSeenAt ?? account.last_seen_at
  return (
    <article className={styles.profile}>
      <header className={styles.header}>
        <AccountAvatar account={account} size={96} online={online} />
        <div className={styles.names}>
          <h1>{account.account_handle}</h1>
          <IdentityIcons identities={account.identities} />
          <p className={online ? styles.online : styles.quiet}>{lastSeen({ online, at: seen })}</p>
        </div>
      </header>
      <ul className={styles.people}>
        {account.identities.map((i) => (
          <li key={i.id}>
            <b>{i.firstname ?? i.identity_handle}</b>
            <span className={styles.quiet}>{{ woman: 'Femme', man: 'Homme', other: 'Autre' }[i.gender]}{i.is_primary && account.identities.length > 1 ? ' · identité principale' : ''}</span>
          </li>
        ))}
      </ul>
      {children}
      <footer className={styles.footer}>
        <p>Membre depuis le {dateLong(account.created_at)}</p>
        <p>Dernière connexion : {lastSeen({ online, at: seen })}</p>
      </footer>
    </article>
  )
}
