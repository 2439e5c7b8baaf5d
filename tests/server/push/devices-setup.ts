import { afterAll, beforeAll } from 'vitest'
import { currentPushDevice } from '#contract/push'
import { pushService, type PushService } from '../../support/push/service'
import { deviceApi, type DeviceApi } from '../../support/push/device'
import { testApp, type Member, type TestApp } from '../../support/server/server'

export let service: PushService

export let t: TestApp

export let api: DeviceApi

export let anna: Member

export let couple: Member

export const ids = (m: Member): [string, string] => m.identityIds as [string, string]

export const current = async (m: Member, deviceId: string) =>
  (await m.call(currentPushDevice, { query: { deviceId } })).body.device

export const setUp = (): void => {
  beforeAll(async () => {
    service = await pushService()
    t = await testApp({ PUSH_TEST_ORIGIN: service.origin })
    anna = await t.member('anna_push')
    couple = await t.member('couple_push', ['woman', 'man'])
    api = await deviceApi(t, anna)
  })
  afterAll(async () => {
    await t.close()
    await service.close()
  })
}
