import * as m from '#contract/messaging/messages'
import { newId } from '../../../server/tokens'
import type { Member, TestApp } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'

export let t: TestApp

let n = 0

export const pair = async (
  gendersA: readonly ('woman' | 'man')[] = ['woman'],
): Promise<[Member, Member, string]> => {
  n += 1
  const [a, b] = [await t.member(`alice_${n}`, gendersA), await t.member(`bruno_${n}`, ['man'])]
  const started = await a.call(m.startConversation, { body: { handle: b.handle } })
  return [a, b, started.body.conversation.id]
}

export const send = (who: Member, id: string, content: string, more: object = {}) =>
  who.call(m.sendMessage, {
    params: { id },
    body: {
      content,
      sender_identity_id: who.identityIds[0] ?? null,
      client_msg_id: newId(),
      ...more,
    },
  })

export const list = async (who: Member) =>
  (await who.call(m.listConversations, {})).body.conversations

export const setUp = (): void => {
  t = sharedApp()
}
