import { afterAll, beforeAll } from 'vitest'
import * as s from '#contract/sharing'
import { testApp, type Member, type TestApp } from '../../support/server/server'

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
  beforeAll(async () => {
    t = await testApp()
  })
  afterAll(() => t.close())
}
