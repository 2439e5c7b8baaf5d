import { useEffect, useState } from 'react'

/** The value once it has not changed for `ms`; an empty value applies immediately. */
export const useDebounced = (value: string, ms: number): string => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), value === '' ? 0 : ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
