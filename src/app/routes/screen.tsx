import { useEffect, type ComponentType, type ReactNode } from 'react'
import { Route, type StringRouteParams } from 'wouter'
import { loadScreenCode } from '../../data/start/load-code'
import { markFirstScreen, nextPaint } from '../../data/start/phases'
import { setPageTitle } from '../../data/state/page-title'
import { lazyWithPreload } from '../../data/start/lazy-with-preload'
import { useScreenFocus } from '../../ui/overlay/use-screen-focus'

/**
 * A screen that is loaded when its route is first opened. The tap is answered first: starting the
 * requests for its files is half to two thirds of that task (docs/performance.md).
 */
export const lazyScreen = <P extends object>(get: () => Promise<ComponentType<P>>) =>
  lazyWithPreload(() => nextPaint().then(() => loadScreenCode(get)))

export const Titled = ({ title, children }: { title: string; children: ReactNode }) => {
  useEffect(() => {
    setPageTitle(title)
  }, [title])
  useScreenFocus(title)
  // not before its code has arrived: idle work would take the line from it
  useEffect(markFirstScreen, [])
  return children
}

/** The route of a screen. An element, not a component: Switch looks for the paths of its own children. */
export const screenRoute = <Path extends string>(
  path: Path,
  title: string,
  show: ReactNode | ((params: StringRouteParams<Path>) => ReactNode),
) => (
  <Route path={path}>
    {(params) => (
      <Titled title={title}>
        {typeof show === 'function' ? show(params as StringRouteParams<Path>) : show}
      </Titled>
    )}
  </Route>
)
