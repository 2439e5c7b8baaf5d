import { pick, type Act } from './act'
import type { Talk } from './model'
import type { Stage } from './stage'

const groupOf = (stage: Stage): Talk => stage.model.talks.find((t) => t.kind === 'group') as Talk
export const addMember = async ({ stage, b }: Act): Promise<void> => {
  const talk = groupOf(stage)
  const other = pick(
    [1, 2, 3, 4].filter((m) => !talk.members.has(m)),
    b,
  )
  if (other === undefined) return
  const from = talk.said.length
  // what is written from now on is theirs; the reply decides whether they came
  talk.members.add(other)
  talk.from.set(other, from)
  const { status, body } = await stage
    .deviceOf(0)
    .call('POST', `/api/conversations/${talk.id}/participants`, {
      account_ids: [stage.accountId(other)],
    })
  const inside =
    status < 300 &&
    (
      body as { conversation: { participants: { account_id: string }[] } }
    ).conversation.participants.some((p) => p.account_id === stage.accountId(other))
  if (!inside) talk.members.delete(other)
  else talk.read.delete(other)
  if (!inside && stage.model.areRelations(0, other) && [1, 2].every((m) => m !== other))
    stage.fault(`a relation could not be added to a group: ${status}`)
}
export const removeMember = async ({ stage, b }: Act): Promise<void> => {
  const talk = groupOf(stage)
  const other = 1 + (b % 4)
  if (!talk.members.has(other)) return
  await stage.narrow(async () => {
    const answer = await stage
      .deviceOf(0)
      .call('POST', `/api/conversations/${talk.id}/participants/remove`, {
        account_id: stage.accountId(other),
      })
    if (stage.expect(answer, true, 'remove a member')) talk.members.delete(other)
  })
}
export const leaveGroup = async ({ stage, device }: Act): Promise<void> => {
  const talk = groupOf(stage)
  if (device.member === 0) return
  const inside = talk.members.has(device.member)
  await stage.narrow(async () => {
    const answer = await device.call('POST', `/api/conversations/${talk.id}/leave`)
    if (stage.expect(answer, inside, 'leave a group')) talk.members.delete(device.member)
  })
}
