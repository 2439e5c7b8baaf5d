import { mediaUrl } from '#contract/media'
import * as p from '#contract/profile/parting'
import type { Member, TestApp } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'

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
  t = sharedApp()
}
