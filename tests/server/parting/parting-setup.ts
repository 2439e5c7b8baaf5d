import { afterAll, beforeAll } from 'vitest'
import { mediaUrl } from '#contract/media'
import * as p from '#contract/profile/parting'
import { testApp, type Member, type TestApp } from '../../support/server/server'

export let t: TestApp

export const choose = (
  who: Member,
  kind: 'photo' | 'relation' | 'event',
  ids: string[],
  on = true,
) => who.call(p.chooseInParting, { body: { kind, ids, on } })

export const linkOf = async (who: Member, id: string) =>
  (await who.call(mediaUrl, { params: { id } })).status

export const setUp = (): void => {
  beforeAll(async () => {
    t = await testApp()
  })
  afterAll(() => t.close())
}
