import { lazy, useEffect, type ComponentType } from 'react'
import { appName } from '../data/config'

/** A screen whose code is fetched when its route is first opened; a missing chunk (after a deployment) reloads once. */
export const screen = <P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> =>
  lazy(async () => ({ default: await load() })) as unknown as ComponentType<P>

export const Titled = ({ title, children }: { title: string; children: React.ReactNode }) => {
  useEffect(() => {
    document.title = `${title} · ${appName()}`
  }, [title])
  return children
}
