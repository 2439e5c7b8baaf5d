import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Browser, Locator, Page } from 'playwright'
import { DESKTOP, launch, newContext, PASSWORD, PHONE, signIn } from '../support/browser/browser'
import { startServer, type RunningServer } from '../support/server/process'
import { createProxy, type Proxy } from '../support/server/proxy'

const MAN = 'demo-2@connivence.test'
const MENU = /antoine_69/
let server: RunningServer
let wire: Proxy
let browser: Browser
beforeAll(async () => {
  server = await startServer({ DEMO: '1' })
  wire = await createProxy(server.port)
  browser = await launch()
})
afterEach(() => {
  wire.mode = 'pass'
})
afterAll(async () => {
  await browser.close()
  await wire.close()
  await server.close()
})
/** What a page shows once it is loaded. */
const LOADED = {
  notifications: 'Heures calmes',
  privacy: 'Qui peut m’écrire',
  security: 'Cet appareil',
  app: 'Mode discret',
  data: 'Préparer mon archive',
} as const
type SettingsPage = keyof typeof LOADED
const open = async (page: Page, which: SettingsPage): Promise<Page> => {
  await page.goto(`${wire.url}/settings/${which}`)
  await page.getByText(LOADED[which]).first().waitFor()
  return page
}
const signedIn = async (
  which: SettingsPage,
  options: Parameters<typeof newContext>[1] = DESKTOP,
): Promise<Page> => {
  const page = await (await newContext(browser, options)).newPage()
  await signIn(page, wire.url, MAN)
  return open(page, which)
}
const region = (page: Page, name: string): Locator => page.getByRole('region', { name })
const focused = (at: Locator) =>
  expect.poll(() => at.evaluate((node) => node === document.activeElement)).toBe(true)

describe('the settings', () => {
  test('a form that unfolds takes the keyboard and gives it back to its button; a closed session leaves it on the title', async () => {
    const elsewhere = await signedIn('security')
    const page = await signedIn('data')
    for (const [name, field, section, which] of [
      ['Préparer mon archive', 'Votre mot de passe', 'Données', 'data'],
      ['Changer d’adresse e-mail', 'Nouvelle adresse e-mail', 'Sécurité', 'security'],
      ['Changer mon mot de passe', 'Mot de passe actuel', 'Sécurité', 'security'],
    ] as const) {
      await open(page, which)
      const button = page.getByRole('button', { name })
      await button.focus()
      await page.keyboard.press('Enter')
      await focused(region(page, section).getByLabel(field, { exact: true }))
      await region(page, section).getByRole('button', { name: 'Annuler' }).press('Enter')
      await focused(button)
    }
    await region(page, 'Sécurité')
      .getByRole('button', { name: /^Déconnecter/ })
      .first()
      .press('Enter')
    await focused(page.getByRole('heading', { name: 'Sessions ouvertes' }))
    await elsewhere.getByRole('button', { name: 'Se connecter' }).waitFor()
    await elsewhere.context().close()
    await page.context().close()
  })

  test('what was typed for the archive stays when the server is away', async () => {
    const page = await signedIn('data')
    const section = region(page, 'Données')
    await section.getByRole('button', { name: 'Préparer mon archive' }).click()
    await section.getByLabel('Votre mot de passe').fill(PASSWORD)
    wire.mode = 'reset'
    await section.getByRole('button', { name: 'Préparer', exact: true }).click()
    await section
      .getByText('L’archive n’a pas pu être préparée. Vérifiez votre connexion, puis réessayez.')
      .waitFor()
    expect(await section.getByLabel('Votre mot de passe').inputValue()).toBe(PASSWORD)
    await focused(section.getByLabel('Votre mot de passe'))
    wire.mode = 'pass'
    await section.getByRole('button', { name: 'Préparer', exact: true }).click()
    await focused(section.getByRole('link', { name: /^Télécharger/ }))
    await page.context().close()
  })

  test('what is chosen in one tab is shown in the other', async () => {
    const page = await signedIn('notifications')
    const other = await open(await page.context().newPage(), 'notifications')
    for (const [which, names] of [
      ['notifications', ['Invitations']],
      ['privacy', ['Montrer quand j’écris', 'Afficher ma présence']],
      ['app', ['Mode discret']],
    ] as const) {
      await open(other, which)
      await open(page, which)
      // a tap on a setting that is still being loaded changes nothing
      for (const tab of [page, other])
        await expect.poll(() => tab.locator('[role=switch][aria-busy]').count()).toBe(0)
      await page.bringToFront()
      const shown = (of: Page) =>
        Promise.all(names.map((name) => of.getByRole('switch', { name }).isChecked()))
      const before = await shown(other)
      for (const name of names) await page.getByRole('switch', { name }).click()
      await expect.poll(() => shown(other)).toEqual(before.map((on) => !on))
      for (const name of names) await page.getByRole('switch', { name }).click()
      await expect.poll(() => shown(other)).toEqual(before)
    }
    await page.context().close()
  })

  test('on a phone, how a change of the notifications went is read whole beside it; quiet hours never end when they begin', async () => {
    const page = await signedIn('notifications', PHONE)
    const section = region(page, 'Notifications')
    await section.getByRole('switch', { name: 'Heures calmes' }).click()
    const said = section.getByText('Préférences mises à jour.')
    await said.waitFor()
    await expect
      .poll(() =>
        said.evaluate((node) => {
          const { bottom } = node.getBoundingClientRect()
          return (
            bottom <=
            Math.min(
              innerHeight,
              (node.closest('section') as Element).getBoundingClientRect().bottom,
            )
          )
        }),
      )
      .toBe(true)
    const hours = (name: string) =>
      section.getByLabel(name, { exact: true }).locator('option').allInnerTexts()
    expect(await hours('De')).not.toContain('8 h')
    expect(await hours('À')).not.toContain('22 h')
    wire.mode = 'reset'
    await section.getByRole('switch', { name: 'Messages', exact: true }).click()
    const failed = section.getByText(
      'Impossible de sauvegarder vos préférences. Merci de réessayer.',
    )
    await failed.waitFor()
    await expect
      .poll(() => failed.evaluate((node) => node.getBoundingClientRect().bottom <= innerHeight))
      .toBe(true)
    await expect
      .poll(() => section.getByRole('switch', { name: 'Messages', exact: true }).isChecked())
      .toBe(true)
    await page.context().close()
  })

  test('a comment that is not sent is there again when its panel is', async () => {
    const page = await signedIn('app')
    await page.goto(`${wire.url}/feedback`)
    const field = page.getByLabel('Votre commentaire')
    await field.fill('Une idée à moitié')
    await page.keyboard.press('Escape')
    await field.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: MENU }).click()
    await page.getByRole('menuitem', { name: 'Un commentaire ?' }).click()
    await expect.poll(() => field.inputValue()).toBe('Une idée à moitié')
    await page.getByRole('button', { name: 'Envoyer' }).click()
    await field.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: MENU }).click()
    await page.getByRole('menuitem', { name: 'Un commentaire ?' }).click()
    expect(await field.inputValue()).toBe('')
    await page.context().close()
  })
})
