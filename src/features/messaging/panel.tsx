import { useEffect, useRef, useState } from 'react'
import { useData } from '../../data/http/cache'
import { useSnapshot } from 'valtio'
import type { Conversation } from '#contract/messaging/messages'
import { listParticipants } from '#contract/messaging/groups'
import type { PanelProps } from '../../data/state/panels'
import { call } from '../../data/http/api'
import { session } from '../../data/session/session'
import { plural } from '../../lib/text'
import { refreshAgreements } from '../../parts/member/agreements'
import { WaitingPicture } from '../../parts/photo/waiting-picture'
import { Button } from '../../ui/forms/button'
import { Drawer } from '../../ui/overlay/drawer'
import { regainFocus } from '../../ui/overlay/focus-after'
import { ErrorState } from '../../ui/feedback/error-state'
import { IconButton } from '../../ui/forms/icon-button'
import { IconEdit } from '../../ui/icons/actions'
import { IconUserPlus } from '../../ui/icons/people'
import { IconLogout } from '../../ui/icons/settings'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows'
import { Switch } from '../../ui/forms/switch'
import { changeGroup, changeSettings } from './list/conversation-acts'
import { askToLeave } from './list/conversation-menu'
import { ConversationAvatar } from './list/conversation-avatar'
import { GroupEditor } from './group/group-editor'
import { AddMembers, Member } from './group/group-members'
import { GroupPicture } from './group/group-picture'
import styles from './group/group.module.css'
import { messaging } from './state/store'
import { conversationTitle } from './thread/titles'

/** All participants, revalidated when the participants in the list's copy change. */
const useMembers = (c: Conversation | undefined) =>
  useData(
    c
      ? [
          'conversation-members',
          c.id,
          c.participant_count,
          c.participants.map((p) => `${p.account_id}${p.is_admin}`).join(),
        ]
      : null,
    async () => (await call(listParticipants, { params: { id: c?.id ?? '' } })).participants,
    // a member who is removed and added again within seconds gives the same key as before
    { keepPreviousData: true, dedupingInterval: 0 },
  )

const GroupHead = ({
  c,
  own,
  onEdit,
}: {
  c: Conversation
  own: string | null
  onEdit: (() => void) | undefined
}) => (
  <div className={styles.top}>
    <ConversationAvatar conversation={c} own={own} size={72} />
    <div className={styles.names}>
      <h3 className={styles.name}>{conversationTitle(c, own)}</h3>
      <p className={styles.quiet}>{plural(c.participant_count, 'membre')}</p>
    </div>
    {onEdit ? (
      <IconButton label="Modifier le nom et la description" icon={<IconEdit />} onClick={onEdit} />
    ) : null}
  </div>
)

const GroupSwitches = ({ id, settings }: { id: string; settings: Conversation['settings'] }) => (
  <div className={styles.switches}>
    <Switch
      label="Notifications"
      checked={!settings.muted}
      onChange={(on) => void changeSettings(id, { muted: !on })}
    />
    <Switch
      label="Épinglé en haut de la liste"
      checked={settings.pinned}
      onChange={(pinned) => void changeSettings(id, { pinned })}
    />
    <Switch
      label="Archivé"
      checked={settings.archived}
      onChange={(archived) => void changeSettings(id, { archived })}
    />
  </div>
)

/** The picture of the group and the one that waits for an agreement, for administrators. */
const Photo = ({ c, onError }: { c: Conversation; onError: (text: string) => void }) => (
  <>
    <WaitingPicture
      kind="conversation"
      targetId={c.id}
      label="Photo du groupe en attente"
      then="Le groupe la montrera ensuite."
      present={c.avatarUrl}
      onTakeBack={(avatar_media_id) => changeGroup(c.id, { avatar_media_id })}
    />
    <GroupPicture
      avatar={c.avatarUrl}
      onChange={async (avatar_media_id) => {
        await changeGroup(c.id, { avatar_media_id })
        await refreshAgreements()
      }}
      onError={onError}
    />
  </>
)

const Content = ({ c, own }: { c: Conversation; own: string | null }) => {
  const { data, error, mutate } = useMembers(c)
  const [adding, setAdding] = useState(false)
  const [editing, setEditing] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const admin = (data ?? c.participants).some((p) => p.account_id === own && p.is_admin)
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
      <GroupHead c={c} own={own} onEdit={admin ? () => setEditing(true) : undefined} />
      {admin ? <Photo c={c} onError={setProblem} /> : null}
      {c.description ? <p className={styles.description}>{c.description}</p> : null}
      <GroupSwitches id={c.id} settings={c.settings} />
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

/** «Infos du groupe»: name, settings, members, and leaving. */
export const GroupPanel = ({ id, ...drawer }: PanelProps & { id: string }) => {
  const c = useSnapshot(messaging).conversations[id]
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
