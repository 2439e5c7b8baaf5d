import { pushSetup } from '#contract/push'
import { call } from '../http/api'
import { PUSH_REFUSALS, PushError, subscribeMessage } from './errors'
import { isSubscribed, isSwitching, refreshPermission, push, setStatus } from './state'
import { savePushPreference } from './preferences'
import type { PushBackend } from './push-service'
import { pushMode } from './support'
import { findServiceWorker, whenServiceWorker } from './service-worker'
import { onSessionChange, session } from '../session/state'
import { storage } from '../device/storage'
import { isCouple } from '../../lib/couple'

export { push } from './state'

let backend: PushBackend | null = null
let starting: Promise<void> | null = null
/** Whether the automatic resubscription was tried on this page. */
let wasResubscribed = false
/** Whether the state of this device is known. */
let isStateKnown = false
/** The identity that was last chosen for this device. */
let lastChosenIdentity: string | null = null
/** Whether a sign-out is in progress: nothing new starts. */
let isSigningOut = false

/**
 * The identity that uses this device: the only one, or the one a couple chose. A choice made for
 * another account is ignored.
 */
const identityOfDevice = (): string | null => {
  const own = session.account?.identities.map((i) => i.id) ?? []
  const stored = storage.get('push_identity_id')
  return own.length === 1
    ? (own[0] ?? null)
    : stored !== undefined && own.includes(stored)
      ? stored
      : null
}
const remember = (identityId: string): void => {
  push.identityId = identityId
  storage.set('push_identity_id', identityId)
}

const PATIENCE_MS = 20_000
/** Without a connection to its push service a browser may never settle. */
const orGiveUp = async <T>(work: Promise<T>): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error('Le service de notifications de votre navigateur ne répond pas.')),
      PATIENCE_MS,
    )
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

const connect = async (accountId: string): Promise<PushBackend | null> => {
  if (storage.get('push_disabled')) throw new PushError('PUSH_DISABLED')
  const registration = await findServiceWorker()
  const setup = await call(pushSetup, {})
  if (setup.instanceId === null) return null
  if (pushMode() === 'web-push')
    return (await import('./push-ios')).startIosPush(setup, registration)
  const { startPushService } = await import('./push-service')
  return orGiveUp(startPushService(setup, registration, accountId))
}

const heal = async (on: PushBackend, identityId: string): Promise<void> => {
  if (wasResubscribed) return setStatus('self_heal_failed')
  wasResubscribed = true
  setStatus('resubscribing')
  const { accountId } = session
  const isDone = await on.subscribe(identityId, true).then(
    () => true,
    () => false,
  )
  if (session.accountId === accountId) setStatus(isDone ? 'resubscribed' : 'self_heal_failed')
}

/** In this order: service worker, client, device record, interests. */
const initialise = async (accountId: string): Promise<void> => {
  setStatus('initializing')
  try {
    const client = backend ?? (await connect(accountId))
    // another account has signed in meanwhile and starts a client of its own
    if (session.accountId !== accountId) return
    backend = client
    if (!client) return setStatus('unsupported')
    setStatus('client_ready')
    const device = await client.read()
    if (session.accountId !== accountId) return
    isStateKnown = true
    setStatus('initialized')
    if (device.identityId) remember(device.identityId)
    const identityId = device.identityId ?? identityOfDevice()
    if (device.listens && device.identityId) return setStatus('subscribed')
    // the server does not know this device (new session or browser token) although push is on
    const wanted =
      device.identityId !== null ||
      (!device.known &&
        storage.get('push_identity_id') !== undefined &&
        session.user?.preferences.pushNotifications === true)
    if (identityId && wanted) return await heal(client, identityId)
    setStatus(identityId ? 'awaiting_subscription' : 'identity_required')
  } catch (error) {
    if (session.accountId !== accountId) return
    if (error instanceof PushError && error.code === 'PUSH_DISABLED') return setStatus('disabled')
    if (error instanceof PushError && error.code === 'SERVICE_WORKER_MISSING') {
      setStatus('service_worker_missing')
      return whenServiceWorker(() => {
        if (push.status === 'service_worker_missing') void startPush()
      })
    }
    setStatus(subscribeMessage(error))
  }
}

/**
 * Determines the state of this device, with an account, a token and permission. On load and on
 * demand. Never rejects.
 */
export const startPush = (): Promise<void> => {
  if (isSigningOut) return Promise.resolve()
  const permission = refreshPermission()
  push.identityId ??= identityOfDevice()
  if (permission === 'unsupported') setStatus('unsupported')
  else if (storage.get('push_disabled')) setStatus('disabled')
  else if (permission === 'denied') setStatus('permission_denied')
  else if (permission === 'default') setStatus('permission_required')
  else if (session.accountId && session.token && session.account && !(backend && isStateKnown)) {
    if (starting) return starting
    const run = initialise(session.accountId).finally(() => {
      if (starting === run) starting = null
    })
    starting = run
    return run
  }
  return Promise.resolve()
}

