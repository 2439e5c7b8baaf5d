import { useEffect } from 'react'
import { regainFocus } from './focus-after'

/** Something has had the focus since the page was loaded: before, Tab begins at the top of the page. */
let hadFocus = false
addEventListener('focusin', () => (hadFocus = true), { once: true })

/**
 * A screen that takes the place of what had the focus gets it, on its title: Tab goes on there, and
 * a screen reader says where one is.
 */
export const useScreenFocus = (title: string): void =>
  useEffect(() => {
    if (hadFocus)
      regainFocus(() => {
        const heading = document.querySelector<HTMLElement>('main h1[tabindex]')
        return heading?.getClientRects().length ? heading : document.querySelector('main')
      })
  }, [title])
