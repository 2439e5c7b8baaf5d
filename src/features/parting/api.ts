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

const STATE = ['parting'] as const
const PHOTOS = ['parting-photos'] as const
const FRESH = { dedupingInterval: 0 } as const

export type OpenParting = NonNullable<Parting['open']>

export const useParting = () =>
  useData<Parting>(STATE, () => call(getParting, {}, { identity: 'none' }), FRESH)
export const refreshParting = (): Promise<unknown> => mutate(STATE)

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
