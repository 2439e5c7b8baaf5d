import { useEffect, useState } from 'react'

/** The value once it has not changed for `ms`: what a search sends. `first`: what it is until then. */
export const useDebouncedValue = (value: string, ms = 300, first = value): string => {
  const [later, setLater] = useState(first)
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return later
}
