// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openOutbox, type StoredAct } from '../../../../../src/data/device/outbox-store'
import { session } from '../../../../../src/data/session/session'
import { toasts } from '../../../../../src/data/state/toasts'
import { createActQueue } from '../../../../../src/features/messaging/outbox/act-queue'
import { addPending, clearPending } from '../../../../../src/features/messaging/state/pending-acts'
import { resetMessaging } from '../../../../../src/features/messaging/state/store'
import { at, CONVERSATION, mine, OWN, uid } from '../../../../support/world/messages'
import { eventually } from '../../../../support/eventually'

const deletion: StoredAct = {
  key: `${uid('message', 10)}:delete`,
  messageId: uid('message', 10),
  conversationId: CONVERSATION,
  accountId: OWN,
  order: 2,
  act: { kind: 'delete', at: at(20) },
}
const full = (): Promise<never> =>
  Promise.reject(new DOMException('The quota has been exceeded', 'QuotaExceededError'))

let asked: string[]
let status: number
beforeEach(() => {
  asked = []
  status = 200
  toasts.splice(0)
  resetMessaging()
  clearPending()
  Object.assign(session, { phase: 'signed-in', token: 't', accountId: OWN })
  vi.stubGlobal('fetch', (input: string, init: RequestInit) => {
    asked.push(`${init.method} ${new URL(input, 'http://localhost').pathname}`)
    const message = mine(10, { content: '', deletedAt: at(30) })
    return Promise.resolve(Response.json(status === 200 ? { message } : {}, { status }))
  })
})
afterEach(() => vi.unstubAllGlobals())

test('MSG-197: a deletion that a full device cannot store is sent all the same', async () => {
  const box = await openOutbox(OWN, () => undefined)
  const queue = createActQueue({ box: { ...box, putAct: full }, isActive: () => true })
  addPending(deletion)
  await queue.perform(deletion)
  await eventually(() => expect(asked).toEqual([`DELETE /api/messages/${uid('message', 10)}`]))
})

test('MSG-197: the first 500 after a long time without the server does not end an act', async () => {
  const box = await openOutbox(OWN, () => undefined)
  const queue = createActQueue({ box, isActive: () => true })
  const tried = (times: number): Promise<void> =>
    eventually(() => {
      queue.wake()
      expect(asked.length).toBeGreaterThanOrEqual(times)
    })
  status = 503
  addPending(deletion)
  await queue.perform(deletion)
  await tried(13)
  status = 500
  await tried(asked.length + 2)
  status = 200
  await eventually(async () => {
    queue.wake()
    expect(await box.acts()).toEqual([])
  })
  expect(toasts).toEqual([])
})

test('MSG-197: a device whose reading fails is read again, as one that may have acts', async () => {
  const box = await openOutbox(OWN, () => undefined)
  await box.putAct(deletion)
  const acts = vi.fn(box.acts).mockRejectedValueOnce(new DOMException('Internal error.'))
  const queue = createActQueue({ box: { ...box, acts }, isActive: () => true })
  await queue.restore()
  expect(asked).toEqual([])
  await eventually(() => expect(asked).toEqual([`DELETE /api/messages/${uid('message', 10)}`]))
})
