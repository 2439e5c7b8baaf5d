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
const PHOTOS = 'parting-photos'
const FRESH = { dedupingInterval: 0 } as const

export type OpenParting = NonNullable<Parting['open']>

const useParting = () =>
  useData<Parting>(STATE, () => call(getParting, {}, { identity: 'none' }), FRESH)
export const refreshParting = (): Promise<unknown> => mutate(STATE)

/** Reloads the request when the other person asks or withdraws. */
export const useLiveParting = (): ReturnType<typeof useParting> => {
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
const allPhotos = async (identity: string): Promise<PartingPhoto[]> => {
  const photos: PartingPhoto[] = []
  for (;;) {
    const before = photos.at(-1)?.id
    const page = await call(
      listPartingPhotos,
      { query: before ? { before } : {} },
      { identity: { as: identity } },
    )
    photos.push(...page.photos)
    if (!page.has_more) return photos
  }
}
/** With the choices of this person, which the other must not see. null: not shown. */
export const usePartingPhotos = (identity: string | null) =>
  useData<PartingPhoto[]>(
    identity === null ? null : [PHOTOS, identity],
    () => allPhotos(identity as string),
    FRESH,
  )
export const refreshPartingPhotos = (): Promise<unknown> =>
  mutate((key) => Array.isArray(key) && key[0] === PHOTOS)

export const usePastTalks = () =>
  useData<{ talks: PastTalk[] }>(['past-talks'], () =>
    call(listPastTalks, {}, { identity: 'none' }),
  )

/** A choice of this person, even when another one has become active meanwhile. */
export const savePartingChoice = (
  identity: string,
  body: { kind: 'photo' | 'relation' | 'event'; ids: string[]; on: boolean; code?: string },
): Promise<unknown> => call(chooseInParting, { body }, { identity: { as: identity } })
