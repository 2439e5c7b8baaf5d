import { useEffect } from 'react'
import { storage } from '../device/storage'
import { appName } from '../start/config'

let page = ''
let open: readonly [kind: string | null, name: string] | null = null
const paint = (): void => {
  const named = open && storage.get('named_titles') ? open[1] : null
  document.title = `${named ?? open?.[0] ?? page} · ${appName()}`
}

/** The title of the route. */
export const setPageTitle = (title: string): void => {
  page = title
  paint()
}

/** Whether titles name what is open, on this device. */
export const setNamedTitles = (named: boolean): void => {
  if (named) storage.set('named_titles', 'true')
  else storage.remove('named_titles')
  paint()
}

/**
 * While this is on the page, its title says of what kind it is (null: the route does), and only on
 * the member’s wish its name: the tab bar and the history of the browser keep titles. `name` null,
 * in a panel: the page keeps its title.
 */
export const useTitleOf = (kind: string | null, name: string | null): void =>
  useEffect(() => {
    if (name === null) return undefined
    open = [kind, name]
    paint()
    return () => {
      open = null
      paint()
    }
  }, [kind, name])
