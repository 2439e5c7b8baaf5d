import { useEffect, useRef, useState } from 'react'
import useSWR from 'swr'
import { useSnapshot } from 'valtio'
import type { Conversation, Participant } from '#contract/messaging/messages'
import { listParticipants } from '#contract/messaging/groups'
import { call } from '../../data/http/api'
import { openPanel } from '../../data/state/panels'
import { usePresence } from '../../data/session/presence'
import { session } from '../../data/session/session'
import { plural } from '../../lib/text'
import { AccountAvatar } from '../../parts/member/avatar'
import { Button } from '../../ui/forms/button'
import { confirm } from '../../ui/overlay/confirm'
import { Dialog } from '../../ui/overlay/dialog'
import { Drawer } from '../../ui/overlay/drawer'
import { regainFocus } from '../../ui/overlay/focus-after'
import { ErrorState } from '../../ui/feedback/error-state'
import { IconButton } from '../../ui/forms/icon-button'
import { IconEdit, IconMore } from '../../ui/icons/actions'
import { IconUserPlus } from '../../ui/icons/people'
import { IconLogout } from '../../ui/icons/settings'
import { ListRow } from '../../ui/layout/list-row'
import { Menu } from '../../ui/overlay/menu'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows'
import { Switch } from '../../ui/forms/switch'
import { Tag } from '../../ui/display/tag'
import {
  addMembers,
  changeGroup,
  changeSettings,
  setGroupAdmin,
  refusal,
  removeMember,
} from './list/conversation-acts'
import { askToLeave } from './list/conversation-menu'
import { ConversationAvatar } from './list/conversation-avatar'
import { GroupEditor } from './group/group-editor'
import { GroupPicture } from './group/group-picture'
import styles from './group/group.module.css'
import { MemberPicker } from './list/member-picker'
import { messaging } from './state/store'
import { titleOf } from './thread/titles'

/** All participants, revalidated when the participants in the list's copy change. */
const useMembers = (c: Conversation | undefined) =>
  useSWR(
    c
      ? [
          'conversation-members',
          c.id,
          c.participant_count,
          c.participants.map((p) => `${p.account_id}${p.is_admin}`).join(),
        ]
      : null,
    async () => (await call(listParticipants, { params: { id: c?.id ?? '' } })).participants,
    { keepPreviousData: true },
  )

const AddMembers = ({
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
  const [busy, setBusy] = useState(false)
  const add = (): void => {
    setBusy(true)
    addMembers(id, [...chosen]).then(onClose, (thrown: unknown) => {
      setError(refusal(thrown))
      setBusy(false)
    })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Ajouter des membres"
      description="Ils liront ce qui est écrit à partir de maintenant."
      footer={
        <>
          <Button onClick={onClose}>Annuler</Button>
          <Button variant="primary" busy={busy} disabled={chosen.length === 0} onClick={add}>
            Ajouter
          </Button>
        </>
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

const Member = ({
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
    work.then(onChanged, (error: unknown) => onError(refusal(error)))
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

const Content = ({ c, own }: { c: Conversation; own: string | null }) => {
  const { data, error, mutate } = useMembers(c)
  const [adding, setAdding] = useState(false)
  const [editing, setEditing] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const admin = (data ?? c.participants).some((p) => p.account_id === own && p.is_admin)
  const title = titleOf(c, own)
  const heading = useRef<HTMLHeadingElement>(null)
  const changed = useRef(false)
  useEffect(() => {
    // a removed member's row takes the focus with it
    if (changed.current) regainFocus(() => heading.current)
    changed.current = false
  }, [data])
  const refresh = (): void => {
    changed.current = true
    void mutate()
  }
  return (
    <div className={styles.panel}>
      {problem ? (
        <p className={styles.error} role="alert">
          {problem}
        </p>
      ) : null}
      <div className={styles.top}>
        <ConversationAvatar conversation={c} own={own} size={72} />
        <div className={styles.names}>
          <h3 className={styles.name}>{title}</h3>
          <p className={styles.quiet}>{plural(c.participant_count, 'membre')}</p>
        </div>
        {admin ? (
          <IconButton
            label="Modifier le nom et la description"
            icon={<IconEdit />}
            onClick={() => setEditing(true)}
          />
        ) : null}
      </div>
      {admin ? (
        <GroupPicture
          avatar={c.avatarUrl}
          onChange={(avatar_media_id) => changeGroup(c.id, { avatar_media_id })}
          onError={setProblem}
        />
      ) : null}
      {c.description ? <p className={styles.description}>{c.description}</p> : null}
      <div className={styles.switches}>
        <Switch
          label="Notifications"
          checked={!c.settings.muted}
          onChange={(on) => void changeSettings(c.id, { muted: !on })}
        />
        <Switch
          label="Épinglé en haut de la liste"
          checked={c.settings.pinned}
          onChange={(pinned) => void changeSettings(c.id, { pinned })}
        />
        <Switch
          label="Archivé"
          checked={c.settings.archived}
          onChange={(archived) => void changeSettings(c.id, { archived })}
        />
      </div>
      <section aria-label="Membres du groupe">
        <div className={styles.bar}>
          <h4 ref={heading} tabIndex={-1} className={styles.sub}>
            Membres
          </h4>
          {admin ? (
            <Button size="sm" icon={<IconUserPlus size={18} />} onClick={() => setAdding(true)}>
              Ajouter
            </Button>
          ) : null}
        </div>
        {error && !data ? (
          <ErrorState text="Les membres n’ont pas pu être chargés." onRetry={() => void mutate()} />
        ) : null}
        {!data && !error ? <SkeletonRows count={4} /> : null}
        <ul className={styles.people}>
          {data?.map((p) => (
            <Member
              key={p.account_id}
              p={p}
              id={c.id}
              own={own}
              admin={admin}
              onError={setProblem}
              onChanged={refresh}
            />
          ))}
        </ul>
      </section>
      <Button variant="danger" icon={<IconLogout />} onClick={() => void askToLeave(c, own)}>
        Quitter le groupe
      </Button>
      {adding ? (
        <AddMembers
          id={c.id}
          inside={new Set(data?.map((p) => p.account_id))}
          onClose={() => setAdding(false)}
        />
      ) : null}
      {editing ? <GroupEditor c={c} onClose={() => setEditing(false)} /> : null}
    </div>
  )
}

interface PanelProps {
  id: string
  open: boolean
  level: number
  onClose: () => void
}
/** «Infos du groupe»: name, settings, members, and leaving. */
export const GroupPanel = ({ id, ...drawer }: PanelProps) => {
  const c = useSnapshot(messaging).conversations[id] as Conversation | undefined
  const { accountId } = useSnapshot(session)
  /** Keeps showing the last group while the drawer slides out. */
  const [last, setLast] = useState(c)
  if (c && c !== last) setLast(c)
  const shown = c ?? (drawer.open ? undefined : last)
  return (
    <Drawer {...drawer} title="Infos du groupe">
      {shown ? (
        <Content c={shown} own={accountId} />
      ) : (
        <p className={styles.quiet}>Ce groupe n’existe plus, ou vous n’en faites plus partie.</p>
      )}
    </Drawer>
  )
}
