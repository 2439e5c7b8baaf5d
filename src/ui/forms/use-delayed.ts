import { useEffect, useState } from 'react'

/** The value once it has not changed for `ms`: what a search sends. */
export const useDelayed = (value: string, ms = 300): string => {
  const [later, setLater] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return later
}
