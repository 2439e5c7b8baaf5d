import { expect, test } from 'vitest'
import { myDecisions } from '#contract/moderation'
import { deleteMessage } from '#contract/messaging/acts'
import { listMessages } from '#contract/messaging/messages'
import { undoDecision } from '#contract/staff/cases'
import { type Member } from '../../../support/server/server'
import { decide, moderator, reported, setUp, t } from '../cases-setup'

setUp()

const takenBack = async (bad: Member): Promise<number> => {
  const [own] = (await bad.call(myDecisions, {})).body.decisions
  const { status } = await moderator.call(undoDecision, {
    params: { id: own?.id ?? '' },
    body: { reason: 'Erreur de lecture' },
  })
  return status
}
const textOf = async (who: Member, talk: string, message: string) =>
  (await who.call(listMessages, { params: { id: talk } })).body.messages.find(
    (m) => m.id === message,
  )?.content

test('a decision that is taken back does not bring back what its author had deleted before', async () => {
  const { bad, good, talk, message, id } = await reported()
  await bad.call(deleteMessage, { params: { id: message } })
  t.clock.now += 1_000
  await decide(moderator, id, 'remove')
  expect(await takenBack(bad)).toBe(200)
  expect(await textOf(good, talk, message)).toBe('')
})

test('nor what its author deletes once it is removed', async () => {
  const { bad, good, talk, message, id } = await reported()
  await decide(moderator, id, 'remove')
  expect((await bad.call(deleteMessage, { params: { id: message } })).status).toBe(200)
  expect(await takenBack(bad)).toBe(200)
  expect(await textOf(good, talk, message)).toBe('')
})
