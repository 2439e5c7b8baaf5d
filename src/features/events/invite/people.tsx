import { useState, type ReactNode } from 'react'
import type { SWRResponse } from 'swr'
import { useData } from '../../../data/http/cache'
import type { Event } from '#contract/events/events'
import { inviteToEvent, listEventGroups, listEventRelations } from '#contract/events/participants'
import type { Reply } from '#contract/route'
import { listRelations, type Relation } from '#contract/relations'
import { call } from '../../../data/http/api'
import { session } from '../../../data/session/session'
import { toast } from '../../../data/state/toasts'
import { serverMessageOf } from '../../../data/http/api-error'
import { mapLimited } from '../../../lib/limited'
import { NBSP, withDe, plural } from '../../../lib/text'
import { AccountAvatar } from '../../../parts/member/avatar'
import { Button } from '../../../ui/forms/button'
import { confirm } from '../../../ui/overlay/confirm'
import { ErrorState } from '../../../ui/feedback/error-state'
import { SearchField, type SearchFieldProps } from '../../../ui/forms/search-field'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows'
import { useSearchText } from '../state/api'
import { groupRefusalText, invitableMembers, invitationsSentText } from './model'
import { refreshEvent } from '../state/keys'
import { addPerson } from '../participants/data'
import styles from '../participants/participants.module.css'

const FAILED = 'Erreur lors de l’invitation'
/**
 * Sends one invitation. Throws an Error with the server's sentence or «Erreur lors de
 * l'invitation».
 */
export const sendInvitation = async (eventId: string, handle: string): Promise<void> => {
  const answer = await call(inviteToEvent, {
    params: { id: eventId },
    body: { account_handle: handle },
  }).catch((error: unknown) => Promise.reject(new Error(serverMessageOf(error) ?? FAILED)))
  if (!answer.success) throw new Error(answer.error ?? FAILED)
  if (answer.participant) addPerson(eventId, answer.participant)
}
const said = (error: unknown): string => (error instanceof Error ? error.message : FAILED)

interface Props {
  readonly event: Event
  readonly invited: ReadonlySet<string>
  readonly disabled: boolean
}

/** A search field and the found rows, with their loading, failed and empty states. */
const SearchedList = <T,>({
  search,
  list: { data, error, isLoading, mutate },
  failed,
  empty,
  skeletons,
  children,
}: {
  search: Omit<SearchFieldProps, 'busy'>
  list: SWRResponse<readonly T[], unknown>
  failed: string
  empty: string
  skeletons: number
  children: (row: T) => ReactNode
}) => (
  <>
    <SearchField {...search} busy={isLoading && data !== undefined} />
    {!data ? (
      error ? (
        <ErrorState text={failed} onRetry={() => void mutate()} />
      ) : (
        <SkeletonRows count={skeletons} />
      )
    ) : null}
    {data?.length === 0 ? (
      <p className={styles.empty} role="status">
        {empty}
      </p>
    ) : null}
    <ul className={styles.found}>{(data ?? []).map(children)}</ul>
  </>
)

/**
 * Own relations, searched on the server. Falls back to the plain list when the event's list fails.
 */
