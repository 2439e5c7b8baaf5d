import { proxy } from 'valtio'
import { isIos } from '../../lib/device'
import { storage } from './storage'

/** What Chromium browsers hand over while the app can be installed; no standard type exists. */
interface Offer extends Event {
  prompt(): Promise<unknown>
  readonly userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}
const offer = (): Offer | null =>
  (globalThis as { installOffer?: Offer | null }).installOffer ?? null

export const isStandalone = (): boolean =>
  matchMedia('(display-mode: standalone)').matches ||
  (navigator as { standalone?: boolean }).standalone === true

/** How this device can install the app: one button, by hand in Safari, by hand in the browser's menu, or it is done. */
export type InstallWay = 'offer' | 'ios' | 'menu' | 'done'
const way = (): InstallWay =>
  isStandalone() ? 'done' : offer() ? 'offer' : isIos() ? 'ios' : 'menu'
export const install = proxy<{ way: InstallWay; dismissed: boolean }>({
  way: way(),
  dismissed: storage.get('install_dismissed') === 'true',
})

const look = (): void => {
  install.way = way()
}
addEventListener('installoffer', look)
addEventListener('appinstalled', () => {
  install.way = 'done'
})

/** Asks the browser to install; an offer serves once. */
export const askToInstall = async (): Promise<void> => {
  const known = offer()
  if (!known) return
  ;(globalThis as { installOffer?: Offer | null }).installOffer = null
  await known.prompt()
  const { outcome } = await known.userChoice
  if (outcome === 'accepted') install.way = 'done'
  else look()
}

/** The banner does not come back on this device; the settings still tell how. */
export const dismissInstall = (): void => {
  install.dismissed = true
  storage.set('install_dismissed', 'true')
}
