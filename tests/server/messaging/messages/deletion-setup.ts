import { deleteMessage } from '#contract/messaging/acts'
import type { Member, TestApp } from '../../../support/server/server'
import { sharedApp } from '../../../support/server/shared-app'

export let t: TestApp

export const remove = async (who: Member, id: string, identity: string | null = null) => {
  who.identity = identity
  const answer = await who.call(deleteMessage, { params: { id } })
  who.identity = null
  return answer
}

export const setUp = (): void => {
  t = sharedApp()
}