export const InviteRelations = ({ event, invited, disabled }: Props) => {
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState<string>()
  const q = useSearchText(typed)
  const query = q ? { q } : {}
  const list = useData<readonly Relation[]>(
    ['event-invitees', event.id, q],
    async () =>
      (
        await call(listEventRelations, { params: { id: event.id }, query }).catch(() =>
          call(listRelations, { query }),
        )
      ).relations,
    { keepPreviousData: true },
  )
  const send = async (r: Relation): Promise<void> => {
    setBusy(r.with_account_id)
    try {
      await sendInvitation(event.id, r.with_account_handle)
      toast(invitationsSentText(1), { kind: 'success' })
    } catch (thrown) {
      toast(said(thrown), { kind: 'error', durationMs: 6000 })
    }
    setBusy(undefined)
  }
  return (
    <SearchedList
      search={{
        label: 'Chercher parmi vos relations',
        placeholder: 'Chercher une relation',
        value: typed,
        onChange: setTyped,
      }}
      list={list}
      failed="Vos relations n’ont pas pu être chargées."
      empty={
        q ? 'Aucune relation ne porte ce pseudo.' : 'Vous n’avez pas encore de relation à inviter.'
      }
      skeletons={4}
    >
      {(r) => (
        <li key={r.with_account_id} className={styles.choice}>
          <AccountAvatar
            account={{
              account_handle: r.with_account_handle,
              avatar_url: r.avatar_url,
              identities: r.identities,
            }}
            size={40}
            online={r.is_online}
          />
          <span className={styles.words}>
            <span className={styles.handle}>{r.with_account_handle}</span>
          </span>
          {invited.has(r.with_account_id) ? (
            <span className={styles.state}>Déjà invité</span>
          ) : (
            <Button
              size="sm"
              disabled={disabled}
              busy={busy === r.with_account_id}
              aria-label={`Inviter ${r.with_account_handle}`}
              onClick={() => void send(r)}
            >
              Inviter
            </Button>
          )}
        </li>
      )}
    </SearchedList>
  )
}

type EventGroup = Reply<typeof listEventGroups>['groups'][number]
/** Own groups; invites all members of one at once. */
export const InviteGroups = ({ event, invited, disabled }: Props) => {
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState<string>()
  const later = useSearchText(typed)
  const q = later.length >= 2 ? later : ''
  const list = useData<readonly EventGroup[]>(
    ['event-groups', event.id, q],
    async () =>
      (await call(listEventGroups, { params: { id: event.id }, query: q ? { q } : {} })).groups,
    { keepPreviousData: true },
  )
  const send = async (group: EventGroup): Promise<void> => {
    const left = invitableMembers(group.participants, session.accountId, invited)
    if (
      !(await confirm({
        title: `Inviter tous les membres${NBSP}?`,
        message: `${plural(left.length, 'membre')} ${withDe(group.name)}${NBSP}: ${left.map((m) => m.account_handle).join(', ')}`,
        confirmLabel: 'Inviter',
      }))
    )
      return
    setBusy(group.id)
    const refusals: string[] = []
    const sent = await mapLimited(left, 3, (m) =>
      sendInvitation(event.id, m.account_handle).then(
        () => true,
        (e: unknown) => {
          refusals.push(said(e))
          throw e
        },
      ),
    )
    setBusy(undefined)
    if (sent.length > 0)
      toast(invitationsSentText(sent.length), { kind: 'success', durationMs: 4000 })
    const refusal = groupRefusalText(refusals)
    if (refusal !== undefined)
      toast(refusal === FAILED ? 'Erreur lors de l’invitation du groupe' : refusal, {
        kind: 'error',
        durationMs: 6000,
      })
    void refreshEvent(event.id)
  }
  return (
    <SearchedList
      search={{ label: 'Chercher un groupe', value: typed, onChange: setTyped }}
      list={list}
      failed="Vos groupes n’ont pas pu être chargés."
      empty={q ? 'Aucun groupe ne porte ce nom.' : 'Vous n’avez pas encore de groupe.'}
      skeletons={3}
    >
      {(group) => (
        <li key={group.id} className={styles.choice}>
          <span className={styles.words}>
            <span className={styles.handle}>{group.name}</span>
            <span className="quiet">
              {plural(group.member_count, 'membre')}
              {NBSP}: {group.participants.map((m) => m.account_handle).join(', ')}
            </span>
          </span>
          {invitableMembers(group.participants, session.accountId, invited).length === 0 ? (
            <span className={styles.state}>Tous invités</span>
          ) : (
            <Button
              size="sm"
              disabled={disabled}
              busy={busy === group.id}
              aria-label={`Inviter le groupe ${group.name}`}
              onClick={() => void send(group)}
            >
              Inviter
            </Button>
          )}
        </li>
      )}
    </SearchedList>
  )
}
