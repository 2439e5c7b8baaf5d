import { useEffect } from 'react'
import { markFirstScreen } from '../../data/start/phases'
import { setPageTitle } from '../../data/state/page-title'
import { lazyWithPreload } from '../../ui/layout/lazy-with-preload'
import { useScreenFocus } from '../../ui/overlay/use-screen-focus'

/** A screen that is loaded when its route is first opened. */
export const screen = lazyWithPreload

export const Titled = ({ title, children }: { title: string; children: React.ReactNode }) => {
  useEffect(() => {
    setPageTitle(title)
  }, [title])
  useScreenFocus(title)
  // not before its code has arrived: idle work would take the line from it
  useEffect(markFirstScreen, [])
  return children
}
