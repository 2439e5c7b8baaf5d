import type { Browser, Locator, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Album } from '#contract/albums/albums'
import type { Identity } from '#contract/profile/profile'
import { axe } from '../../support/browser/axe'
import { launch, newContext, PASSWORD, PHONE, signIn } from '../../support/browser/browser'
import { login, type Session } from '../../support/server/http'
import { startServer, type RunningServer } from '../../support/server/process'
import { photoFile } from '../../support/world/photos'

let server: RunningServer
let browser: Browser
let other: Session
const COUPLE = 'demo-1@connivence.test'
beforeAll(async () => {
  server = await startServer({ DEMO: '1' })
  browser = await launch()
  other = await login(server.url, 'demo-3@connivence.test')
})
afterAll(async () => {
  await browser.close()
  await server.close()
})

const get = async <T>(as: Session, path: string): Promise<T> =>
  (await (
    await fetch(`${server.url}/api${path}`, { headers: { authorization: `Bearer ${as.token}` } })
  ).json()) as T
/** Acts as one person of the couple. */
const actAs = async (
  page: Page,
  id: string,
  path: string,
  base: string = server.url,
): Promise<void> => {
  await page.evaluate((identity) => {
    localStorage.setItem('active_identity_id', identity)
    localStorage.setItem('identity_mode', 'single')
  }, id)
  await page.goto(base + path)
}

/** Through the «+» of a phone, which asks a couple who is on the photos before it chooses them. */
const addPhoto = async (
  page: Page,
  { at, who, says, file }: { at: Locator; who: string; says: string; file: string },
): Promise<void> => {
  await at.getByRole('button', { name: /^Ajouter (des|aux) photos/ }).tap()
  await page.getByRole('menuitem', { name: 'Choisir des photos' }).tap()
  const asked = page.getByRole('dialog', { name: 'Ajouter des photos' })
  await asked.getByRole('radio', { name: who }).check()
  await asked.getByText(says).waitFor()
  const chooser = page.waitForEvent('filechooser')
  await asked.getByRole('button', { name: 'Choisir des photos' }).tap()
  await (await chooser).setFiles(file)
}

test('a photo of both waits for the other, who agrees and takes it back', async () => {
  const couple = await login(server.url, COUPLE)
  const { account } = await get<{ account: { id: string; identities: Identity[] } }>(
    couple,
    '/auth/me',
  )
  const [first, second] = account.identities
  if (!first || !second) throw new Error('no couple')
  const page = await (await newContext(browser, PHONE)).newPage()
  await signIn(page, server.url, COUPLE)
  await actAs(page, first.id, '/albums')
  await page.getByRole('button', { name: 'Créer un album' }).first().click()
  await page.getByLabel('Nom', { exact: true }).fill('À nous')
  await page
    .getByLabel(/public/i)
    .first()
    .check()
  await page.getByRole('button', { name: 'Créer', exact: true }).click()
  const album = page.getByRole('region', { name: 'À nous', exact: true })
  await album.waitFor()
  await addPhoto(page, {
    at: album,
    who: 'Nous deux',
    says: `après l’accord de ${second.firstname}`,
    file: await photoFile('nous.jpg', 900, 600),
  })
  await album.getByText(`En attente de l’accord de ${second.firstname}`).waitFor()
  const seen = async (): Promise<number | undefined> =>
    (await get<{ albums: Album[] }>(other, `/albums?accountId=${account.id}`)).albums.find(
      (a) => a.name === 'À nous',
    )?.mediaCount
  expect(await seen()).toBe(0)
  // nothing is asked over the photos: they begin in the first third of the screen
  const tile = page.getByRole('button', { name: 'Photo 1 sur 1' })
  expect((await tile.boundingBox())?.y).toBeLessThan(PHONE.viewport.height / 3)

  await actAs(page, second.id, '/account/agreements')
  await page.getByText('Sans code, l’un de vous peut dire oui pour l’autre.').waitFor()
  expect(await axe(page)).toEqual([])
  // the code has a page of its own, at which the banner opens
  await page.getByRole('button', { name: 'Choisir un code' }).click()
  const code = page.getByRole('dialog', { name: 'Code des accords' })
  await code.getByRole('button', { name: 'Choisir un code' }).click()
  await code.getByLabel('Votre nouveau code').waitFor()
  expect(await axe(page)).toEqual([])
  await page.goBack()
  await code.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Oui', exact: true }).click()
  await page.getByRole('button', { name: 'Retirer mon accord' }).waitFor()
  await expect.poll(() => seen()).toBe(1)

  // where the photo is looked at, it can be taken back too
  await page.goto(`${server.url}/albums`)
  await page.getByRole('button', { name: 'À nous', exact: true }).click()
  await page.getByRole('button', { name: 'Photo 1 sur 1' }).click()
  await page.getByRole('button', { name: 'Qui est sur cette photo' }).click()
  const people = page.getByRole('dialog', { name: 'Qui est sur cette photo' })
  await expect.poll(() => people.getByText('d’accord', { exact: true }).count()).toBe(2)
  await expect.poll(() => people.getByRole('radio', { name: 'Nous deux' }).isChecked()).toBe(true)
  expect(await axe(page)).toEqual([])
  await people.getByRole('button', { name: 'Retirer mon accord' }).click()
  await page.getByText('Accord retiré. La photo n’est plus montrée.').first().waitFor()
  await people.waitFor({ state: 'detached' })
  await expect.poll(() => seen()).toBe(0)
})

