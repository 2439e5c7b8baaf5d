import { Link } from 'wouter'
import type { AccountSummary } from '#contract/staff/accounts'
import { NBSP } from '../../../lib/text'
import { ACCOUNT_STATES } from '../labels'
import styles from './case.module.css'

type Tree = NonNullable<AccountSummary['tree']>
type One = Tree['up'][number]

const Name = ({ one }: { one: One }) => (
  <>
    <Link href={`/desk/accounts/${one.id}`} className={styles.link}>
      {one.handle}
    </Link>
    {one.state === 'active' ? null : (
      <span className={styles.quiet}> · {ACCOUNT_STATES[one.state]}</span>
    )}
  </>
)

const Below = ({ of, down }: { of: string; down: Tree['down'] }) => (
  <ul className={styles.tree}>
    {down
      .filter((one) => one.by === of)
      .map((one) => (
        <li key={one.id}>
          <Name one={one} />
          {down.some((other) => other.by === one.id) ? <Below of={one.id} down={down} /> : null}
        </li>
      ))}
  </ul>
)

const Names = ({ of, label }: { of: readonly One[]; label: string }) =>
  of.length > 0 ? (
    <p>
      {label}
      {NBSP}:{' '}
      {of.map((one, at) => (
        <span key={one.id}>
          {at > 0 ? ', ' : null}
          <Name one={one} />
        </span>
      ))}
    </p>
  ) : null

/** Members who reported to have met an excluded member, and those whom it reported to have met. */
export const Meetings = ({ tree: { met, metBy } }: { tree: Tree }) =>
  met.length + metBy.length > 0 ? (
    <section aria-label="Rencontrés en vrai">
      <p className={styles.legend}>Rencontrés en vrai</p>
      <Names of={metBy} label="Rencontré par" />
      <Names of={met} label="Dit avoir rencontré" />
    </section>
  ) : null

/** The members who let an excluded one in, and those whom it let in. */
export const InvitationTree = ({ of, tree: { up, down } }: { of: string; tree: Tree }) => (
  <section aria-label="Invitations">
    <p className={styles.legend}>Invitations</p>
    {up.length + down.length === 0 ? (
      <p className={styles.quiet}>
        Personne n’est entré par son lien, ni lui par celui d’un membre.
      </p>
    ) : null}
    {up.length > 0 ? (
      <p>
        Par le lien de{' '}
        {up.map((one, at) => (
          <span key={one.id}>
            {at > 0 ? ', lui-même par celui de ' : null}
            <Name one={one} />
          </span>
        ))}
      </p>
    ) : null}
    {down.length > 0 ? (
      <>
        <p className={styles.quiet}>Sont entrés par le sien{NBSP}:</p>
        <Below of={of} down={down} />
      </>
    ) : null}
  </section>
)
