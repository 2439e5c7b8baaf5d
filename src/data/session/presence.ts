import { proxy, useSnapshot } from 'valtio'
import { presenceBootstrap, type Presence } from '#contract/presence'
import { call } from '../http/api'
import { startedOffline } from '../start/prefetched'
import { firstPaint } from '../start/phases'
import { onEvent, onResync } from '../hub/hub'
import { onSessionChange, session } from './state'

/** Presence by account id: relations and members of the account's conversations. */
export const presences = proxy<Record<string, Presence>>({})

const forget = (): void => {
  for (const id of Object.keys(presences)) delete presences[id]
}
const load = async (): Promise<void> => {
  if (session.phase !== 'signed-in') return
  const of = session.accountId
  try {
    const answer = await call(presenceBootstrap, {})
    if (session.accountId !== of) return
    for (const one of answer.presences) presences[one.accountId] = one
  } catch {
    // presence is optional: the next event or reconnection brings it
  }
}

let started = false
/** Loads presence once, then follows events; reloads after a gap and for another account. */
export const startPresence = (): void => {
  if (started) return
  started = true
  onEvent((event) => {
    if (event.name === 'account.presence.updated')
      presences[event.payload.accountId] = event.payload
  })
  onResync(() => void load())
  onSessionChange((what) => {
    if (what === 'ended') forget()
    if (what !== 'account') return
    forget()
    void load()
  })
  if (startedOffline()) void firstPaint().then(load)
  else void load()
}

/** Presence of an account; undefined while unknown. */
export const usePresence = (accountId: string | null): Readonly<Presence> | undefined => {
  const all = useSnapshot(presences)
  return accountId === null ? undefined : all[accountId]
}
