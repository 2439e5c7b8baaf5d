import { useEffect, useState } from 'react'
import { parseMediaRef } from '../../../data/media/media-path'
import { onLinksDropped } from '../../../data/media/media-urls'

const NONE: ReadonlyMap<string, number> = new Map()
/** Number of revoked links of a photo since the grid was mounted. */
export const useRevokedLinkCount = (): ((ref: string) => number) => {
  const [times, setTimes] = useState(NONE)
  useEffect(
    () =>
      onLinksDropped((ids) =>
        setTimes(
          (old) => new Map([...old, ...ids.map((id) => [id, (old.get(id) ?? 0) + 1] as const)]),
        ),
      ),
    [],
  )
  return (ref) => {
    if (times.size === 0) return 0
    const target = parseMediaRef(ref)
    return (target?.kind === 'media' && times.get(target.id)) || 0
  }
}
