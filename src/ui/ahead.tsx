import { lazy, useState, type ComponentType } from 'react'

type Ahead<P extends object> = ComponentType<P> & { /** Fetches its code; rejects where it cannot be had. */ readonly load: () => Promise<unknown> }

/**
 * As `lazy`, but code that is there already is drawn at once. React's own lets a screen wait even for code that is there: its
 * parent then shows that it waits, and React keeps such words for 300 ms, one after the other where screens lie in one another.
 */
export const ahead = <P extends object>(get: () => Promise<ComponentType<P>>): Ahead<P> => {
  let there: ComponentType<P> | undefined
  const load = async (): Promise<{ default: ComponentType<P> }> => ({ default: (there = await get()) })
  const Later = lazy(load) as unknown as ComponentType<P>
  const Screen = (props: P) => {
    // once it is drawn it stays what it is
    const [Known] = useState(() => there ?? Later)
    return <Known {...props} />
  }
  return Object.assign(Screen, { load })
}
