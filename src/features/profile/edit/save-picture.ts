import { setIdentityAvatar } from '#contract/profile/data'
import { setAvatar } from '#contract/profile/profile'
import { call } from '../../../data/http/api'
import { memberKey } from '../../../data/http/keys'
import { mutate } from '../../../data/http/mutate'
import { choiceFor } from '../../../data/media/people'
import { uploadMedia } from '../../../data/media/upload'
import { reloadMe, session } from '../../../data/session/session'

export const PICTURE_FAILED = 'Erreur lors de la mise à jour de l’avatar'

/** Returns the media id of a cropped picture. */
export const uploadPicture = async (
  square: Blob,
  onProgress?: (part: number) => void,
): Promise<string> => {
  const { mediaId } = await uploadMedia(square, {
    filename: 'avatar.jpg',
    people: choiceFor('avatar'),
    ...(onProgress ? { onProgress } : {}),
  })
  return mediaId
}

/**
 * Sets the picture of the account, or of one identity. A single person has one picture for both.
 */
export const savePicture = async (
  identityId: string | null,
  mediaId: string | null,
): Promise<void> => {
  const { account } = session
  const only = account?.identities.length === 1 ? account.identities[0]?.id : undefined
  if (identityId === null) await call(setAvatar, { body: { mediaId } })
  const person = identityId ?? only
  if (person) await call(setIdentityAvatar, { params: { id: person }, body: { mediaId } })
  await reloadMe()
  if (account) await mutate(memberKey('profile', account.id))
}
