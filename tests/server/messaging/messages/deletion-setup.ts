import { afterAll, beforeAll } from 'vitest'
import { deleteMessage } from '#contract/messaging/acts'
import { testApp, type Member, type TestApp } from '../../../support/server/server'

export let t: TestApp

export const remove = async (who: Member, id: string, identity: string | null = null) => {
  who.identity = identity
  const answer = await who.call(deleteMessage, { params: { id } })
  who.identity = null
  return answer
}

export const setUp = (): void => {
  beforeAll(async () => {
    t = await testApp()
  })
  afterAll(() => t.close())
}
