import type { Ms, Fixed } from './columns'

/**
 * A browser that receives pushes. Unbound until a session of an account claims it; deleted with
 * that session.
 */
export interface PushDevices {
  id: Fixed<string>
  /**
   * embedded: the Beams SDK against our own device API; hosted: against Pusher's; webpush: a plain
   * subscription (iOS).
   */
  kind: Fixed<'embedded' | 'hosted' | 'webpush'>
  /** Capability URL of the browser's push service, and its keys; null for hosted. */
  endpoint: string | null
  endpoint_hash: string | null
  p256dh: string | null
  auth: string | null
  platform: string
  user_agent: string
  sdk_version: string | null
  session_id: string | null
  user_id: string | null
  account_id: string | null
  /** The identity that uses it; null: not chosen. */
  identity_id: string | null
  created_at: Fixed<Ms>
  bound_at: Ms | null
}
export interface PushInterests {
  device_id: Fixed<string>
  name: Fixed<string>
}
/**
 * One pending notification per device and place (conversation, event): a newer one replaces it. The
 * text is composed when it is sent.
 */
export interface PushQueue {
  id: Fixed<string>
  device_id: Fixed<string>
  tag: Fixed<string>
  source: 'message' | 'news' | 'held'
  source_id: string
  tries: number
  created_at: Ms
  next_at: Ms
}
