import { afterAll, beforeAll, beforeEach } from 'vitest'
import * as m from '#contract/messaging/messages'
import { saveUserPreferences } from '#contract/push'
import { newId } from '../../../server/tokens'
import { pushService, type Browser, type PushService } from '../../support/push/service'
import { deviceApi, type DeviceApi } from '../../support/push/device'
import { testApp, type Member, type TestApp } from '../../support/server/server'

export let service: PushService

export let t: TestApp

export let api: DeviceApi

export let anna: Member, bruno: Member, claire: Member

export let direct: string

export let phone: Browser

export let deviceId: string

export const open = async (from: Member, to: Member): Promise<string> =>
  (await from.call(m.startConversation, { body: { handle: to.handle } })).body.conversation.id

export const say = async (by: Member, content: string, id = direct): Promise<string> =>
  (
    await by.call(m.sendMessage, {
      params: { id },
      body: { content, sender_identity_id: by.identityIds[0] ?? null, client_msg_id: newId() },
    })
  ).body.id

export const prefer = (who: Member, push: object) =>
  who.call(saveUserPreferences, { body: { push } })

export const waiting = async () => t.ctx.db.selectFrom('push_queue').selectAll().execute()

/**
 * Lets bus handlers run until the queue has not changed for 60 ms, advances the clock past the delay
 * of messages, and sends what is due. `queued`: waits for this many rows first.
 */
export const settled = async (ms = 5_000, queued = 0): Promise<void> => {
  let [before, now] = ['', JSON.stringify(await waiting())]
  const end = Date.now() + 10_000
  while ((before !== now || (await waiting()).length < queued) && Date.now() < end) {
    before = now
    await new Promise((r) => setTimeout(r, 60))
    now = JSON.stringify(await waiting())
  }
  t.clock.now += ms
  await t.app.jobs.run()
}

/**
 * Lets the server's clock run backwards, so that nothing becomes due: a push without a delay would be
 * sent within 10 ms. The result lets it go on.
 */
export const reverseClock = (): (() => void) => {
  const offset = t.clock.now
  let at = t.ctx.now()
  Object.defineProperty(t.clock, 'now', { get: () => --at - Date.now(), configurable: true })
  return () =>
    void Object.defineProperty(t.clock, 'now', {
      value: offset,
      writable: true,
      enumerable: true,
      configurable: true,
    })
}

export const words = (browser = phone) => service.of(browser).map((p) => p.payload.notification)

/** Starts what every test of this file shares. `given`: settings and options of its server. */
export const setUp = (...given: Parameters<typeof testApp>): void => {
  beforeAll(async () => {
    service = await pushService()
    const [env, ...options] = given
    t = await testApp({ ...env, PUSH_TEST_ORIGIN: service.origin }, ...options)
    ;[anna, bruno, claire] = [
      await t.member('anna_recoit'),
      await t.member('bruno_envoie'),
      await t.member('claire_aussi'),
    ]
    api = await deviceApi(t, anna)
    direct = await open(bruno, anna)
  })
  afterAll(async () => {
    await t.close()
    await service.close()
  })
  beforeEach(async () => {
    // tokens live 15 minutes: the clock that a test turned goes back
    t.clock.now = 0
    await t.ctx.db.deleteFrom('push_devices').execute()
    phone = service.browser()
    deviceId = await api.subscribe(anna, phone)
    await prefer(anna, {
      messages: true,
      invitations: true,
      confirmations: true,
      address: true,
      outings: true,
      details: false,
      quiet: null,
    })
    service.pushed.length = 0
    service.answers.length = 0
  })
}
