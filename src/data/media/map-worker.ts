import { transfer, wrap } from 'comlink'
import type { MapGroup, MapView, MapWorkerApi } from '#contract/workers/map'
import workerUrl from '../../../workers/map/map.worker?worker&url'
import { trustedWorkerUrl } from '../hub/trusted-worker-url'

export interface MapWorker {
  /** Pairs of latitude and longitude; the array is transferred. */
  load(points: Float64Array<ArrayBuffer>): void
  groups(view: MapView): Promise<MapGroup[]>
  members(index: number, zoom: number): Promise<number[]>
  end(): void
}

/** Starts the worker that groups the points of a map. `onLost`: it failed to load or crashed. */
export const openMapWorker = (onLost: () => void): MapWorker => {
  const worker = new Worker(trustedWorkerUrl(workerUrl), { type: 'module', name: 'map' })
  worker.addEventListener('error', onLost)
  const api = wrap<MapWorkerApi>(worker)
  return {
    load: (points) => void api.load(transfer(points, [points.buffer])),
    groups: (view) => api.groups(view),
    members: (index, zoom) => api.members(index, zoom),
    end: () => worker.terminate(),
  }
}
