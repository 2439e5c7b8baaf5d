import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { NBSP } from '../../lib/text'
import { waitForHistory } from '../../ui/overlay/back'
import { confirm } from '../../ui/overlay/confirm'

export const confirmLeaveForm = (): Promise<boolean> =>
  confirm({
    title: `Quitter sans enregistrer${NBSP}?`,
    message: 'Vos modifications ne sont pas encore enregistrées.',
    confirmLabel: 'Quitter',
    cancelLabel: 'Rester',
    danger: true,
  })

const elsewhere = (url: string): boolean => url.split('#', 1)[0] !== location.href.split('#', 1)[0]

/**
 * While `active`, leaving the page asks first: links, Back and Forward inside the app through the
 * Navigation API, a reload or another site through the browser’s own question. Panels keep the
 * address and are not concerned. `onLeave`: the member has answered that what was typed may go. The
 * result lets one navigation pass (what was typed has just been saved).
 */
export const useLeaveGuard = (active: boolean, onLeave?: () => void): (() => void) => {
  const [, navigate] = useLocation()
  const left = useRef(onLeave)
  left.current = onLeave
  const go = useRef(navigate)
  go.current = navigate
  const free = useRef(false)
  useEffect(() => {
    if (!active) return undefined
    let leaving = false
    const onUnload = (event: BeforeUnloadEvent): void => {
      if (!leaving && !free.current) event.preventDefault()
    }
    const onNavigate = (event: NavigateEvent): void => {
      if (
        leaving ||
        free.current ||
        !event.cancelable ||
        !event.destination.sameDocument ||
        !elsewhere(event.destination.url)
      )
        return
      event.preventDefault()
      const { url, key } = event.destination
      void confirmLeaveForm().then(async (yes) => {
        if (!yes) return
        left.current?.()
        // the question has an entry of its own in the history
        await waitForHistory()
        leaving = true
        if (event.navigationType === 'traverse' && key) navigation.traverseTo(key)
        else go.current(url.slice(location.origin.length))
      })
    }
    const known = 'navigation' in globalThis
    addEventListener('beforeunload', onUnload)
    if (known) navigation.addEventListener('navigate', onNavigate)
    return () => {
      removeEventListener('beforeunload', onUnload)
      if (known) navigation.removeEventListener('navigate', onNavigate)
    }
  }, [active])
  return () => {
    free.current = true
  }
}
