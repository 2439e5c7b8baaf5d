import { lazy, useState, type ComponentType } from 'react'

type Preloadable<P extends object> = ComponentType<P> & {
  /** Fetches its code; rejects where it cannot be had. */
  readonly load: () => Promise<unknown>
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
        throw error
      },
    ))
  const Later = lazy(load) as unknown as ComponentType<P>
  const Screen = (props: P) => {
    // once it is drawn it stays what it is
    const [Known] = useState(() => there ?? Later)
    return <Known {...props} />
  }
  return Object.assign(Screen, { load })
}
