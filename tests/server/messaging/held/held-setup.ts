import * as h from '#contract/messaging/held'
import * as m from '#contract/messaging/messages'
import { pairOf, say } from '../../../support/world/exchanges'
import type { Member, TestApp } from '../../../support/server/server'
import { sharedApp } from '../../../support/server/shared-app'

export let t: TestApp

export const together = (who: Pick<Member, 'call'>, id: string, on = true) =>
  who.call(h.setFourHands, { params: { id }, body: { on } })

export const both = (who: Member, id: string, content: string, more: object = {}) =>
  say(who, id, content, { sender_identity_id: null, ...more }) as Promise<
    m.Message & { held?: boolean }
  >

export const approve = (who: Pick<Member, 'call'>, id: string, revision = 1) =>
  who.call(h.approveHeld, { params: { id }, body: { revision } })

/** A couple with the rule on, the other member, and one message that waits. */
export const heldPair = async (content = 'Samedi, chez nous ?') => {
  const [a, b, id] = await pairOf(t)
  await together(a, id)
  const held = await both(a, id, content)
  return { a, b, id, held }
}

export const setUp = (): void => {
  t = sharedApp()
}
