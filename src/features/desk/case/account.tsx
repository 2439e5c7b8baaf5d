import { Link } from 'wouter'
import type { AccountSummary } from '#contract/staff/accounts'
import { dateLong } from '../../../lib/dates'
import { plural } from '../../../lib/text'
import { Pill } from '../../../ui/display/pill'
import { ACCOUNT_STATES } from '../labels'
import { Decisions } from './decisions'
import { InvitationTree, Meetings } from './invitation-tree'
import styles from './case.module.css'

/** State, counts and former decisions of an account; never its names, notes, albums or messages. */
export const AccountCard = ({
  account,
  linked,
  onChanged,
}: {
  account: AccountSummary
  linked: boolean
  onChanged: () => void
}) => (
  <section className={styles.card} aria-label="Compte">
    <h3 className={styles.cardTitle}>
      {linked ? (
        <Link href={`/desk/accounts/${account.id}`} className={styles.link}>
          {account.handle}
        </Link>
      ) : (
        'Compte'
      )}
      <Pill tone={account.state === 'active' ? 'ok' : 'warn'}>{ACCOUNT_STATES[account.state]}</Pill>
    </h3>
    <p className={styles.quiet}>
      Inscription le {dateLong(account.createdAt)} ·{' '}
      {account.reports === 0
        ? 'aucun signalement reçu'
        : `${plural(account.reports, 'signalement reçu', 'signalements reçus')}, dont ${plural(account.founded, 'fondé')}`}{' '}
      · {plural(account.sessions, 'session ouverte', 'sessions ouvertes')}
    </p>
    {account.parted.length > 0 ? (
      <p className={styles.quiet}>
        Séparé de{' '}
        {account.parted.map((other) => (
          <Link key={other.id} href={`/desk/accounts/${other.id}`} className={styles.link}>
            {other.handle}{' '}
          </Link>
        ))}
      </p>
    ) : null}
    {account.tree ? <InvitationTree of={account.id} tree={account.tree} /> : null}
    {account.tree ? <Meetings tree={account.tree} /> : null}
    {account.decisions.length > 0 ? (
      <Decisions decisions={account.decisions} onUndone={onChanged} />
    ) : (
      <p className={styles.quiet}>Aucune décision jusqu’ici.</p>
    )}
  </section>
)
