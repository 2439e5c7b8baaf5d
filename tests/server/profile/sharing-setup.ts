import * as s from '#contract/sharing'
import type { Member, TestApp } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'

export let t: TestApp

export const NONE = {
  shareNames: false,
  shareEvents: false,
  shareAllPrivateAlbums: false,
  sharedAlbumIds: [] as string[],
}

export const share = (from: Member, to: Member, patch: Partial<typeof NONE>) =>
  from.call(s.setSharing, { params: { id: to.accountId }, body: { ...NONE, ...patch } })

export const from = (viewer: Member, owner: Member) =>
  viewer.call(s.getIncomingSharing, { params: { id: owner.accountId } })

export const pair = async (): Promise<[Member, Member]> => {
  const [a, b] = [await t.member(), await t.member()]
  await t.relate(a, b)
  return [a, b]
}

export const setUp = (): void => {
  t = sharedApp()
}
