import { isIos } from '../../lib/device'

export type PushPermission = 'unsupported' | 'default' | 'granted' | 'denied'
/** service: the Beams client; web-push: a plain subscription of an installed iOS app; null: neither works here. */
export type PushMode = 'service' | 'web-push' | null

/** Opened from the home screen. */
export const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone)').matches ||
  (navigator as { standalone?: boolean }).standalone === true

const hasPush = (): boolean =>
  globalThis.isSecureContext &&
  'serviceWorker' in navigator &&
  'PushManager' in globalThis &&
  'Notification' in globalThis

/** Chrome, Firefox, Edge and Opera; the Beams client of this version starts in no other. */
const isKnownBrowser = (): boolean => {
  const { userAgent, vendor } = navigator
  const chrome = (globalThis as { chrome?: unknown }).chrome
  return (
    /OPR|Edg|Firefox/.test(userAgent) ||
    (chrome !== undefined && chrome !== null && vendor === 'Google Inc.')
  )
}

export const pushMode = (): PushMode => {
  if (!hasPush()) return null
  if (isIos()) return isInstalled() ? 'web-push' : null
  return isKnownBrowser() ? 'service' : null
}

export const readPermission = (): PushPermission =>
  pushMode() === null ? 'unsupported' : Notification.permission