/** Why the switch is disabled, in the order of the product documents; null: it is enabled. */
const toggleGuard = (): string | null => {
  const permission = refreshPermission()
  if (permission === 'unsupported') return PUSH_REFUSALS.unsupported
  if (permission === 'denied') return PUSH_REFUSALS.denied
  if (push.identityId) return null
  return isCouple(session.account?.identities) ? PUSH_REFUSALS.couple : PUSH_REFUSALS.solo
}

/** Subscribes this device. Rejects without an account or an identity, before any call. */
export const subscribe = async (
  accountId: string | null,
  identityId: string | null,
): Promise<void> => {
  if (!accountId || !identityId)
    throw new Error(accountId ? PUSH_REFUSALS.solo : 'Account ID requis')
  setStatus('subscribing')
  const client = backend ?? (await connect(accountId))
  if (session.accountId !== accountId) return
  backend = client
  if (!client) return setStatus('unsupported')
  await client.subscribe(identityId, false)
  if (session.accountId !== accountId) return
  remember(identityId)
  setStatus('subscribed')
}

const switchOff = async (): Promise<void> => {
  const { accountId } = session
  setStatus('unsubscribing')
  await backend?.unsubscribe()
  // the preference of another account, which has signed in meanwhile, is its own
  if (session.accountId !== accountId) return
  await savePushPreference({ pushNotifications: false })
  setStatus('unsubscribed')
}
const switchOn = async (): Promise<void> => {
  if (push.permission === 'default') {
    const answer = await Notification.requestPermission()
    refreshPermission()
    if (answer !== 'granted') {
      push.message = answer === 'denied' ? PUSH_REFUSALS.refused : PUSH_REFUSALS.dismissed
      return setStatus(answer === 'denied' ? 'permission_denied' : 'permission_required')
    }
  }
  const { accountId } = session
  await subscribe(accountId, push.identityId)
  if (session.accountId === accountId) await savePushPreference({ pushNotifications: true })
}

/**
 * The switch. Obstacles and failures are in `push.message`; one toggle at a time. Never rejects.
 */
export const togglePush = async (): Promise<void> => {
  const on = !isSubscribed(push.status)
  // a check that started concurrently would report the previous state
  await startPush()
  const was = push.status
  const guard = storage.get('push_disabled')
    ? new PushError('PUSH_DISABLED').message
    : toggleGuard()
  push.message = guard
  if (guard) {
    if (guard === PUSH_REFUSALS.couple || guard === PUSH_REFUSALS.solo)
      setStatus('identity_required')
    return
  }
  // the check itself has already done it
  if (isSubscribed(was) === on) return
  const { accountId } = session
  try {
    await (on ? switchOn() : switchOff())
  } catch (error) {
    if (session.accountId !== accountId) return
    push.message = subscribeMessage(error)
    setStatus(
      error instanceof PushError && error.code === 'SERVICE_WORKER_MISSING'
        ? 'service_worker_missing'
        : was,
    )
  }
}

/**
 * Sets the identity that uses this device; a subscribed device changes to it. One change at a time;
 * while the client starts, the last press waits for it.
 */
export const assignIdentity = async (identityId: string): Promise<void> => {
  lastChosenIdentity = identityId
  if (starting) {
    await starting
    if (lastChosenIdentity !== identityId) return
  }
  if (isSwitching(push.status)) return
  const told = isSubscribed(push.status) && identityId !== push.identityId
  // a change that fails leaves the device with the identity that the server knows
  if (!told) remember(identityId)
  push.message = null
  if (push.status === 'identity_required')
    setStatus(push.permission === 'granted' ? 'awaiting_subscription' : 'permission_required')
  if (!told) return
  const was = push.status
  const { accountId } = session
  try {
    await subscribe(accountId, identityId)
  } catch (error) {
    if (session.accountId !== accountId) return
    push.message = subscribeMessage(error)
    setStatus(was)
  }
}

/**
 * Sign-out: unsubscribes this browser, also while the client is starting. Returns false when none
 * runs here.
 */
export const stopPushSubscription = async (): Promise<boolean> => {
  isSigningOut = true
  await starting
  if (!backend) return false
  await backend.leave()
  backend = null
  return true
}

onSessionChange((what) => {
  if (what !== 'account') return
  backend = null
  starting = null
  wasResubscribed = isStateKnown = isSigningOut = false
  push.identityId = null
  setStatus('awaiting_subscription')
  void startPush()
})
