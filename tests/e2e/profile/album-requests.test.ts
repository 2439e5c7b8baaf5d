import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axe } from '../../support/browser/axe'
import { launch, newContext, PHONE, signIn, watch } from '../../support/browser/browser'
import { login, type Session } from '../../support/server/http'
import { startServer, type RunningServer } from '../../support/server/process'
import { photoFile } from '../../support/world/photos'

let server: RunningServer
let browser: Browser
let owner: Session
const OWNER = 'demo-2@connivence.test'
const ASKER = 'demo-3@connivence.test'
/** When a share ends that must be seen before it does, ms. */
const SOON_MS = 20_000
const api = async <T = unknown>(method: string, path: string, body?: unknown): Promise<T> => {
  const answer = await fetch(`${server.url}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${owner.token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}
beforeAll(async () => {
  server = await startServer({ DEMO: '1' })
  browser = await launch()
  owner = await login(server.url, OWNER)
  const asker = await login(server.url, ASKER)
  const { account } = (await (
    await fetch(`${server.url}/api/auth/me`, {
      headers: { authorization: `Bearer ${asker.token}` },
    })
  ).json()) as { account: { account_handle: string } }
  await api('POST', '/conversations/start', { handle: account.account_handle })
})
afterAll(async () => {
  await browser.close()
  await server.close()
})
const signedIn = async (email: string, path: string): Promise<Page> => {
  const page = await (await newContext(browser, PHONE)).newPage()
  await signIn(page, server.url, email)
  await page.goto(`${server.url}${path}`)
  return page
}

test('SOC-038: a closed album is asked for, opened for an hour, and closes in time, the open viewer included, also without network', async () => {
  const name = `Velours ${Date.now()}`
  const mine = await signedIn(OWNER, '/albums')
  await mine.getByRole('button', { name: 'Créer un album' }).first().click()
  await mine.getByLabel('Nom', { exact: true }).fill(name)
  await mine.getByRole('button', { name: 'Créer', exact: true }).click()
  const album = mine.getByRole('region', { name, exact: true })
  await album.getByLabel('Choisir des photos').setInputFiles([await photoFile('un.jpg', 900, 600)])
  await album.getByText(/^1.photo$/).waitFor({ timeout: 30_000 })
  await mine.goto(`${server.url}/news`)

  const theirs = await signedIn(ASKER, `/profile/${owner.accountId}`)
  const seen = [watch(mine, server.url), watch(theirs, server.url)]
  await theirs.getByRole('tab', { name: /^Photos/ }).click()
  await theirs.getByRole('button', { name: 'Album privé', exact: true }).last().click()
  await theirs.getByRole('button', { name: 'Demander à le voir' }).click()
  const sheet = theirs.getByRole('dialog', { name: 'Demander à voir l’album' })
  await sheet.getByLabel('Un mot (pas obligatoire)').fill('On se voit jeudi ?')
  expect(await axe(theirs)).toEqual([])
  // what was typed survives a failure
  await theirs.route('**/api/albums/requests', (route) => route.abort(), { times: 1 })
  await sheet.getByRole('button', { name: 'Envoyer' }).click()
  await sheet.getByText('Votre demande n’est pas partie. Réessayez.').waitFor()
  await sheet.getByRole('button', { name: 'Envoyer' }).click()
  await theirs.getByText('Demande envoyée').waitFor()
  // the button has gone: the line that took its place has the keyboard
  await expect
    .poll(() => theirs.evaluate(() => document.activeElement?.textContent))
    .toBe('Demande envoyée')
  expect(await theirs.getByRole('button', { name: 'Demander à le voir' }).count()).toBe(0)

  // the news say so at once and can answer; the albums list it
  await mine.getByText('On se voit jeudi ?').waitFor()
  await mine.getByRole('group', { name: 'Ouvrir l’album pour' }).getByText('1 heure').waitFor()
  await mine.goto(`${server.url}/albums`)
  await mine.getByRole('button', { name: /^Demandes/ }).click()
  const drawer = mine.getByRole('dialog', { name: 'Demandes' })
  await drawer.getByText('On se voit jeudi ?').waitFor()
  expect(await axe(mine)).toEqual([])
  await drawer.getByRole('button', { name: '1 heure' }).click()
  await drawer.getByText('Aucune demande en attente').waitFor()
  await expect.poll(() => mine.evaluate(() => document.activeElement?.tagName)).toBe('UL')

  // opened here by the event alone
  await theirs.getByRole('button', { name, exact: true }).click()
  await theirs.getByText(/^Ouvert pour vous jusqu’à/).waitFor()
  await theirs
    .getByRole('region', { name, exact: true })
    .getByRole('button', { name: /^Ouvrir : Photo/ })
    .click()
  const viewer = theirs.getByRole('dialog').locator('img')
  await viewer.first().waitFor()

  const { shares } = await api<{ shares: { id: string }[] }>('GET', '/albums/shares?type=outgoing')
  const reloaded = theirs.waitForResponse(/\/api\/albums\?/)
  await api('PATCH', `/albums/shares/${shares[0]?.id}`, {
    expires_at: new Date(Date.now() + SOON_MS).toISOString(),
  })
  await reloaded
  await viewer.first().waitFor()
  await theirs.context().setOffline(true)
  await expect.poll(() => theirs.getByRole('dialog').count(), { timeout: 2 * SOON_MS }).toBe(0)
  expect(await theirs.getByRole('button', { name, exact: true }).count()).toBe(0)
  expect(await theirs.getByRole('region', { name, exact: true }).count()).toBe(0)
  await theirs.getByRole('button', { name: 'Album privé', exact: true }).last().click()
  await theirs.getByText('Album privé.', { exact: true }).waitFor()
  // the list that is loaded with the network gives it another id: it stays selected
  await theirs.context().setOffline(false)
  await theirs.getByRole('button', { name: 'Demander à le voir' }).waitFor()
  expect(seen.flatMap((s) => [...s.errors, ...s.foreign])).toEqual([])
  await mine.context().close()
  await theirs.context().close()
})

test('the panel of an album shares it for a time, and says until when', async () => {
  const { album } = await api<{ album: { id: string } }>('POST', '/albums', {
    name: 'Une soirée',
    isPublic: false,
  })
  const mine = await signedIn(OWNER, '/albums')
  await mine.getByRole('button', { name: 'Une soirée', exact: true }).click()
  await mine.getByRole('button', { name: 'Partager l’album' }).click()
  const drawer = mine.getByRole('dialog', { name: /^Partager/ })
  await drawer
    .getByRole('button', { name: /^Durée du partage avec/ })
    .first()
    .click()
  await mine.getByRole('menuitem', { name: '1 heure' }).click()
  await drawer.getByText(/^Ouvert jusqu’à/).waitFor()
  await expect.poll(() => drawer.getByRole('switch').first().isChecked()).toBe(true)
  const sharesOf = async () =>
    (
      await api<{ shares: { album_id: string; expires_at: string | null }[] }>(
        'GET',
        '/albums/shares?type=outgoing',
      )
    ).shares.filter((s) => s.album_id === album.id)
  const [share] = await sharesOf()
  expect(Date.parse(share?.expires_at ?? '') - Date.now()).toBeGreaterThan(3_500_000)
  expect(await axe(mine)).toEqual([])
  await drawer
    .getByRole('button', { name: /^Durée du partage avec/ })
    .first()
    .click()
  await mine.getByRole('menuitemradio', { name: 'Sans limite' }).click()
  await expect.poll(() => drawer.getByText(/^Ouvert jusqu’à/).count()).toBe(0)
  expect(await sharesOf()).toMatchObject([{ expires_at: null }])
  await mine.context().close()
})
