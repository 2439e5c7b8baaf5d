import { setTimeout as delay } from 'node:timers/promises'
import type { Act } from './act'
import type { Talk } from './model'
import type { Stage } from './stage'

const eventTalk = (stage: Stage): Talk => stage.model.talks.find((t) => t.kind === 'event') as Talk
/** Membership of the event's conversation follows the participation a moment later. */
export const awaitEvent = async (stage: Stage, member: number, inside: boolean): Promise<void> => {
  const talk = eventTalk(stage)
  const device = stage.deviceOf(member)
  for (let n = 0; n < 200; n += 1) {
    const { status } = await device.call('GET', `/api/conversations/${talk.id}`)
    if ((status === 200) === inside) break
    if (n === 199) stage.fault(`the event's conversation: ${status}, inside: ${inside}`)
    await delay(10)
  }
  if (inside) talk.members.add(member)
  else talk.members.delete(member)
}
export const join = async ({ stage, device }: Act): Promise<void> => {
  const { member } = device
  if (member === 0) return
  const allowed = stage.model.areRelations(0, member) || stage.model.going.has(member)
  // its past is open to who takes part
  const talk = eventTalk(stage)
  const isNew = !talk.members.has(member)
  if (allowed) {
    talk.members.add(member)
    stage.model.going.add(member)
  }
  const answer = await device.call('POST', `/api/events/${stage.eventId}/subscribe`)
  const blocked = stage.model.blocker(0, member) !== undefined
  if (answer.status < 300 && blocked) stage.fault('somebody joined across a block')
  if (answer.status < 300 && !allowed) stage.fault('somebody joined whom a block had removed')
  if (answer.status >= 300 && allowed) stage.fault(`join: ${answer.status}`)
  if (answer.status < 300) {
    stage.model.going.add(member)
    await awaitEvent(stage, member, true)
    // what was said before counts as read
    if (isNew) talk.read.set(member, talk.said.length)
  }
}
export const leaveEvent = async ({ stage, device }: Act): Promise<void> => {
  const { member } = device
  if (member === 0 || !stage.model.going.has(member)) return
  await stage.narrow(async () => {
    const answer = await device.call('POST', `/api/events/${stage.eventId}/unsubscribe`)
    if (!stage.expect(answer, true, 'leave an event')) return
    stage.model.going.delete(member)
    await awaitEvent(stage, member, false)
  })
}
export const reveal = async ({ stage }: Act): Promise<void> => {
  stage.model.revealed = true
  const answer = await stage
    .deviceOf(0)
    .call('POST', `/api/events/${stage.eventId}/reveal-location`)
  stage.expect(answer, true, 'reveal the address')
}
export const hide = async (act: Act): Promise<void> => {
  await act.stage.narrow(async () => {
    const path = `/api/events/${act.stage.eventId}/hide-location`
    act.stage.expect(await act.stage.deviceOf(0).call('POST', path), true, 'hide the address')
    act.stage.model.revealed = false
  })
  const [guest] = act.stage.model.going
  if (guest !== undefined) await look({ ...act, device: act.stage.deviceOf(guest) })
}
/** The event page and what lies around it; the address must be there for who may know it. */
export const look = async ({ stage, device }: Act): Promise<void> => {
  const { status, body } = await device.call('GET', `/api/events/${stage.eventId}`)
  await device.call('GET', `/api/events/${stage.eventId}/participants`)
  await device.call('GET', '/api/news')
  const { member } = device
  if (member === 0 || !stage.model.revealed || !stage.model.going.has(member)) return
  const { event } = body as { event?: { private_location: unknown } }
  if (status !== 200 || !event?.private_location)
    stage.fault(`a confirmed participant did not get the revealed address: ${status}`)
}
