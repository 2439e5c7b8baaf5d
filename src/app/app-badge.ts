import { subscribe } from 'valtio'
import { badges } from '../data/state/badges'
import { discretion } from '../data/device/discretion'

/**
 * The count on the app's icon: unread messages and news; in discreet mode only a dot. Cleared
 * without a session.
 */
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
  // synchronous: signing out leaves the page right after resetting its counts
  subscribe(badges, show, true)
  subscribe(discretion, show)
  show()
}
