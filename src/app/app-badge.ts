import { subscribe } from 'valtio'
import { badges } from '../data/state/badges'
import { discretion } from '../data/device/discretion'

/** The count on the app's icon: what is unread and new; in discreet mode a mere dot. Nothing once nobody is signed in. */
export const startAppBadge = (): void => {
  if (!('setAppBadge' in navigator)) return
  let shown = ''
  const show = (): void => {
    const total = badges.messages + badges.news + badges.events
    const next = total === 0 ? 'none' : discretion.discreet ? 'dot' : String(total)
    if (next === shown) return
    shown = next
    const done =
      next === 'none'
        ? navigator.clearAppBadge()
        : next === 'dot'
          ? navigator.setAppBadge()
          : navigator.setAppBadge(total)
    done.catch(() => undefined)
  }
  // at once: a logout leaves the page right after its counts
  subscribe(badges, show, true)
  subscribe(discretion, show)
  show()
}
