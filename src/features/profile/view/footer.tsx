import { dateLong } from '../../../lib/dates'
import { useLastSeen, type SeenAccount } from './header'
import styles from '../profile.module.css'

/** Sign-up date and last connection. */
export const ProfileFooter = ({ account }: { account: SeenAccount }) => {
  const { online, text } = useLastSeen(account)
  return (
    <footer className={styles.footer}>
      <p>Membre depuis le {dateLong(account.created_at)}</p>
      <p>{online ? text : <>Dernière connexion&nbsp;: {text}</>}</p>
    </footer>
  )
}
