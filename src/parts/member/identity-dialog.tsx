import { useSnapshot } from 'valtio'
import { chooseBoth, chooseIdentity, session } from '../../data/session/session'
import { NBSP } from '../../lib/text'
import { Dialog } from '../../ui/overlay/dialog'
import { IconCheck } from '../../ui/icons/base'
import { AccountAvatar, NamedAvatar } from './avatar'
import { GENDER_LABEL } from './identity-icons'
import styles from './identity.module.css'

/** «Qui est derrière l'écran ?»: one of the identities, or both. */
export const IdentityDialog = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const { account, activeIdentityId, mode } = useSnapshot(session)
  if (!account) return null
  const choose = (act: () => void) => (): void => {
    act()
    onClose()
  }
  const tick = <IconCheck size={20} />
  return (
    <Dialog open={open} onClose={onClose} title={`Qui est derrière l’écran${NBSP}?`} size="sm">
      <div className={styles.choices}>
        {account.identities.map((i) => {
          const current = mode !== 'both' && activeIdentityId === i.id
          return (
            <button
              key={i.id}
              type="button"
              className={styles.choice}
              aria-pressed={current}
              onClick={choose(() => chooseIdentity(i.id))}
            >
              <NamedAvatar
                name={i.firstname ?? i.identity_handle}
                avatar={i.avatar_url}
                size={48}
              />
              <span>
                <b>{i.firstname ?? i.identity_handle}</b>
                <small>{GENDER_LABEL[i.gender]}</small>
              </span>
              {current ? tick : null}
            </button>
          )
        })}
        <button
          type="button"
          className={styles.both}
          aria-pressed={mode === 'both'}
          onClick={choose(() => void chooseBoth(account.identities.map((i) => i.id)))}
        >
          <AccountAvatar account={account} size={48} />
          <span>
            <b>Tous les deux</b>
            <small>{account.account_handle}</small>
          </span>
          {mode === 'both' ? tick : null}
        </button>
      </div>
    </Dialog>
  )
}