test('somebody who was named by mistake is asked, and says that they are not on the photo', async () => {
  const couple = await login(server.url, COUPLE)
  const { account } = await get<{ account: { id: string; identities: Identity[] } }>(
    couple,
    '/auth/me',
  )
  const [first, second] = account.identities
  if (!first || !second) throw new Error('no couple')
  const page = await (await newContext(browser, PHONE)).newPage()
  await signIn(page, server.url, COUPLE)
  await actAs(page, first.id, '/albums')
  await page.getByRole('button', { name: 'Créer un album' }).first().click()
  await page.getByLabel('Nom', { exact: true }).fill('Par erreur')
  await page
    .getByLabel(/public/i)
    .first()
    .check()
  await page.getByRole('button', { name: 'Créer', exact: true }).click()
  const album = page.getByRole('region', { name: 'Par erreur', exact: true })
  await album.waitFor()
  await addPhoto(page, {
    at: album,
    who: second.firstname ?? '',
    says: `après l’accord de ${second.firstname}`,
    file: await photoFile('elle.jpg', 600, 900),
  })
  await album.getByText(`En attente de l’accord de ${second.firstname}`).waitFor()
  const seen = async (): Promise<number | undefined> =>
    (await get<{ albums: Album[] }>(other, `/albums?accountId=${account.id}`)).albums.find(
      (a) => a.name === 'Par erreur',
    )?.mediaCount
  await page.getByRole('button', { name: 'Photo 1 sur 1' }).last().click()
  await page.getByRole('button', { name: 'Qui est sur cette photo' }).click()
  const people = page.getByRole('dialog', { name: 'Qui est sur cette photo' })
  await people.getByRole('radio').first().check()
  await people.getByRole('button', { name: 'Enregistrer' }).click()
  await people.getByText('n’y est pas, à confirmer').waitFor()
  expect(await axe(page)).toEqual([])
  expect(await seen()).toBe(0)

  await actAs(page, second.id, '/account/agreements')
  await page.getByText('Une correction dit que vous n’êtes pas sur cette photo.').waitFor()
  expect(await axe(page)).toEqual([])
  if (process.env['SHOT']) await page.screenshot({ path: `${process.env['SHOT']}-mistake.png` })
  await page.getByRole('button', { name: 'Je n’y suis pas' }).click()
  await expect.poll(seen).toBe(1)
})

test('a code that was forgotten is about to be removed, until one of the two keeps it', async () => {
  const couple = await login(server.url, COUPLE)
  const { account } = await get<{ account: { identities: Identity[] } }>(couple, '/auth/me')
  const [first] = account.identities
  if (!first) throw new Error('no couple')
  const page = await (await newContext(browser, PHONE)).newPage()
  await signIn(page, server.url, COUPLE)
  await actAs(page, first.id, '/settings/security')
  const security = page.getByRole('dialog', { name: 'Sécurité' })
  await security.getByRole('button', { name: 'Choisir un code' }).click()
  await security.getByLabel('Votre nouveau code').fill('274913')
  await security.getByLabel('Votre mot de passe').fill(PASSWORD)
  await security.getByRole('button', { name: 'Enregistrer' }).click()
  await security.getByRole('button', { name: 'Code oublié' }).click()
  expect(await axe(page)).toEqual([])
  await security.getByLabel('Votre mot de passe').fill(PASSWORD)
  await security.getByRole('button', { name: 'Retirer le code' }).click()
  const ending = security.getByText('a été déclaré oublié')
  await ending.waitFor()
  expect(await security.getByRole('button', { name: 'Code oublié' }).count()).toBe(0)
  expect(await axe(page)).toEqual([])
  if (process.env['SHOT']) await page.screenshot({ path: `${process.env['SHOT']}.png` })
  await security.getByRole('button', { name: 'Garder le code' }).click()
  await ending.waitFor({ state: 'detached' })
  await security.getByRole('button', { name: 'Code oublié' }).waitFor()
})

