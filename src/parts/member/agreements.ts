import { useSnapshot } from 'valtio'
import { listAgreements, type Agreements } from '#contract/agreements'
import { call } from '../../data/http/api'
import { useData } from '../../data/http/cache'
import { mutate } from '../../data/http/mutate'
import { session } from '../../data/session/session'
import { identityNames } from '../agree/names'
import { isCouple } from '../../lib/couple'

const KEY = ['agreements']

/** `on`: false for a single person, who has none. */
export const useAgreements = (on = true) =>
  useData<Agreements>(on ? KEY : null, () => call(listAgreements, {}), {
    dedupingInterval: 0,
  })
export const refreshAgreements = (): Promise<unknown> => mutate(KEY)

type PictureKind = Agreements['places'][number]['kind']
/** A photo that waits to become an avatar or a banner. */
export interface WaitingPicture {
  readonly mediaId: string
  readonly blurhash: string | null
  /** The persons who have not agreed yet: «Hugo», «Léa et Hugo». */
  readonly names: string
}
/** The photo that this avatar or banner of the own account waits for; null: none. */
export const useWaitingPicture = (
  kind: PictureKind,
  targetId: string | undefined,
): WaitingPicture | null => {
  const { account } = useSnapshot(session)
  const { data } = useAgreements(isCouple(account?.identities))
  const place = data?.places.find((p) => p.kind === kind && p.target_id === targetId)
  if (!data || !place) return null
  const rows = data.agreements.filter((a) => a.media_id === place.media_id)
  const missing = rows.filter((a) => a.state !== 'yes').map((a) => a.identity_id)
  return {
    mediaId: place.media_id,
    blurhash: rows[0]?.blurhash ?? null,
    names: identityNames(account, missing),
  }
}

/** Requests that this identity has to answer; null: of both. */
export const agreementsToAnswer = (data: Agreements | undefined, identityId: string | null) =>
  (data?.agreements ?? []).filter(
    (a) =>
      (a.state === 'asked' || a.corrected) && (identityId === null || a.identity_id === identityId),
  )
