import { expose } from 'comlink'
import type { MapWorkerApi } from '#contract/workers/map'
import { createGroups, warmUpGroups } from './groups'

/**
 * After a reply the page needs the processor to draw; then the adjacent levels are computed, one at
 * a time.
 */
const REST_MS = 120
const { prepare, ...groups } = createGroups()
let soon: ReturnType<typeof setTimeout> | undefined
const ahead = (zooms: readonly number[]): void => {
  const [zoom, ...others] = zooms
  if (zoom === undefined) return
  soon = setTimeout(() => {
    prepare(zoom)
    ahead(others)
  }, REST_MS)
}
const api: MapWorkerApi = {
  ...groups,
  load: (points) => {
    clearTimeout(soon)
    groups.load(points)
  },
  groups: (view) => {
    clearTimeout(soon)
    ahead([view.zoom + 1, view.zoom - 1])
    return groups.groups(view)
  },
}
expose(api)
warmUpGroups()
