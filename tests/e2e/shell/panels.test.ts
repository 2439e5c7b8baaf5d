import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axe } from '../../support/browser/axe'
import { launch, left, newContext, signIn } from '../../support/browser/browser'
import { login } from '../../support/server/http'
import { startServer, type RunningServer } from '../../support/server/process'

let server: RunningServer
let browser: Browser
let context: BrowserContext
let page: Page
beforeAll(async () => {
  server = await startServer({ DEMO: '1' })
  // Chromium's own drawn camera
  browser = await launch(['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'])
  // wide and touched: a tablet, which has a camera
  context = await newContext(browser, {
    viewport: { width: 1279, height: 900 },
    hasTouch: true,
    permissions: ['camera'],
  })
  // some browsers falsify what is read from a canvas: no photo may come from one
  await context.addInitScript(() => {
    HTMLCanvasElement.prototype.toBlob = () => {
      throw new Error('a canvas was read')
    }
  })
  page = await context.newPage()
  await signIn(page, server.url, 'demo-1@connivence.test', 'Tous les deux')
})
afterAll(async () => {
  await browser.close()
  await server.close()
})

test('CORE-017: each panel shows the member, the sortie or the group that it was opened for', async () => {
  const closed = async (name: string): Promise<void> => {
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name, exact: true }).waitFor({ state: 'hidden' })
    await left(page)
  }
  await page.goto(`${server.url}/connection`)
  const relations = page
    .getByRole('region', { name: 'Mes relations' })
    .getByRole('listitem')
    .getByRole('button')
  for (const handle of ['antoine_69', 'juliette_b']) {
    await relations.filter({ hasText: handle }).first().click()
    await page
      .getByRole('dialog', { name: 'Profil', exact: true })
      .getByRole('heading', { level: 3, name: handle, exact: true })
      .waitFor()
    await closed('Profil')
  }
  await page.goto(`${server.url}/events`)
  await page.getByRole('radio', { name: 'Mon calendrier' }).check()
  for (const title of ['Soirée velours', 'Dîner à quatre mains']) {
    await page.getByRole('link', { name: title }).first().click()
    await page
      .getByRole('dialog', { name: 'Sortie', exact: true })
      .getByRole('heading', { level: 2, name: title })
      .waitFor()
    await closed('Sortie')
  }
  const list = page.getByRole('region', { name: 'Liste des discussions' })
  const groups: string[] = []
  await page.goto(`${server.url}/conversations`)
  await list.getByRole('link').first().waitFor()
  for (const title of await page.evaluate(async () => {
    const { conversations } = (await (
      await fetch('/api/conversations', {
        headers: { authorization: `Bearer ${localStorage.getItem('auth_token')}` },
      })
    ).json()) as { conversations: { type: string; title: string }[] }
    return conversations
      .filter((c) => c.type === 'group')
      .map((c) => c.title)
      .slice(0, 2)
  })) {
    await list.getByRole('link').filter({ hasText: title }).first().click()
    await page.getByRole('main').getByRole('button', { name: title }).first().click()
    await page.getByRole('dialog', { name: 'Infos du groupe' }).getByText(title).first().waitFor()
    groups.push(title)
    await closed('Infos du groupe')
  }
  expect(new Set(groups).size).toBe(2)
})

/** z-index of the open dialogs, lowest first, and whether the last one is what a click in its middle meets. */
const standing = (): Promise<{ levels: string[]; isOnTop: boolean }> =>
  page.evaluate(() => {
    const open = [...document.querySelectorAll('dialog[open]')]
    const last = open.at(-1)
    const box = last?.getBoundingClientRect()
    const hit = box && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
    return {
      levels: open.map((dialog) => getComputedStyle(dialog).zIndex),
      isOnTop: hit !== undefined && hit !== null && last?.contains(hit) === true,
    }
  })
/** A notification of this address is clicked. */
const clickNotification = (path: string): Promise<void> =>
  page.evaluate((url) => {
    navigator.serviceWorker.dispatchEvent(
      new MessageEvent('message', { data: { type: 'OPEN', url } }),
    )
  }, server.url + path)
const path = (): string => new URL(page.url()).pathname