test('a passkey of one person, on a device of both, answers for them alone', async () => {
  const couple = await login(server.url, COUPLE)
  const { account } = await get<{ account: { id: string; identities: Identity[] } }>(
    couple,
    '/auth/me',
  )
  const [first, second] = account.identities
  if (!first || !second) throw new Error('no couple')
  const page = await (await newContext(browser, PHONE)).newPage()
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'usb',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  // only localhost is a secure context without https
  const base = server.url.replace('127.0.0.1', 'localhost')
  await signIn(page, base, COUPLE)
  await actAs(page, second.id, '/settings/security', base)
  const security = page.getByRole('dialog', { name: 'Sécurité' })
  await security.getByRole('button', { name: 'Ajouter une clé', exact: true }).click()
  await security.getByLabel('Nom de cette clé').fill('Clé de Hugo')
  await security.getByLabel('Votre mot de passe').fill(PASSWORD)
  await security.getByRole('button', { name: 'Continuer' }).click()
  await security.getByText('Clé de Hugo').waitFor()
  await security.getByText('a une clé d’accès. Elle est demandée ici').waitFor()
  if (process.env['SHOT']) await page.screenshot({ path: `${process.env['SHOT']}-keys.png` })

  await actAs(page, first.id, '/albums', base)
  await page.getByRole('button', { name: 'À nous', exact: true }).click()
  const album = page.getByRole('region', { name: 'À nous', exact: true })
  await addPhoto(page, {
    at: album,
    who: second.firstname ?? '',
    says: `après l’accord de ${second.firstname}`,
    file: await photoFile('lui.jpg', 640, 900),
  })
  await album.getByText(`En attente de l’accord de ${second.firstname}`).waitFor()

  await actAs(page, second.id, '/account/agreements', base)
  const card = page.getByRole('article', { name: /^Photo ajoutée le/ }).first()
  const yes = card.getByRole('button', { name: 'Oui', exact: true })
  expect(await yes.isDisabled()).toBe(true)
  await card.getByRole('button', { name: 'Utiliser une clé d’accès' }).click()
  await card.getByText('Clé d’accès vérifiée.').waitFor()
  await yes.click()
  await page.getByText('Merci. La photo peut être montrée.').first().waitFor()
  // last: the session of axe takes the authenticator away
  expect(await axe(page)).toEqual([])
  await actAs(page, second.id, '/settings/security', base)
  await security.getByRole('button', { name: 'Ajouter une clé', exact: true }).click()
  expect(await axe(page)).toEqual([])
})

test('a public photo says on its tile whose agreement it waits for', async () => {
  const couple = await login(server.url, COUPLE)
  const { account } = await get<{ account: { identities: Identity[] } }>(couple, '/auth/me')
  const [first, second] = account.identities
  if (!first || !second) throw new Error('no couple')
  const page = await (await newContext(browser, PHONE)).newPage()
  await signIn(page, server.url, COUPLE)
  await actAs(page, first.id, '/albums')
  await page.getByRole('tab', { name: 'Publiques' }).click()
  const photos = page.getByRole('region', { name: 'Photos publiques' })
  await photos.getByRole('button', { name: 'Ajouter aux photos publiques' }).tap()
  await page.getByRole('menuitem', { name: 'Choisir des photos' }).tap()
  const asked = page.getByRole('dialog', { name: 'Ajouter des photos' })
  await asked.getByRole('radio', { name: 'Nous deux' }).waitFor()
  expect(await axe(page)).toEqual([])
  await asked.getByRole('button', { name: 'Annuler' }).tap()
  await asked.waitFor({ state: 'detached' })
  await addPhoto(page, {
    at: photos,
    who: 'Nous deux',
    // both have a code by now: to add a photo of oneself is not yet to agree to it
    says: `après l’accord de ${first.firstname} et de ${second.firstname}`,
    file: await photoFile('deux.jpg', 700, 800),
  })
  for (const { firstname } of [first, second])
    await photos.getByText(new RegExp(`^En attente de l’accord .*\\bde ${firstname}`)).waitFor()
  expect(await axe(page)).toEqual([])
})
