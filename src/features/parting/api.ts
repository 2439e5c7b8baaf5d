import { useEffect } from 'react'
import {
  chooseInParting,
  getParting,
  listPartingPhotos,
  listPastTalks,
  type Parting,
  type PartingPhoto,
  type PastTalk,
} from '#contract/profile/parting'
import { call } from '../../data/http/api'
import { useData } from '../../data/http/cache'
import { mutate } from '../../data/http/mutate'
import { onEvent, onResync } from '../../data/hub/hub'

const STATE = ['parting'] as const
const PHOTOS = ['parting-photos'] as const
const FRESH = { dedupingInterval: 0 } as const

export type OpenParting = NonNullable<Parting['open']>

export const useParting = () =>
  useData<Parting>(STATE, () => call(getParting, {}, { identity: 'none' }), FRESH)
export const refreshParting = (): Promise<unknown> => mutate(STATE)

/** Reloads the request when the other person asks or withdraws. */
export const useFollowedParting = (): ReturnType<typeof useParting> => {
  useEffect(() => {
    const stops = [
      onEvent(({ name, payload }) => {
        if (name === 'account.event.news.created' && payload.newsType.startsWith('parting_'))
          void refreshParting()
      }),
      onResync(() => void refreshParting()),
    ]
    return () => stops.forEach((stop) => stop())
  }, [])
  return useParting()
}

/** All photos of both, page by page; without their pictures this is little. */
const allPhotos = async (): Promise<PartingPhoto[]> => {
  const photos: PartingPhoto[] = []
  for (;;) {
    const before = photos.at(-1)?.id
    const page = await call(listPartingPhotos, { query: before ? { before } : {} })
    photos.push(...page.photos)
    if (!page.has_more) return photos
  }
}
export const usePartingPhotos = (isShown: boolean) =>
  useData<PartingPhoto[]>(isShown ? PHOTOS : null, allPhotos, FRESH)
export const refreshPartingPhotos = (): Promise<unknown> => mutate(PHOTOS)

export const usePastTalks = () =>
  useData<{ talks: PastTalk[] }>(['past-talks'], () =>
    call(listPastTalks, {}, { identity: 'none' }),
  )

export const choose = (
  kind: 'photo' | 'relation' | 'event',
  ids: string[],
  on: boolean,
  code?: string,
): Promise<unknown> => call(chooseInParting, { body: { kind, ids, on, ...(code ? { code } : {}) } })
