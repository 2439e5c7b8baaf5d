import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { axe } from '../../support/browser/axe'
import { deviceTraces } from '../../support/browser/device-traces'
import {
  DESKTOP,
  launch,
  newContext,
  PASSWORD,
  PHONE,
  signIn,
  watch,
} from '../../support/browser/browser'
import { linkFromMail } from '../../support/browser/mailbox'
import { ringContrast } from '../../support/browser/ring'
import { http, login } from '../../support/server/http'
import { startServer, type RunningServer } from '../../support/server/process'

let server: RunningServer
let browser: Browser
const COUPLE = 'demo-1@connivence.test'
const PARTNER = 'hugo@parting.test'
const PARTNER_PASSWORD = 'une-longue-phrase-42'
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())
// the account is divided: each try needs another one
beforeEach(async () => {
  server = await startServer({ DEMO: '1' })
  await secondLogin()
})
afterEach(() => server.close())

/** Registers the partner’s own login by the couple’s link, and ties both logins. */
const secondLogin = async (): Promise<void> => {
  const couple = await login(server.url, COUPLE)
  const api = http(server.url, couple.token, couple.identityIds[0])
  const link = await api.post<{ link: { url: string } }>('/api/join-links', {
    kind: 'partner',
  })
  const token = new URL(link.body.link.url).pathname.split('/').at(-1)
  const guest = http(server.url)
  const registered = await guest.post('/api/auth/register', {
    email: PARTNER,
    password: PARTNER_PASSWORD,
    name: 'Hugo',
    birthDate: '1988-03-04',
    consents: { terms: true, majority: true, sensitive: true },
    joinToken: token,
  })
  expect(registered.status, JSON.stringify(registered.body)).toBe(202)
  const mailed = await linkFromMail(server.url, PARTNER, 'verify-email')
  const verified = await guest.post('/api/auth/verify-email', { token: mailed.split('=')[1] })
  expect(verified.status).toBe(200)
  await api.put('/api/auth/logins/identity', { identity_id: couple.identityIds[0] })
}

const openParting = async (
  email: string,
  password: string,
  as: string | undefined,
  device: Parameters<typeof newContext>[1] = PHONE,
): Promise<Page> => {
  const page = await (await newContext(browser, device)).newPage()
  await signIn(page, server.url, email, as, '/account/parting', password)
  await page.getByRole('heading', { level: 1, name: 'Se séparer' }).waitFor()
  return page
}