test('CORE-016: profile, group, event, settings, feedback, menu and drive open over the page, whose address stays', async () => {
  const opened = async (name: string, before: string): Promise<void> => {
    await page.getByRole('dialog', { name, exact: true }).waitFor()
    expect(path()).toBe(before)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name, exact: true }).waitFor({ state: 'hidden' })
    await left(page)
  }
  await page.goto(`${server.url}/connection`)
  const relations = page.getByRole('region', { name: 'Mes relations' })
  await relations.getByRole('button').filter({ hasText: 'antoine_69' }).first().click()
  await opened('Profil', '/connection')
  await page.goto(`${server.url}/events`)
  await page.getByRole('radio', { name: 'Mon calendrier' }).check()
  await page.getByRole('link', { name: 'Soirée velours' }).first().click()
  await opened('Sortie', '/events')
  await page.goto(`${server.url}/albums`)
  await page.getByRole('button', { name: 'Ajouter des photos' }).first().click()
  await page.getByRole('menuitem', { name: 'Depuis mes photos' }).click()
  await opened('Mes photos', '/albums')
  for (const name of ['Paramètres', 'Un commentaire ?']) {
    const menu = page.getByRole('navigation').getByRole('button', { name: 'lea_hugo' })
    await menu.click()
    await expect.poll(() => menu.getAttribute('aria-expanded')).toBe('true')
    expect(path()).toBe('/albums')
    await page.getByRole('menuitem', { name }).click()
    await opened(name, '/albums')
  }
  const groups = await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('auth_token')}` }
    const reply = await fetch('/api/conversations', { headers })
    return (await reply.json()) as { conversations: { id: string; type: string; title: string }[] }
  })
  const group = groups.conversations.find((c) => c.type === 'group')
  await page.goto(`${server.url}/conversations/${group?.id}`)
  await page
    .getByRole('main')
    .getByRole('button', { name: group?.title ?? '' })
    .first()
    .click()
  await opened('Infos du groupe', `/conversations/${group?.id}`)
})

test('CORE-018 CORE-019: panels begin at 5001, each further one is above the others; the address of a notification closes them all, the menu too', async () => {
  const [own, antoine] = [
    await login(server.url, 'demo-1@connivence.test'),
    await login(server.url, 'demo-2@connivence.test'),
  ]
  await fetch(`${server.url}/api/relations/${own.accountId}/sharing`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${antoine.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      shareNames: false,
      shareEvents: true,
      shareAllPrivateAlbums: false,
      sharedAlbumIds: [],
    }),
  })
  await page.goto(`${server.url}/connection`)
  const relations = page.getByRole('region', { name: 'Mes relations' })
  await relations.getByRole('button').filter({ hasText: 'antoine_69' }).first().click()
  await page.getByRole('tab', { name: /^Sorties/ }).click()
  await expect.poll(standing).toEqual({ levels: ['5001'], isOnTop: true })
  await page.getByRole('dialog', { name: 'Profil' }).getByRole('link').first().click()
  const event = page.getByRole('dialog', { name: 'Sortie', exact: true })
  await event.getByRole('heading', { level: 2 }).first().waitFor()
  await expect.poll(standing).toEqual({ levels: ['5001', '5002'], isOnTop: true })
  await event.getByRole('tab', { name: /^Participants/ }).click()
  await event
    .getByRole('button', { name: /nora_lyon/ })
    .first()
    .click()
  await page.getByRole('dialog', { name: 'Profil' }).nth(1).waitFor()
  await expect.poll(standing).toEqual({ levels: ['5001', '5002', '5003'], isOnTop: true })
  await clickNotification('/news')
  await page.waitForURL('**/news')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await page.getByRole('navigation').getByRole('button', { name: 'lea_hugo' }).click()
  await page.getByRole('menu', { name: 'Menu du profil' }).waitFor()
  await clickNotification('/events')
  await page.waitForURL('**/events')
  await expect.poll(() => page.getByRole('menu').count()).toBe(0)
})

test('CORE-203: the camera takes a photo for an album, fills the screen below 1280 px and stands beside the page from there on', async () => {
  await page.goto(`${server.url}/albums`)
  await page.getByRole('button', { name: 'Ajouter des photos' }).first().click()
  await page.getByRole('menuitem', { name: 'Prendre une photo' }).click()
  const panel = page.getByRole('dialog', { name: 'Prendre une photo' })
  const shutter = panel.getByRole('button', { name: 'Déclencher' })
  await expect.poll(() => shutter.isEnabled()).toBe(true)
  const width = async (): Promise<number> => Math.round((await panel.boundingBox())?.width ?? 0)
  await expect.poll(width).toBe(1279)
  expect(await axe(page)).toEqual([])
  const sent = page.waitForResponse((r) => r.url().endsWith('/api/media/upload'))
  await shutter.press('Enter')
  await panel.getByText('1 photo ajoutée').waitFor()
  expect((await sent).status()).toBe(201)
  await page.setViewportSize({ width: 1280, height: 900 })
  await expect.poll(width).toBe(640)
  await panel.getByRole('button', { name: 'Terminer' }).click()
  await panel.waitFor({ state: 'hidden' })
})

test('SOC-219: a direct discussion is opened by its handle; while it is typed, the members one knows are offered', async () => {
  await page.goto(`${server.url}/conversations`)
  await page.getByRole('button', { name: 'Nouvelle discussion' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nouvelle discussion' })
  const [search] = await Promise.all([
    page.waitForResponse('**/api/search?*'),
    dialog.getByLabel('Pseudo du membre').fill('antoi'),
  ])
  expect(new URL(search.url()).search).toBe('?q=antoi&type=participants')
  expect(
    ((await search.json()) as { accounts: { account_handle: string }[] }).accounts.map(
      (a) => a.account_handle,
    ),
  ).toContain('antoine_69')
  const [start] = await Promise.all([
    page.waitForRequest('**/api/conversations/start'),
    dialog
      .getByRole('list', { name: 'Membres que vous connaissez' })
      .getByRole('button', { name: /antoine_69/ })
      .click(),
  ])
  expect(start.postDataJSON()).toEqual({ handle: 'antoine_69' })
  await page.waitForURL(/\/conversations\/[0-9a-f-]{36}$/)
})

test('after an event was created, closing its panel shows the list from its beginning, however far the form was scrolled', async () => {
  await page.setViewportSize({ width: 390, height: 600 })
  await page.goto(`${server.url}/events/new`)
  await page.getByLabel('Titre').fill('Soirée défilée')
  await page.getByLabel('Début').fill('2031-12-05T20:30')
  await page.getByLabel('Fin').fill('2031-12-06T03:00')
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await page.getByRole('button', { name: 'Créer la sortie' }).click()
  const created = page.getByRole('dialog', { name: 'Votre sortie est créée' })
  await created.locator('footer').getByRole('button', { name: 'Fermer' }).click()
  const panel = page.getByRole('dialog', { name: 'Sortie', exact: true })
  await panel.getByRole('heading', { name: 'Soirée défilée' }).waitFor()
  await page.goBack()
  await panel.waitFor({ state: 'hidden' })
  expect(path()).toBe('/events')
  // there is something to scroll
  await page.getByRole('link', { name: 'Soirée velours' }).first().waitFor()
  expect(await page.evaluate(() => [scrollY, document.body.scrollHeight > 800])).toEqual([0, true])
})
