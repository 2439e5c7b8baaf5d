import { proxy } from 'valtio'
import { isInstalled, isIos } from '../../lib/device'
import { storage } from './storage'

/** Chromium's event while the app can be installed; not in the standard DOM types. */
interface Offer extends Event {
  prompt(): Promise<unknown>
  readonly userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}
const offer = (): Offer | null =>
  (globalThis as { installOffer?: Offer | null }).installOffer ?? null

/**
 * How the app can be installed: by a button, manually in Safari, manually in the browser's menu, or
 * it already is.
 */
type InstallWay = 'offer' | 'ios' | 'menu' | 'done'
const way = (): InstallWay => {
  if (isInstalled()) return 'done'
  if (offer()) return 'offer'
  return isIos() ? 'ios' : 'menu'
}
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

/** Shows the browser's install prompt; each event can be used once. */
export const askToInstall = async (): Promise<void> => {
  const known = offer()
  if (!known) return
  ;(globalThis as { installOffer?: Offer | null }).installOffer = null
  await known.prompt()
  const { outcome } = await known.userChoice
  if (outcome === 'accepted') install.way = 'done'
  else look()
}

/** Hides the banner on this device for good; the settings still explain the installation. */
export const dismissInstall = (): void => {
  install.dismissed = true
  storage.set('install_dismissed', 'true')
}