test('asked from the settings, chosen by each, agreed to; the new account reads what was before', async () => {
  const page = await (await newContext(browser, PHONE)).newPage()
  const { errors } = watch(page, server.url)
  await signIn(page, server.url, COUPLE, 'Léa')
  await page.goto(`${server.url}/settings/security`)
  await page.getByRole('link', { name: 'Se séparer' }).click()
  await page.getByLabel('Pseudo de votre compte').fill('lea_seule')
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Demander à partir' }).click()
  await page.getByText('Saisissez votre mot de passe.').waitFor()
  await page.getByLabel('Votre mot de passe').fill('pas-le-bon')
  await page.getByRole('button', { name: 'Demander à partir' }).click()
  await page
    .getByText(/mot de passe/i)
    .first()
    .waitFor()
  expect(await page.getByLabel('Pseudo de votre compte').inputValue()).toBe('lea_seule')
  await page.getByLabel('Votre mot de passe').fill(PASSWORD)
  await page.getByRole('button', { name: 'Demander à partir' }).click()
  await page.getByRole('heading', { name: /^Vous partez le/ }).waitFor()
  expect(await axe(page)).toEqual([])
  await page.getByRole('region', { name: 'Vos relations' }).getByText('antoine_69').click()
  const taken = page.getByRole('checkbox', { name: 'antoine_69' })
  await expect.poll(() => taken.isChecked()).toBe(true)
  await page.reload()
  await expect.poll(() => taken.isChecked()).toBe(true)

  const other = await openParting(PARTNER, PARTNER_PASSWORD, 'Hugo', DESKTOP)
  const photos = other.getByRole('region', { name: 'Photos de vous deux' })
  const kept = photos.getByRole('checkbox').first()
  await kept.check()
  await other.keyboard.press('Shift')
  await kept.focus()
  const tile = photos.getByRole('listitem').first()
  expect(await ringContrast(other, tile, 'outside')).toBeGreaterThanOrEqual(3)
  expect(await other.getByRole('region', { name: 'Vos relations' }).count()).toBe(0)
  expect(await other.getByText('lea_seule').count()).toBe(0)
  expect(await axe(other)).toEqual([])
  // from then on calls under way are refused
  expect(errors).toEqual([])
  await other.getByLabel('Votre mot de passe').fill(PARTNER_PASSWORD)
  // the session of who asked ends as well; the sentence does not stay on the screen
  const told = [other, page].map((one) =>
    one.getByText('Vos comptes sont maintenant séparés.').waitFor(),
  )
  const agree = other.getByRole('button', { name: 'Séparer nos comptes maintenant' })
  await Promise.all([...told, agree.click()])
  expect(await deviceTraces(other)).not.toContain('antoine_69')

  // others are told nothing of it where they wrote to the two
  const friend = await (await newContext(browser, PHONE)).newPage()
  await signIn(friend, server.url, 'demo-2@connivence.test')
  await friend
    .getByRole('link', { name: /lea_hugo/ })
    .first()
    .click()
  await friend.getByText('Vous ne pouvez plus écrire dans cette discussion.').waitFor()

  const after = await openParting(COUPLE, PASSWORD, undefined)
  const past = after.getByRole('region', { name: 'Discussions d’avant' })
  await past.getByRole('link').first().click()
  await after.getByText('À lire seulement').waitFor()
  await after.getByRole('listitem').first().waitFor()
  expect(await axe(after)).toEqual([])
  const own = after.getByRole('button', { name: 'Supprimer ce message' })
  // a page has room for an older one once its last is deleted: the count says nothing
  const newest = after.getByRole('listitem').filter({ has: own }).last()
  const deleted = await newest.innerText()
  await own.last().click()
  await after.getByRole('alertdialog').getByRole('button', { name: 'Supprimer' }).click()
  await expect.poll(() => newest.innerText()).not.toBe(deleted)
  const left = await newest.innerText()
  await after.reload()
  await expect.poll(() => newest.innerText()).toBe(left)
  await after.goto(`${server.url}/connection`)
  await after.getByText('antoine_69').first().waitFor()
})

test('held for a day: by keyboard, told to who asked only, and withdrawn without a trace', async () => {
  const page = await openParting(COUPLE, PASSWORD, 'Léa')
  const held = page.getByRole('switch', { name: 'Ne rien dire avant demain' })
  await held.focus()
  await page.keyboard.press('Space')
  await page.getByRole('link', { name: '3919' }).waitFor()
  expect(await axe(page)).toEqual([])
  await page.getByLabel('Pseudo de votre compte').fill('lea_seule')
  await page.getByLabel('Votre mot de passe').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByText(/L’autre personne n’en sait rien encore/).waitFor()
  expect(await axe(page)).toEqual([])

  const other = await openParting(PARTNER, PARTNER_PASSWORD, 'Hugo', DESKTOP)
  await other.getByRole('form', { name: 'Se séparer' }).waitFor()
  expect(await other.getByText(/Vous partez|s’en va|lea_seule/).count()).toBe(0)

  await page.getByRole('button', { name: 'Annuler la demande' }).click()
  const asked = page.getByRole('alertdialog')
  await asked.getByText(/n’en saura rien/).waitFor()
  await asked.getByRole('button', { name: 'Annuler la demande' }).click()
  await page.getByRole('form', { name: 'Se séparer' }).waitFor()
})
