import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  DESKTOP,
  newContext,
  signIn,
  signOut,
  WITH_SERVICE_WORKER,
} from '../../support/browser/browser'
import { deviceTraces } from '../../support/browser/device-traces'
import { photoFile } from '../../support/world/photos'
import { pushService, type PushService } from '../../support/push/service'
import { doublePush } from '../../support/push/browser'
import { COMPOSER, COUPLE, MAN, stage, WOMAN, type Stage } from '../../support/world/talk'

let service: PushService
let s: Stage
beforeAll(async () => {
  service = await pushService()
  s = await stage({ PUSH_TEST_ORIGIN: service.origin })
})
afterAll(async () => {
  await s.close()
  await service.close()
})

/** Of what could tell of a member, what is found on the device. */
const found = async (page: Page, secrets: Readonly<Record<string, string>>): Promise<string[]> => {
  const all = (await deviceTraces(page)).toLowerCase()
  return Object.entries(secrets)
    .filter(([, value]) => all.includes(value.toLowerCase()))
    .map(([name]) => name)
}

test('CORE-083: conversations, drafts, waiting messages, albums, map and push used, then logged out: nothing of the member is anywhere in the browser, nor of the next one', async () => {
  const [man, woman, couple] = [await s.member(MAN), await s.member(WOMAN), await s.member(COUPLE)]
  const talk = await man.with(woman.handle)
  await woman.say(talk, 'Un mot que lui seul lit')
  const context = await newContext(s.browser, { ...DESKTOP, ...WITH_SERVICE_WORKER })
  const phone = await doublePush(context, s.server.url, service)
  const page = await context.newPage()
  await signIn(page, s.server.url, MAN, undefined, `/conversations/${talk}`)
  await page
    .locator('[data-message]')
    .filter({ hasText: 'Un mot que lui seul lit' })
    .first()
    .waitFor()
  const me = (
    await man.api.get<{
      id: string
      email: string
      account: { id: string; identities: { id: string; firstname: string }[] }
    }>('/api/auth/me')
  ).body
  const [identity] = me.account.identities

  // everything that leaves something on a device
  await page.getByPlaceholder(COMPOSER).fill('Un brouillon secret')
  await page
    .locator('input[type=file]:not([capture])')
    .setInputFiles(await photoFile('nous.jpg', 800, 600))
  const modal = page.getByRole('dialog', { name: 'Flouter les visages' })
  await modal.getByRole('button', { name: /^(Ajouter la photo|Suivant)/ }).click()
  await modal.waitFor({ state: 'detached' })
  const other = (await man.conversations()).find((c) => c.id !== talk)?.id ?? ''
  await page.goto(`${s.server.url}/conversations/${other}`)
  await page.getByPlaceholder(COMPOSER).waitFor()
  await page.route('**/messages', (r) =>
    r.request().method() === 'POST' ? r.abort() : r.fallback(),
  )
  await page.getByPlaceholder(COMPOSER).fill('Un message qui attend')
  await page.keyboard.press('Enter')
  await page
    .locator('[data-message]')
    .filter({ hasText: 'Un message qui attend' })
    .getByText('En attente')
    .waitFor()
  await page.goto(`${s.server.url}/settings/notifications`)
  await page.getByText('Cet appareil ne reçoit pas de notifications.').waitFor()
  await page.getByRole('switch', { name: 'Notifications sur cet appareil' }).click()
  await page.getByText('Cet appareil reçoit vos notifications.').waitFor()
  await page.goto(`${s.server.url}/albums`)
  await page.getByRole('heading', { name: 'Mes albums' }).waitFor()
  await page.goto(`${s.server.url}/radar`)
  await page.getByRole('heading', { name: 'Carte' }).first().waitFor()

  const local = await page.evaluate(() => ({
    token: localStorage.getItem('auth_token') ?? '',
    device: localStorage.getItem('push_device_id') ?? '',
  }))
  const secrets = {
    email: me.email,
    handle: man.handle,
    firstname: identity?.firstname ?? '',
    user: me.id,
    account: me.account.id,
    identity: identity?.id ?? '',
    talk,
    other,
    token: local.token,
    device: local.device,
    endpoint: phone.endpoint,
    draft: 'Un brouillon secret',
    waiting: 'Un message qui attend',
    message: 'Un mot que lui seul lit',
    partner: woman.handle,
  }
  // the search finds them where they are: else it would find nothing later either
  await expect
    .poll(() => found(page, secrets), { timeout: 25_000 })
    .toEqual(
      expect.arrayContaining([
        'handle',
        'account',
        'identity',
        'talk',
        'token',
        'device',
        'draft',
        'waiting',
        'message',
        'partner',
      ]),
    )
  await signOut(page)
  await expect.poll(() => found(page, secrets)).toEqual([])

  // the next one on the same device
  await signIn(page, s.server.url, COUPLE, 'Tous les deux')
  await page
    .getByRole('region', { name: 'Liste des discussions' })
    .getByRole('link')
    .first()
    .waitFor()
  // the two may write to each other: what the next one's own list says of the former is no trace
  const told = JSON.stringify(await couple.conversations()).toLowerCase()
  const own = Object.fromEntries(
    Object.entries(secrets).filter(([, value]) => !told.includes(value.toLowerCase())),
  )
  expect(Object.keys(own)).toEqual(
    expect.arrayContaining([
      'email',
      'user',
      'talk',
      'token',
      'device',
      'endpoint',
      'draft',
      'waiting',
      'message',
    ]),
  )
  expect(await found(page, own)).toEqual([])
  expect(
    await page.getByText('Un brouillon secret').or(page.getByText('Un message qui attend')).count(),
  ).toBe(0)
  expect(couple.handle).not.toBe(man.handle)
  await context.close()
})
