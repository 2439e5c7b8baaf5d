import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll } from 'vitest'
import { launch, newContext, signIn } from '../../support/browser/browser'
import { login, type Session } from '../../support/server/http'
import { photoFile } from '../../support/world/photos'
import { startServer, type RunningServer } from '../../support/server/process'

export let server: RunningServer

let browser: Browser

export let files: string[]

export let owner: Session

export let other: Session

export const OWNER = 'demo-2@connivence.test'

export const OTHER = 'demo-3@connivence.test'

export const api = async <T = unknown>(
  as: Session,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> => {
  const answer = await fetch(`${server.url}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${as.token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

export const signedIn = async (
  email: string,
  options: Parameters<typeof newContext>[1],
  path: string,
): Promise<Page> => {
  const page = await (await newContext(browser, options)).newPage()
  await page.addInitScript(() => {
    Object.assign(window, { buzzed: [] })
    navigator.vibrate = (ms) => {
      ;(window as unknown as { buzzed: unknown[] }).buzzed.push(ms)
      return true
    }
  })
  await signIn(page, server.url, email)
  await page.goto(`${server.url}${path}`)
  return page
}

export const album = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

export const photos = (page: Page, name: string) =>
  album(page, name).getByRole('button', { name: /^(Ouvrir|Déplacer) : Photo/ })

/** An album of the owner with three photos, made through the screen. */
export const createAlbum = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: 'Créer un album' }).first().click()
  await page.getByLabel('Nom', { exact: true }).fill(name)
  await page.getByRole('button', { name: 'Créer', exact: true }).click()
  await album(page, name).waitFor()
}

/** The names of the files by their shapes: the server keeps no names. */
const NAMES = new Map([
  [1, 'un.jpg'],
  [-1, 'deux.jpg'],
  [0, 'trois.jpg'],
])
export const order = async (name: string): Promise<string[]> => {
  const { albums } = await api<{ albums: { id: string; name: string }[] }>(owner, 'GET', '/albums')
  const { media } = await api<{ media: { width: number; height: number }[] }>(
    owner,
    'GET',
    `/albums/${albums.find((a) => a.name === name)?.id}/media`,
  )
  return media.map((m) => NAMES.get(Math.sign(m.width - m.height)) ?? '')
}

/** Starts what every test of this file shares. */
export const setUp = (): void => {
  beforeAll(async () => {
    server = await startServer({ DEMO: '1' })
    browser = await launch()
    files = [
      await photoFile('un.jpg', 900, 600),
      await photoFile('deux.jpg', 600, 900),
      await photoFile('trois.jpg', 800, 800),
    ]
    owner = await login(server.url, OWNER)
    other = await login(server.url, OTHER)
    await api(owner, 'POST', '/conversations/start', {
      handle: (await api<{ account: { account_handle: string } }>(other, 'GET', '/auth/me')).account
        .account_handle,
    })
  })
  afterAll(async () => {
    await browser.close()
    await server.close()
  })
}
