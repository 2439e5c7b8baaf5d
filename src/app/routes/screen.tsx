import { useEffect } from 'react'
import { appName } from '../../data/start/config'
import { ahead } from '../../ui/layout/lazy-with-preload'

/** A screen whose code is fetched when its route is first opened; a missing chunk (after a deployment) reloads once. */
export const screen = ahead

export const Titled = ({ title, children }: { title: string; children: React.ReactNode }) => {
  useEffect(() => {
    document.title = `${title} · ${appName()}`
  }, [title])
  return children
}
