import { useEffect, useRef, type RefObject } from 'react'
import { regainFocus } from './focus-after'

/**
 * When the list in `place` gets shorter, the pressed button may have gone with its row: then the row
 * that takes its place gets the keyboard, else the last one, else `place`.
 */
export const useRowFocus = (place: RefObject<HTMLElement | null>): void => {
  const before = useRef<readonly Element[]>([])
  useEffect(() => {
    // a row may hold a list of its own, which takes no keyboard
    const rows = [...(place.current?.querySelectorAll('li') ?? [])].filter((row) =>
      row.querySelector('button'),
    )
    const gone = before.current.findIndex((row) => !row.isConnected)
    const isShorter = rows.length < before.current.length
    before.current = rows
    if (isShorter)
      regainFocus(
        () => rows[Math.min(gone, rows.length - 1)]?.querySelector('button') ?? place.current,
      )
  })
}
