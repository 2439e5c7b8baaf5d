import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query holds now. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

/**
 * From 768 px: side bar, list and content beside each other. A phone on its side is as wide but too
 * low for them. Style sheets repeat this condition.
 */
export function useDesktop(): boolean {
  return useMediaQuery('(width >= 768px) and (height > 500px), (width >= 960px)')
}
