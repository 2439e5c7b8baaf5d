import { useState } from 'react'
import type { Participant } from '#contract/messaging/messages'
import { usePresence } from '../../../data/session/presence'
import { openPanel } from '../../../data/state/panels'
import { DialogActions } from '../../../ui/overlay/dialog-actions'
import { useAsyncAction } from '../../../parts/form/use-async-action'
import { AccountAvatar } from '../../../parts/member/avatar'
import { Tag } from '../../../ui/display/tag'
import { IconButton } from '../../../ui/forms/icon-button'
import { IconMore } from '../../../ui/icons/actions'
import { ListRow } from '../../../ui/layout/list-row'
import { confirm } from '../../../ui/overlay/confirm'
import { Dialog } from '../../../ui/overlay/dialog'
import { Menu } from '../../../ui/overlay/menu'
import {
  addMembers,
  conversationErrorText,
  removeMember,
  setGroupAdmin,
} from '../list/conversation-acts'
import { MemberPicker } from '../list/member-picker'
import styles from './group.module.css'

export const AddMembers = ({
  id,
  inside,
  onClose,
}: {
  id: string
  inside: ReadonlySet<string>
  onClose: () => void
}) => {
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [error, setError] = useState<string | null>(null)
  const { busy, run } = useAsyncAction()
  const add = (): void =>
    void run(
      () => addMembers(id, [...chosen]).then(onClose),
      (thrown) => setError(conversationErrorText(thrown)),
    )
  return (
    <Dialog
      open
      onClose={onClose}
      title="Ajouter des membres"
      description="Ils liront ce qui est écrit à partir de maintenant."
      footer={
        <DialogActions onCancel={onClose} busy={busy} disabled={chosen.length === 0} onClick={add}>
          Ajouter
        </DialogActions>
      }
    >
      {error ? (
        <p className={styles.error} role="alert">
          {error}
        </p>
      ) : null}
      <MemberPicker chosen={chosen} onChange={setChosen} without={inside} />
    </Dialog>
  )
}

/** One row of the member list, with the actions of an admin. */
export const Member = ({
  p,
  id,
  own,
  admin,
  onError,
  onChanged,
}: {
  p: Participant
  id: string
  own: string | null
  admin: boolean
  onError: (text: string | null) => void
  onChanged: () => void
}) => {
  const online = usePresence(p.account_id)?.isOnline ?? p.account.is_online
  const me = p.account_id === own
  const handle = p.account.deleted ? 'Compte supprimé' : p.account.account_handle
  const act = (work: Promise<void>): void => {
    onError(null)
    work.then(onChanged, (error: unknown) => onError(conversationErrorText(error)))
  }
  const out = async (): Promise<void> => {
    if (
      await confirm({
        title: `Retirer ${handle} du groupe\u00a0?`,
        message: 'Cette personne ne recevra plus rien de ce groupe, dès maintenant.',
        confirmLabel: 'Retirer',
        danger: true,
      })
    )
      act(removeMember(id, p.account_id))
  }
  return (
    <li className={styles.member}>
      <ListRow
        leading={<AccountAvatar account={p.account} size={44} online={online} />}
        title={me ? `${handle} (vous)` : handle}
        tag={p.is_admin ? <Tag tone="brass">Admin</Tag> : undefined}
        onClick={
          me || p.account.deleted
            ? undefined
            : () => openPanel({ kind: 'profile', id: p.account_id })
        }
      />
      {admin && !me ? (
        <Menu
          label={`Actions\u00a0: ${handle}`}
          align="end"
          items={[
            {
              label: p.is_admin ? 'Retirer le rôle d’admin' : 'Nommer admin',
              onSelect: () => act(setGroupAdmin(id, p.account_id, !p.is_admin)),
            },
            { label: 'Retirer du groupe', danger: true, onSelect: () => void out() },
          ]}
          trigger={(t) => (
            <IconButton label={`Actions\u00a0: ${handle}`} icon={<IconMore />} {...t} />
          )}
        />
      ) : null}
    </li>
  )
}
