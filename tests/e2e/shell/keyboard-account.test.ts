import type { Browser, Locator, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DESKTOP, launch, newContext, PASSWORD, signIn } from '../../support/browser/browser'
import { enter, regains, expectVisibleFocus, tabTo } from '../../support/browser/keyboard'
import { linkFromMail } from '../../support/browser/mailbox'
import { http, login } from '../../support/server/http'
import { startServer, type RunningServer } from '../../support/server/process'

const MAN = 'demo-2@connivence.test'
const WOMAN = 'demo-3@connivence.test'

let server: RunningServer
let browser: Browser
beforeAll(async () => {
  server = await startServer({ DEMO: '1' })
  browser = await launch()
})
afterAll(async () => {
  await browser.close()
  await server.close()
})
const open = async (): Promise<Page> => (await newContext(browser, DESKTOP)).newPage()
const type = async (page: Page, at: Locator, text: string): Promise<void> => {
  await tabTo(page, at)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

test('by keyboard alone: signing in, with a field left empty and a wrong password first', async () => {
  const page = await open()
  await page.goto(`${server.url}/login`)
  const email = page.getByLabel('Adresse e-mail')
  const password = page.getByLabel('Mot de passe', { exact: true })
  await enter(page, page.getByRole('button', { name: 'Se connecter' }))
  await regains(email)
  await expect
    .poll(() => email.evaluate((node) => node.ariaDescribedByElements?.[0]?.textContent))
    .toBe('Indiquez votre adresse e-mail.')
  await expectVisibleFocus(page)

  await page.keyboard.type(MAN)
  await type(page, password, 'pas-le-bon')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('Adresse e-mail ou mot de passe incorrect.').waitFor()
  await regains(password)
  await expectVisibleFocus(page)

  await enter(page, page.getByRole('button', { name: 'Afficher le mot de passe' }))
  expect(await password.inputValue()).toBe('pas-le-bon')
  await expect.poll(() => password.getAttribute('type')).toBe('text')
  await expectVisibleFocus(page)
  await tabTo(page, password, true)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Discussions' }).waitFor()
  await regains(page.getByRole('main').getByRole('heading', { name: 'Discussions' }))
  await expectVisibleFocus(page)
  await page.context().close()
})

test('by keyboard alone: registering, from the login page through the mail to the first screen', async () => {
  // another one for each try
  const one = `clavier_${Date.now()}`
  const address = `${one}@test.invalid`
  const page = await open()
  await page.goto(`${server.url}/login`)
  await enter(page, page.getByRole('link', { name: 'Inscrivez-vous' }))
  await regains(page.getByRole('heading', { name: 'Inscription' }))
  await expectVisibleFocus(page)
  await type(page, page.getByLabel('Nom', { exact: true }), 'Camille Clavier')
  await type(page, page.getByLabel('Adresse e-mail'), address)
  await type(page, page.getByLabel('Mot de passe', { exact: true }), 'une-longue-phrase-42')
  await tabTo(page, page.getByLabel('Date de naissance'))
  await page.keyboard.type('12051990')
  const consents = page.getByRole('group', { name: 'Vos trois accords' }).getByRole('checkbox')
  for (const at of [0, 1]) {
    await tabTo(page, consents.nth(at))
    await page.keyboard.press('Space')
  }
  await enter(page, page.getByRole('button', { name: 'Créer mon compte' }))
  await page.getByRole('alert').getByText('trois accords').waitFor()
  await regains(consents.nth(2))
  await expectVisibleFocus(page)
  await page.keyboard.press('Space')
  await enter(page, page.getByRole('button', { name: 'Créer mon compte' }))
  await regains(page.getByRole('heading', { name: 'Vérifiez votre boîte aux lettres' }))
  await expectVisibleFocus(page)

  const link = await linkFromMail(server.url, address, 'verify-email')
  const opened = page.context().waitForEvent('page')
  await enter(page, page.getByRole('link', { name: 'Boîte aux lettres de démonstration' }))
  const mail = await opened
  const confirm = mail.getByRole('link', { name: link })
  await tabTo(mail, confirm)
  await expectVisibleFocus(mail)
  await mail.keyboard.press('Enter')
  const welcome = mail.getByRole('heading', { name: 'Bienvenue' })
  await welcome.waitFor()
  await type(mail, mail.getByLabel('Pseudo', { exact: true }), one)
  await enter(mail, mail.getByRole('button', { name: 'Entrer' }))
  await mail.getByText('Choisissez un genre.').waitFor()
  await regains(mail.getByRole('radio', { name: 'Femme' }))
  await expectVisibleFocus(mail)
  await mail.keyboard.press('Space')
  await mail.keyboard.press('ArrowRight')
  await expect.poll(() => mail.getByRole('radio', { name: 'Homme' }).isChecked()).toBe(true)
  await mail.keyboard.press('Enter')
  await regains(mail.getByRole('main').getByRole('heading', { name: 'Discussions' }))
  await expectVisibleFocus(mail)
  await page.context().close()
})

test('by keyboard alone: an album is shared with a relation, for a day, then no longer; the focus is back on its button', async () => {
  const [mine, hers] = await Promise.all([login(server.url, MAN), login(server.url, WOMAN)])
  const man = http(server.url, mine.token)
  const woman = http(server.url, hers.token)
  const name = `Au clavier ${Date.now()}`
  const { album } = (
    await man.post<{ album: { id: string } }>('/api/albums', { name, isPublic: false })
  ).body
  const seen = async () =>
    (
      await woman.get<{ shares: { album_id: string; expires_at: string | null }[] }>(
        '/api/albums/shares?type=incoming',
      )
    ).body.shares.filter((share) => share.album_id === album.id)
  const page = await open()
  await signIn(page, server.url, MAN, undefined, '/albums')
  await enter(page, page.getByRole('button', { name, exact: true }))
  const share = page.getByRole('region', { name }).getByRole('button', { name: 'Partager l’album' })
  await enter(page, share)
  const drawer = page.getByRole('dialog', { name: /^Partager/ })
  const nora = drawer.getByRole('switch', { name: 'nora_lyon' })
  await tabTo(page, nora)
  await expectVisibleFocus(page)
  await page.keyboard.press('Space')
  await expect.poll(seen).toEqual([expect.objectContaining({ expires_at: null })])
  await page
    .getByText(/^nora_lyon peut voir/)
    .first()
    .waitFor()
  await regains(nora)
  await expectVisibleFocus(page)

  const duration = drawer.getByRole('button', { name: 'Durée du partage avec nora_lyon' })
  await tabTo(page, duration)
  await page.keyboard.press('ArrowDown')
  const menu = page.getByRole('menu', { name: 'Durée du partage avec nora_lyon' })
  await menu.waitFor()
  await expectVisibleFocus(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(seen).toEqual([expect.objectContaining({ expires_at: expect.any(String) })])
  await regains(duration)
  await expectVisibleFocus(page)

  await tabTo(page, nora, true)
  await page.keyboard.press('Space')
  await expect.poll(seen).toEqual([])
  await regains(nora)
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  await regains(share)
  await expectVisibleFocus(page)
  await page.context().close()
})

test('by keyboard alone: the account is deleted from the settings, after a refusal, and taken back', async () => {
  const page = await open()
  await signIn(page, server.url, WOMAN)
  await enter(page, page.getByRole('navigation').getByRole('button', { name: /nora_lyon/ }))
  const item = page.getByRole('menuitem', { name: 'Paramètres' })
  await item.waitFor()
  await page.keyboard.press('p')
  await regains(item)
  await expectVisibleFocus(page)
  await page.keyboard.press('Enter')
  await enter(page, page.getByRole('button', { name: /^Données/ }))
  const drawer = page.getByRole('dialog', { name: 'Données' })
  const button = drawer.getByRole('button', { name: 'Supprimer mon compte' })
  await enter(page, button)
  const question = page.getByRole('alertdialog', { name: /^Supprimer votre compte/ })
  const password = question.getByLabel('Votre mot de passe')
  await regains(password)
  await expectVisibleFocus(page)
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  await regains(button)

  await page.keyboard.press('Enter')
  await regains(password)
  await page.keyboard.type('pas-le-bon')
  await page.keyboard.press('Enter')
  await expect
    .poll(() => password.evaluate((node) => node.ariaDescribedByElements?.[0]?.textContent))
    .toMatch(/mot de passe/i)
  await regains(password)
  await expectVisibleFocus(page)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(PASSWORD)
  await enter(page, question.getByRole('button', { name: 'Supprimer mon compte' }))
  await page.getByRole('heading', { name: 'Votre compte va être supprimé' }).waitFor()
  await enter(page, page.getByRole('button', { name: 'Annuler la suppression' }))
  await regains(page.getByRole('main').getByRole('heading', { name: 'Discussions' }))
  await expectVisibleFocus(page)
  await page.context().close()
})
