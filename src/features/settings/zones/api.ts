import { listZones, previewZone, type ZoneRelation } from '#contract/zones'
import { call } from '../../../data/http/api'
import { useData } from '../../../data/http/cache'
import { mutate } from '../../../data/http/mutate'

const KEY = ['zones'] as const

export const useZones = () => useData(KEY, () => call(listZones, {}, { identity: 'none' }))
export const reloadZones = (): Promise<unknown> => mutate(KEY)

/** Relations whom this zone would hide; null: no commune yet. */
export const useZonePreview = (placeId: string | null, radiusKm: number) =>
  useData<readonly ZoneRelation[]>(
    placeId === null ? null : ['zone-preview', placeId, radiusKm],
    async () =>
      (
        await call(
          previewZone,
          { query: { place_id: placeId ?? '', radius_km: radiusKm } },
          { identity: 'none' },
        )
      ).relations,
    { dedupingInterval: 0 },
  )
