import { listTeam, removeStaff, type StaffRole, type TeamMember } from '#contract/staff/access'
import { useData } from '../../../data/http/cache'
import { toast, toastRefusal } from '../../../data/state/toasts'
import { dateLong } from '../../../lib/dates'
import { NBSP } from '../../../lib/text'
import { NotLoaded } from '../../../parts/form/not-loaded'
import { Button } from '../../../ui/forms/button'
import { confirm } from '../../../ui/overlay/confirm'
import { deskKey, staffCall } from '../state/desk'
import styles from './pages.module.css'

const ROLES = {
  moderator: 'Modération',
  operator: 'Opérateur',
} as const satisfies Record<StaffRole, string>

/** All accounts with a role; roles are assigned by a command of the server. */
export const TeamPage = () => {
  const { data, error, mutate } = useData(
    deskKey('team'),
    async () => (await staffCall(listTeam, {})).team,
  )
  if (!data)
    return (
      <NotLoaded
        error={error}
        title="Équipe introuvable"
        gone="Cette page est réservée aux opérateurs."
        onRetry={() => void mutate()}
      />
    )
  const remove = async (one: TeamMember): Promise<void> => {
    const yes = await confirm({
      title: `Retirer ${one.pseudonym} de l’équipe${NBSP}?`,
      message: 'Son accès au bureau s’arrête aussitôt. Son compte de membre n’est pas touché.',
      confirmLabel: 'Retirer',
      danger: true,
    })
    if (!yes) return
    try {
      await staffCall(removeStaff, { params: { id: one.id } })
      toast(`${one.pseudonym} n’est plus dans l’équipe.`, { kind: 'success' })
      await mutate()
    } catch (thrown) {
      toastRefusal(thrown, 'Ce retrait n’a pas pu être enregistré. Réessayez.')
    }
  }
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>Équipe</h1>
      <p className={styles.quiet}>
        Un rôle se donne par une commande sur le serveur, jamais depuis une page.
      </p>
      <ul className={styles.entries}>
        {data.map((one) => (
          <li key={one.id} className={styles.person}>
            <div>
              <b>{one.pseudonym}</b>
              <p className={styles.quiet}>
                {ROLES[one.role]} depuis le {dateLong(one.since)} ·{' '}
                {one.hasPasskey ? 'clé d’accès' : 'code par e-mail'}
              </p>
            </div>
            {one.mine ? (
              <span className={styles.quiet}>vous</span>
            ) : (
              <Button size="sm" variant="danger" onClick={() => void remove(one)}>
                Retirer
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
