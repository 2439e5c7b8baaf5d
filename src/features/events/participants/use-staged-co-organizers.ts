import { useState } from 'react'
import { useData } from '../../../data/http/cache'
import { addCoOrganizer, listCoOrganizers, removeCoOrganizer } from '#contract/events/participants'
import { ApiError, call } from '../../../data/http/api'
import { toast } from '../../../data/state/toasts'
import type { AccountFace } from '../../../parts/member/avatar'
import { coOrganizersKey, refreshEvent } from '../state/keys'

export interface Person extends AccountFace {
  readonly account_id: string
}

/** The event's co-organizers, with additions and removals that are staged until `save`. */
export const useStagedCoOrganizers = (eventId: string, onSaved: () => void) => {
  const [added, setAdded] = useState<readonly Person[]>([])
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set())
  const [busy, setBusy] = useState(false)
  const { data, error, mutate } = useData(
    coOrganizersKey(eventId),
    async () => (await call(listCoOrganizers, { params: { id: eventId } })).co_organizers,
  )
  const save = async (): Promise<void> => {
    setBusy(true)
    const params = { id: eventId }
    const failed = new Set<string>()
    let why = 'Certaines modifications n’ont pas pu être enregistrées'
    // sequential: each call takes the event's lock
    for (const person of added)
      await call(addCoOrganizer, { params, body: { account_id: person.account_id } }).catch(
        (error: unknown) => {
          failed.add(person.account_id)
          if (error instanceof ApiError && error.code === 'organizer_unverified')
            why = error.message
        },
      )
    for (const accountId of removed)
      await call(removeCoOrganizer, { params: { ...params, accountId } }).catch(() =>
        failed.add(accountId),
      )
    await mutate()
    void refreshEvent(eventId)
    setBusy(false)
    if (failed.size === 0) {
      toast('Co‑organisateurs mis à jour', { kind: 'success' })
      return onSaved()
    }
    setAdded(added.filter((a) => failed.has(a.account_id)))
    setRemoved(new Set([...removed].filter((id) => failed.has(id))))
    toast(why, { kind: 'error', durationMs: 6000 })
  }
  return {
    saved: data,
    error: error as unknown,
    reload: () => void mutate(),
    added,
    removed,
    add: (person: Person): void => setAdded([...added, person]),
    withdraw: (person: Person): void => setAdded(added.filter((a) => a !== person)),
    toggleRemoved: (id: string): void =>
      setRemoved(
        new Set(removed.has(id) ? [...removed].filter((r) => r !== id) : [...removed, id]),
      ),
    busy,
    save,
  }
}
export type StagedCoOrganizers = ReturnType<typeof useStagedCoOrganizers>
