import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import { listPastTalks } from '#contract/profile/parting'
import { call } from '../../data/http/api'
import { useData } from '../../data/http/cache'
import { session } from '../../data/session/session'
import { closeAll } from '../../data/state/panels'
import { Button } from '../../ui/forms/button'
import styles from './settings.module.css'
import { isCouple } from '../../lib/couple'

const PATH = '/account/parting'

/** Separation for a couple; the earlier discussions for a member who has separated. */
export const PartingPart = () => {
  const { account } = useSnapshot(session)
  const [, navigate] = useLocation()
  const couple = isCouple(account?.identities)
  const { data } = useData(couple ? null : ['past-talks'], () =>
    call(listPastTalks, {}, { identity: 'none' }),
  )
  if (!couple && (data?.talks.length ?? 0) === 0) return null
  return (
    <>
      <hr className={styles.line} />
      <div className={styles.part}>
        <h3>{couple ? 'Se séparer' : 'Discussions d’avant'}</h3>
        <p className={styles.quiet}>
          {couple
            ? 'Deux comptes à partir d’un seul, ou partir de celui-ci. Chacun garde ce qui est à lui.'
            : 'Celles de l’ancien compte, à lire seulement.'}
        </p>
        <div className={styles.row}>
          <Button
            size="sm"
            href={PATH}
            onClick={(event) => {
              event.preventDefault()
              void closeAll().then(() => navigate(PATH))
            }}
          >
            {couple ? 'Se séparer' : 'Lire'}
          </Button>
        </div>
      </div>
    </>
  )
}
