import { useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Event } from '#contract/events/events'
import type { ParticipantRow } from '#contract/events/participants'
import { session } from '../../../data/session/session'
import { toast } from '../../../data/state/toasts'
import { useAsyncAction } from '../../../parts/form/use-async-action'
import { Banner } from '../../../ui/feedback/banner'
import { Button } from '../../../ui/forms/button'
import { Dialog } from '../../../ui/overlay/dialog'
import { IconInfo } from '../../../ui/icons/base'
import { TabPanel, Tabs } from '../../../ui/layout/tabs'
import { TextField } from '../../../ui/forms/text-field'
import { cleanHandle, handleError, inviteObstacle, invitedIds, invitationsSentText } from './model'
import { InviteGroups, InviteRelations, sendInvitation } from './people'
import { usePeople } from '../participants/data'
import styles from '../participants/participants.module.css'

const HandleForm = ({
  eventId,
  people,
  disabled,
}: {
  eventId: string
  people: readonly ParticipantRow[]
  disabled: boolean
}) => {
  const { account } = useSnapshot(session)
  const [handle, setHandle] = useState('')
  const [error, setError] = useState<string>()
  const { busy, run } = useAsyncAction()
  const send = async (): Promise<void> => {
    if (busy || disabled) return
    const wrong = handleError(handle, account?.account_handle ?? '', people)
    setError(wrong ?? undefined)
    if (wrong !== null) return
    const done = await run(
      () => sendInvitation(eventId, cleanHandle(handle)).then(() => true),
      (thrown) => setError(thrown instanceof Error ? thrown.message : undefined),
    )
    if (!done) return
    setHandle('')
    toast(invitationsSentText(1), { kind: 'success' })
  }
  return (
    <form
      className={styles.byHandle}
      noValidate
      onSubmit={(e) => {
        e.preventDefault()
        void send()
      }}
    >
      <TextField
        label="Pseudo"
        value={handle}
        onChange={(v) => {
          setHandle(v.replace(/[<>]/g, ''))
          setError(undefined)
        }}
        error={error}
        disabled={disabled}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={60}
        trailing={
          <Button
            type="submit"
            size="sm"
            variant="primary"
            className={styles.send}
            busy={busy}
            disabled={disabled}
          >
            Inviter
          </Button>
        }
      />
    </form>
  )
}

/** The organizers' invitations: by handle, from their relations, or a whole group. */
export const Invite = ({ event, onClose }: { event: Event; onClose: () => void }) => {
  const { data } = usePeople(event.id)
  const people = useMemo(() => data ?? [], [data])
  const invited = useMemo(() => invitedIds(people), [people])
  const [tab, setTab] = useState<'relations' | 'groups'>('relations')
  const bar = inviteObstacle(event)
  const base = `invite-${event.id}`
  const lists = { event, invited, disabled: bar !== null }
  return (
    <Dialog open onClose={onClose} title="Inviter" level={700}>
      <div className={styles.pick}>
        {bar === null ? null : (
          <Banner tone="warn" icon={<IconInfo size={20} />}>
            {bar}
          </Banner>
        )}
        <HandleForm eventId={event.id} people={people} disabled={bar !== null} />
        <Tabs
          label="Inviter parmi"
          base={base}
          value={tab}
          onChange={setTab}
          tabs={[
            { id: 'relations', label: 'Relations' },
            { id: 'groups', label: 'Groupes' },
          ]}
        />
        <TabPanel base={base} id="relations" value={tab}>
          <div className={styles.form}>
            <InviteRelations {...lists} />
          </div>
        </TabPanel>
        <TabPanel base={base} id="groups" value={tab}>
          <div className={styles.form}>
            <InviteGroups {...lists} />
          </div>
        </TabPanel>
      </div>
    </Dialog>
  )
}
