import { lazy, useState, type ComponentType } from 'react'

type Preloadable<P extends object> = ComponentType<P> & {
  /** Fetches its code; rejects where it cannot be had. */
  readonly load: () => Promise<unknown>
}

/** Of the screens whose code has failed: React's `lazy` would fail for good. */
const renewals = new Set<() => void>()
/** Screens whose code has failed request it again when they are opened next. */
export const renewFailedScreens = (): void => {
  for (const renew of renewals) renew()
  renewals.clear()
}

/**
 * As `lazy`, but renders code that is already loaded at once. React's own suspends even then: the
 * fallback is shown, and React keeps it for 300 ms, one after the other in nested screens.
 */
export const lazyWithPreload = <P extends object>(
  get: () => Promise<ComponentType<P>>,
): Preloadable<P> => {
  let there: ComponentType<P> | undefined
  let asked: Promise<{ default: ComponentType<P> }> | undefined
  // once: a second import of the same piece does not wait for its styles
  const load = () =>
    (asked ??= get().then(
      (found) => ({ default: (there = found) }),
      (error: unknown) => {
        asked = undefined
        // not at once: a screen that is still to be drawn would take it, and never fail
        renewals.add(renew)
        throw error
      },
    ))
  let Later: ComponentType<P>
  const renew = (): void => {
    Later = lazy(load)
  }
  renew()
  const Screen = (props: P) => {
    // once it is drawn it stays what it is
    const [Known] = useState(() => there ?? Later)
    return <Known {...props} />
  }
  return Object.assign(Screen, { load })
}
