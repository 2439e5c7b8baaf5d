import { setAvatar } from '#contract/profile/profile'
import { sayMet, showMetCode } from '#contract/verification'
import type { Member, TestApp } from '../server/server'
import { picture, upload } from './world'

let seed = 0
/** As after the comparison of a photo by the team. */
export const verify = async (t: TestApp, one: Member): Promise<void> => {
  const { media_id } = (await upload(one, await picture((seed += 1)))).body
  await one.call(setAvatar, { body: { mediaId: media_id } })
  const { db, now } = t.ctx
  const { accountId: account_id } = one
  const found = { verified_on: now(), identities: JSON.stringify(one.identityIds) }
  await db
    .insertInto('verifications')
    .values({ account_id, ...found })
    .execute()
  await db.insertInto('verification_photos').values({ account_id, media_id }).execute()
}

/** `other` shows a code, `one` types it in. The status of the first of both that is refused. */
export const meet = async (one: Member, other: Member): Promise<number> => {
  const shown = await other.call(showMetCode, { params: { id: one.accountId } })
  if (shown.status !== 201) return shown.status
  const { code } = shown.body
  return (await one.call(sayMet, { params: { id: other.accountId }, body: { code } })).status
}
