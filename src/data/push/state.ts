import { proxy } from 'valtio'
import { readPermission, type PushPermission } from './support'

export const PUSH_STATUSES = [
  'initializing',
  'client_ready',
  'initialized',
  'awaiting_subscription',
  'resubscribing',
  'resubscribed',
  'self_heal_failed',
  'subscribing',
  'subscribed',
  'unsubscribing',
  'unsubscribed',
  'disabled',
  'service_worker_missing',
  'identity_required',
  'permission_required',
  'permission_denied',
  'unsupported',
] as const
export type PushStatus = (typeof PUSH_STATUSES)[number]

/**
 * `status`: one of the above, or the message of a failed start. `identityId`: who uses this device,
 * as far as known.
 */
export interface PushState {
  status: PushStatus | (string & {})
  permission: PushPermission
  identityId: string | null
  /** Result of the last toggle; null: none. */
  message: string | null
}
export const push = proxy<PushState>({
  status: 'awaiting_subscription',
  permission: 'default',
  identityId: null,
  message: null,
})

export const setStatus = (status: PushState['status']): void => {
  push.status = status
}
export const refreshPermission = (): PushPermission => (push.permission = readPermission())

/** The switch is on, or turning on. */
export const isSubscribed = (status: string): boolean =>
  status === 'subscribed' ||
  status === 'resubscribed' ||
  status === 'subscribing' ||
  status === 'resubscribing'
/** The switch is changing and ignores presses. While the client starts, it waits for it instead. */
export const isSwitching = (status: string): boolean =>
  status === 'subscribing' || status === 'unsubscribing' || status === 'resubscribing'
