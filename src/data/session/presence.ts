import { proxy, subscribe, useSnapshot } from 'valtio'
import { presenceBootstrap, type Presence } from '#contract/presence'
import { call } from '../http/api'
import { startedOffline } from '../start/prefetched'
import { waitForFirstPaint } from '../start/phases'
import { hubState, onEvent, onResync } from '../hub/hub'
import { onSessionChange, session } from './state'

/** Presence by account id: relations and members of the account's conversations. */
export const presences = proxy<Record<string, Presence>>({})

const asked = new Set<string>()
const forget = (): void => {
  for (const id of Object.keys(presences)) delete presences[id]
  asked.clear()
}
let loads = 0
/** Members with an event since the last request: it is newer than the reply. */
const reported = new Set<string>()
/** Members whose relation has changed since the last answer. */
const doubted = new Set<string>()
let isDue = false
/** Members whom the answer leaves out are no longer shown; without an answer, nor are the doubted. */
const load = async (): Promise<void> => {
  if (session.phase !== 'signed-in') return
  const of = session.accountId
  loads += 1
  const number = loads
  reported.clear()
  try {
    const answer = await call(presenceBootstrap, {})
    // a reply from before a block would show the other account again
    if (number !== loads || session.accountId !== of) return
    const shown = new Set(answer.presences.map((one) => one.accountId))
    for (const id of Object.keys(presences)) if (id !== of && !shown.has(id)) delete presences[id]
    for (const one of answer.presences)
      if (!reported.has(one.accountId)) presences[one.accountId] = one
  } catch {
    // presence is optional: the next event or reconnection brings it
    for (const id of doubted) delete presences[id]
  }
  doubted.clear()
}
/** A zone or «tout couper» changes many relations: those of one batch of events are one request. */
const doubt = (accountId: string): void => {
  doubted.add(accountId)
  if (isDue) return
  isDue = true
  queueMicrotask(() => {
    isDue = false
    void load()
  })
}

/** Accounts that were unknown when presence was loaded: of conversations created in this session. */
const askOnce = (accountId: string): void => {
  if (accountId === 'system' || accountId === session.accountId || presences[accountId]) return
  if (asked.has(accountId)) return
  asked.add(accountId)
  void load()
}

let started = false
/** Loads presence once, then follows events; reloads after a gap and for another account. */
export const startPresence = (): void => {
  if (started) return
  started = true
  followConnection()
  onEvent((event) => {
    if (event.name === 'account.presence.updated') {
      presences[event.payload.accountId] = event.payload
      reported.add(event.payload.accountId)
    }
    // a block hides both from each other, on screens that are open too
    if (event.name === 'account.relation.updated') doubt(event.payload.withAccountId)
    // a first answer shows whether its author is online
    if (event.name === 'conversation.message.created')
      askOnce(event.payload.message.senderAccountId)
  })
  onResync(() => void load())
  onSessionChange((what) => {
    if (what === 'ended') forget()
    if (what !== 'account') return
    forget()
    void load()
  })
  if (startedOffline()) void waitForFirstPaint().then(load)
  else void load()
}

/** Without connection for this long, presence is out of date, ms. */
const LOST_MS = 10_000
/** `lost`: presence is out of date, no member is shown as online. */
const reach = proxy({ lost: false })
const followConnection = (): void => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = (): void => {
    const { connection } = hubState
    if (connection === 'connected' && navigator.onLine) {
      clearTimeout(timer)
      timer = undefined
      reach.lost = false
    } else if (!navigator.onLine) reach.lost = true
    else
      timer ??= setTimeout(() => {
        reach.lost = hubState.connection !== 'connected'
      }, LOST_MS)
  }
  subscribe(hubState, look)
  addEventListener('online', look)
  addEventListener('offline', look)
  look()
}

/** Presence of an account; undefined while unknown. */
export const usePresence = (accountId: string | null): Readonly<Presence> | undefined => {
  const all = useSnapshot(presences)
  const { lost } = useSnapshot(reach)
  if (accountId === null) return undefined
  return lost
    ? { accountId, isOnline: false, lastSeenAt: null, lastSeenIdentityId: null }
    : all[accountId]
}
