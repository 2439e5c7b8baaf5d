import { discretion } from '../device/discretion'

/** Closes the notifications that lead to the page on the screen: the member is reading it. */
const closeSeen = async (): Promise<void> => {
  if (document.visibilityState !== 'visible' || discretion.covered) return
  const registration = await navigator.serviceWorker.getRegistration('/')
  for (const shown of (await registration?.getNotifications()) ?? []) {
    const { url } = shown.data as { url: string }
    if (new URL(url).pathname === location.pathname) shown.close()
  }
}

let started = false
/** Keeps the names and words of a read message off the lock screen. Started once per page. */
export const startClosingSeen = (): void => {
  if (started) return
  started = true
  const look = (): void => void closeSeen().catch(() => undefined)
  // the last two are the router's
  for (const name of ['focus', 'popstate', 'pushState', 'replaceState'])
    addEventListener(name, look)
  document.addEventListener('visibilitychange', look)
  look()
}
