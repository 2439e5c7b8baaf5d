import { setIdentityAvatar } from '#contract/profile/data'
import { setAvatar } from '#contract/profile/profile'
import { call } from '../../../data/http/api'
import { memberKey } from '../../../data/http/keys'
import { mutate } from '../../../data/http/mutate'
import { peopleChoiceFor } from '../../../data/media/people'
import { uploadMedia } from '../../../data/media/upload'
import { reloadMe, session } from '../../../data/session/session'
import { refreshAgreements } from '../../../parts/member/agreements'

export const PICTURE_FAILED = 'Erreur lors de la mise à jour de l’avatar'

/** Returns the media id of a cropped picture. */
export const uploadPicture = async (
  square: Blob,
  onProgress?: (part: number) => void,
): Promise<string> => {
  const { mediaId } = await uploadMedia(square, {
    filename: 'avatar.jpg',
    people: peopleChoiceFor('avatar'),
    ...(onProgress ? { onProgress } : {}),
  })
  return mediaId
}

/**
 * Sets the picture of the account, or of one identity. A single person has one picture for both.
 * Returns false when it waits for an agreement.
 */
export const savePicture = async (
  identityId: string | null,
  mediaId: string | null,
): Promise<boolean> => {
  const { account } = session
  const only = account?.identities.length === 1 ? account.identities[0]?.id : undefined
  const urls: (string | null)[] = []
  if (identityId === null)
    urls.push((await call(setAvatar, { body: { mediaId } })).account.avatar_url)
  const person = identityId ?? only
  if (person) {
    const set = await call(setIdentityAvatar, { params: { id: person }, body: { mediaId } })
    urls.push(set.account.identities.find((i) => i.id === person)?.avatar_url ?? null)
  }
  await reloadMe()
  await refreshAgreements()
  if (account) await mutate(memberKey('profile', account.id))
  return mediaId === null || urls.every((url) => url?.includes(mediaId))
}
