import { DISCRETION_EVENT, NEUTRAL_NAME } from '../../data/device/neutral'
import { storage } from '../../data/device/storage'

const setAttribute = (selector: string, attribute: string, value: string): void => {
  const node = document.querySelector(selector)
  // setting the same manifest again would make the browser load it again
  if (node && node.getAttribute(attribute) !== value) node.setAttribute(attribute, value)
}

/**
 * Keeps title, icons and manifest neutral in discreet mode, and title and icon while the screen is
 * covered (src/data/device/discretion.ts), for as long as the page lives.
 */
export const keepHeadDiscreet = (): void => {
  let ownTitle = document.title
  let isNeutral = false
  const applyTitle = (): void => {
    if (isNeutral && document.title !== NEUTRAL_NAME) {
      ownTitle = document.title
      document.title = NEUTRAL_NAME
    } else if (!isNeutral && document.title === NEUTRAL_NAME) document.title = ownTitle
  }
  const ownName =
    document.querySelector<HTMLMetaElement>('meta[name="apple-mobile-web-app-title"]')?.content ??
    ''
  const apply = (): void => {
    const covered = storage.get('covered') === 'true'
    const discreet = storage.get('discreet') === 'true'
    isNeutral = covered || discreet
    document.documentElement.toggleAttribute('data-covered', covered)
    setAttribute('link[rel="icon"]', 'href', isNeutral ? '/carnet.png' : '/favicon.png')
    setAttribute(
      'link[rel="apple-touch-icon"]',
      'href',
      discreet ? '/carnet-touch-icon.png' : '/apple-touch-icon.png',
    )
    setAttribute(
      'link[rel="manifest"]',
      'href',
      discreet ? '/carnet.webmanifest' : '/manifest.webmanifest',
    )
    setAttribute(
      'meta[name="apple-mobile-web-app-title"]',
      'content',
      discreet ? NEUTRAL_NAME : ownName,
    )
    applyTitle()
  }
  apply()
  const title = document.querySelector('title')
  if (title) new MutationObserver(applyTitle).observe(title, { childList: true })
  addEventListener(DISCRETION_EVENT, apply)
  addEventListener('storage', apply)
}
