import { REACTIONS } from '#contract/limits'
import { pick, type Act } from './act'
import type { Device } from './device'
import type { Said } from './model'

const EDIT_MS = 15 * 60_000
export const sendOne = async ({ stage, device, talk }: Act): Promise<void> =>
  void (await stage.send(device, talk, stage.word()))

/** Several devices send at once; the server decides on the order. */
export const burst = async ({ stage, talk, a, c }: Act): Promise<void> => {
  const able = stage.devices.filter((d) => !d.signedOut && stage.model.mayWrite(d.member, talk))
  const senders = able.filter((_, i) => (a + i) % 2 === 0).slice(0, 2 + (c % 3))
  await Promise.all(senders.map((d) => stage.send(d, talk, stage.word())))
  // their order is the server's: nobody has certainly read the others' messages
  const [reader] = talk.members
  const order = await stage.deviceOf(reader ?? 0).readAll(talk.id)
  if (order) {
    const place = new Map(order.messages.map((m, i) => [m.id, i]))
    talk.said.sort((x, y) => (place.get(x.id) ?? 0) - (place.get(y.id) ?? 0))
    for (const d of senders) {
      const last = talk.said.findLastIndex((s) => s.author === d.member)
      talk.read.set(d.member, Math.max(last + 1, 0))
    }
  }
}
const mayTouch = (device: Device, said: Said): boolean =>
  said.author === device.member && said.identityId === device.identityId

export const edit = async ({ stage, device, talk, said }: Act): Promise<void> => {
  if (!said) return
  const before = said.text
  const next = stage.word()
  const age = Date.now() + stage.offsetMs - said.sentAt
  const allowed =
    stage.model.mayWrite(device.member, talk) &&
    mayTouch(device, said) &&
    stage.model.mayRead(device.member, talk, said) &&
    !said.deleted &&
    age < EDIT_MS
  await stage.narrow(async () => {
    if (allowed) {
      said.text = next
      stage.model.keep(next, { kind: 'text', talk, said, text: next })
    }
    const answer = await device.call('PATCH', `/api/messages/${said.id}`, { content: next })
    if (stage.expect(answer, allowed, 'edit')) said.edited = true
    else said.text = before
  })
}
export const remove = async ({ stage, device, said }: Act): Promise<void> => {
  if (!said) return
  // also after leaving, and a second time
  const allowed = mayTouch(device, said)
  await stage.narrow(async () => {
    const answer = await device.call('DELETE', `/api/messages/${said.id}`)
    if (!stage.expect(answer, allowed, 'delete')) return
    said.deleted = true
    said.edited = false
    said.reactions.clear()
  })
}
export const react = async ({ stage, device, talk, said, c }: Act): Promise<void> => {
  if (!said) return
  const emoji = pick(REACTIONS, c) ?? ''
  const answer = await device.call('PUT', `/api/messages/${said.id}/reactions`, {
    emoji,
    identity_id: device.identityId,
  })
  const allowed =
    stage.model.mayRead(device.member, talk, said) &&
    stage.model.mayWrite(device.member, talk) &&
    !said.deleted
  if (stage.expect(answer, allowed, 'react')) said.reactions.set(device.identityId, emoji)
}
export const unreact = async ({ stage, device, talk, said }: Act): Promise<void> => {
  if (!said) return
  const answer = await device.call('DELETE', `/api/messages/${said.id}/reactions`)
  if (answer.status >= 300 && stage.model.mayRead(device.member, talk, said) && !said.deleted)
    return void (stage.model.mayWrite(device.member, talk) && stage.fault('unreact was refused'))
  if (answer.status < 300) said.reactions.delete(device.identityId)
}
export const read = async ({ stage, device, talk }: Act): Promise<void> => {
  const answer = await device.call('POST', `/api/conversations/${talk.id}/mark-read`, {
    identityId: device.identityId,
  })
  if (stage.expect(answer, talk.members.has(device.member), 'mark as read'))
    talk.read.set(device.member, talk.said.length)
}
export const sendPhoto = async ({ stage, device, talk }: Act): Promise<void> => {
  const media = await stage.upload(device)
  await stage.send(device, talk, stage.word(), [media])
}
export const search = async ({ device, said }: Act): Promise<void> => {
  const words = said?.text ?? 'soir'
  await device.call('GET', `/api/messages/search?q=${encodeURIComponent(words)}`)
}
