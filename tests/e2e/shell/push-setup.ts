import type { BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { DESKTOP, newContext, signIn, WITH_SERVICE_WORKER } from '../../support/browser/browser'
import { pushService, type Browser, type PushService } from '../../support/push/service'
import { doublePush } from '../../support/push/browser'
import { MAN, stage, WOMAN, type Member, type Stage } from '../../support/world/talk'

export let service: PushService
export let s: Stage
export let man: Member
export let woman: Member
export let talk: string
/** Starts what every test of this file shares. */
export const setUp = (): void => {
  beforeAll(async () => {
    service = await pushService()
    s = await stage({ PUSH_TEST_ORIGIN: service.origin })
    man = await s.member(MAN)
    woman = await s.member(WOMAN)
    talk = await man.with(woman.handle)
  })
  afterAll(async () => {
    await s.close()
    await service.close()
  })
}

const SWITCH = 'Notifications sur cet appareil'
export const settings = async (page: Page): Promise<void> => {
  await page.goto(`${s.server.url}/settings/notifications`)
  await page.getByRole('heading', { name: 'Notifications' }).waitFor()
}
export const status = (page: Page) => page.getByRole('switch', { name: SWITCH })
/** Method and path of what the page asks about push, in order. */
const record = (page: Page): string[] => {
  const seen: string[] = []
  page.on('request', (r) => {
    const path = new URL(r.url()).pathname
    if (/^\/(?:device_api|api\/(?:push|user\/preferences))/.test(path))
      seen.push(
        `${r.method()} ${path
          .replace(/^\/device_api\/v1\/instances\/[\w-]+/, '')
          .replace(/web-[\w-]{32}/, ':device')
          .replace(/(identity|account)-[\w-]+/, '$1-:id')}`,
      )
  })
  return seen
}
interface Device {
  readonly context: BrowserContext
  readonly page: Page
  readonly phone: Browser
  readonly requests: string[]
  /** Body of the client's registration with the push service. */
  readonly registration: () => unknown
}
/** The client starts once the service worker has downloaded the app: ms, on a busy machine. */
export const INSTALLED_WITHIN = { timeout: 90_000 }
/** The last request of a start of the client: from here on, the page shows the state of its device. */
const known = (requests: readonly string[]): Promise<void> =>
  expect.poll(() => requests, INSTALLED_WITHIN).toContain('GET /devices/web/:device/interests')
/** A browser of her own for one test, on which the client has started. */
export const device = async (): Promise<Device> => {
  const context = await newContext(s.browser, { ...DESKTOP, ...WITH_SERVICE_WORKER })
  onTestFinished(() => context.close())
  const phone = await doublePush(context, s.server.url, service)
  const page = await context.newPage()
  const requests = record(page)
  let registration: unknown
  page.on('request', (r) => {
    if (r.method() === 'POST' && r.url().endsWith('/devices/web')) registration = r.postDataJSON()
  })
  await signIn(page, s.server.url, WOMAN)
  await known(requests)
  return { context, page, phone, requests, registration: () => registration }
}
/**
 * The settings, once they show what this device and the preferences are: before, they show what most
 * devices are.
 */
export const knownSettings = async ({ page, requests }: Device): Promise<void> => {
  requests.length = 0
  await settings(page)
  await known(requests)
  await page.getByRole('switch', { name: 'Heures calmes' }).waitFor()
}
/** The same, subscribed. */
export const subscribed = async (): Promise<Device> => {
  const own = await device()
  await knownSettings(own)
  await status(own.page).click()
  await own.page.getByText('Cet appareil reçoit vos notifications.').waitFor()
  return own
}
