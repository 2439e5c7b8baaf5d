import type { ReactNode } from 'react'
import { useData } from '../../../data/http/cache'
import { NotLoaded } from '../../../parts/form/not-loaded'
import { deskKey } from '../state/desk'

/** Loads what a page of the desk shows; `children` gets it, and the function that loads it again. */
export const Load = <T,>({
  name,
  load,
  children,
}: {
  name: string
  load: () => Promise<T>
  children: (data: T, reload: () => Promise<unknown>) => ReactNode
}) => {
  const { data, error, mutate } = useData<T>(deskKey(name), load)
  if (data === undefined)
    return (
      <NotLoaded
        error={error}
        title="Page introuvable"
        gone="Cette page est réservée aux opérateurs."
        onRetry={() => void mutate()}
      />
    )
  return children(data, () => mutate())
}
