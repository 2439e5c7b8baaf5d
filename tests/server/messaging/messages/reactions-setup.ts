import { afterAll, beforeAll } from 'vitest'
import { REACTIONS } from '#contract/limits'
import { removeReaction, setReaction } from '#contract/messaging/acts'
import { testApp, type Member, type TestApp } from '../../../support/server/server'

export let t: TestApp

export type Emoji = (typeof REACTIONS)[number]

export const react = (
  who: Member,
  id: string,
  emoji: Emoji,
  identity_id: string | null = who.identityIds[0] ?? null,
) => who.call(setReaction, { params: { id }, body: { emoji, identity_id } })

/** As this identity; null: without the header. */
export const takeBack = async (who: Member, id: string, identity: string | null) => {
  who.identity = identity
  const answer = await who.call(removeReaction, { params: { id } })
  who.identity = null
  return answer
}

export const setUp = (): void => {
  beforeAll(async () => {
    t = await testApp()
  })
  afterAll(() => t.close())
}
