import { REACTIONS } from '#contract/limits'
import { removeReaction, setReaction } from '#contract/messaging/acts'
import type { Member, TestApp } from '../../../support/server/server'
import { sharedApp } from '../../../support/server/shared-app'

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
  t = sharedApp()
}
