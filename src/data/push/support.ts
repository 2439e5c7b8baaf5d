import { isInstalled, isIos } from '../../lib/device'

export type PushPermission = 'unsupported' | 'default' | 'granted' | 'denied'
/**
 * service: the Beams client; web-push: a plain subscription of an installed iOS app; null: push is
 * not supported.
 */
type PushMode = 'service' | 'web-push' | null

const hasPush = (): boolean =>
  globalThis.isSecureContext &&
  'serviceWorker' in navigator &&
  'PushManager' in globalThis &&
  'Notification' in globalThis

/** Chrome, Firefox, Edge and Opera: this version of the Beams client supports no other. */
const isKnownBrowser = (): boolean => {
  const { userAgent, vendor } = navigator
  const chrome = (globalThis as { chrome?: unknown }).chrome
  return (
    /OPR|Edg|Firefox/.test(userAgent) ||
    (chrome !== undefined && chrome !== null && vendor === 'Google Inc.')
  )
}

/** How this browser can receive pushes; null: it cannot, or on iOS only once installed. */
export const pushMode = (): PushMode => {
  if (!hasPush()) return null
  if (isIos()) return isInstalled() ? 'web-push' : null
  return isKnownBrowser() ? 'service' : null
}

/** Never prompts. */
export const readPermission = (): PushPermission =>
  pushMode() === null ? 'unsupported' : Notification.permission
