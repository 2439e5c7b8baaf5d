import { readFileSync } from 'node:fs'
import type { Locator, Page, Request } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  newContext,
  PHONE,
  signIn,
  WITH_SERVICE_WORKER,
  signInByForm,
} from '../../support/browser/browser'
import { photoFile } from '../../support/world/photos'
import { COMPOSER, MAN, stage, WOMAN, type Stage } from '../../support/world/talk'

let s: Stage
let page: Page
let talk: string
beforeAll(async () => {
  s = await stage()
  const [man, woman] = [await s.member(MAN), await s.member(WOMAN)]
  const unread = await woman.with(man.handle)
  talk = (await man.conversations()).find((c) => c.id !== unread)?.id ?? ''
  await woman.say(unread, 'Quelqu’un là ?')
  const context = await newContext(s.browser, { ...PHONE, ...WITH_SERVICE_WORKER })
  // the icon's count, as the system would show it
  await context.addInitScript(() => {
    const shown: unknown[] = ((globalThis as { iconCounts?: unknown[] }).iconCounts = [])
    Object.assign(Navigator.prototype, {
      setAppBadge: (n?: number) => {
        shown.push(n ?? 'dot')
        return Promise.resolve()
      },
      clearAppBadge: () => {
        shown.push('none')
        return Promise.resolve()
      },
    })
  })
  page = await context.newPage()
  await signIn(page, s.server.url, MAN, undefined, `/conversations/${talk}`)
  await page.getByPlaceholder(COMPOSER).waitFor()
})
afterAll(() => s.close())

const COVERED = { name: 'Carnet' }
const escape = async (times: number): Promise<void> => {
  for (let i = 0; i < times; i += 1) await page.keyboard.press('Escape')
}
/** Puts the shopping list before the page and returns it. */
const cover = async (): Promise<Locator> => {
  const notebook = page.getByRole('dialog', COVERED)
  // the shortcut listens once its piece has come
  await expect
    .poll(async () => {
      await escape(3)
      return notebook.count()
    })
    .toBe(1)
  return notebook
}
const readable = (): Promise<string> =>
  page.evaluate(() => document.body.innerText.replace(/\s+/g, ' ').trim())

describe('the screen is cleared at once', () => {
  test('three Escapes: only a shopping list can be read, also after a reload; the title held brings everything back as it was', async () => {
    await page.getByPlaceholder(COMPOSER).fill('Une phrase à moitié')
    const notebook = await cover()
    await expect.poll(() => page.title()).toBe('Carnet')
    await expect.poll(() => readable()).toMatch(/^Carnet Courses Pain complet .+ Photocopies$/)
    await expect.poll(() => page.locator('link[rel=icon]').getAttribute('href')).toBe('/carnet.png')
    // Escape again uncovers nothing
    await escape(3)
    expect(await readable()).toMatch(/^Carnet Courses/)
    await page.reload()
    await notebook.waitFor()
    await expect
      .poll(async () => [await page.title(), await readable()])
      .toEqual(['Carnet', expect.stringMatching(/^Carnet Courses/) as string])
    const back = await notebook.getByRole('button', COVERED).boundingBox()
    await page.mouse.move((back?.x ?? 0) + 10, (back?.y ?? 0) + 10)
    await page.mouse.down()
    await notebook.waitFor({ state: 'detached' })
    await page.mouse.up()
    await page.getByPlaceholder(COMPOSER).waitFor()
    await expect
      .poll(() => page.getByPlaceholder(COMPOSER).inputValue())
      .toBe('Une phrase à moitié')
    await expect.poll(() => page.title()).toMatch(/Connivence$/)
    // a click between Escapes: three surfaces closed one after the other
    await escape(2)
    await page.getByPlaceholder(COMPOSER).click()
    await escape(1)
    expect(await notebook.count()).toBe(0)
  })

  test('who comes back finds the keyboard where it was, also in the settings', async () => {
    let release = (): void => undefined
    const pressed = new Promise<void>((resolve) => (release = resolve))
    // the code of the cover may come after the press
    await page.route(/\/installed-[^/]+\.js$/, (route) => pressed.then(() => route.continue()))
    await page.goto(`${s.server.url}/settings/app`)
    const button = page.getByRole('button', { name: 'Essayer' })
    await button.focus()
    await button.press('Enter')
    await expect.poll(() => button.isVisible()).toBe(false)
    release()
    await page.getByRole('dialog', COVERED).waitFor()
    await page.unroute(/\/installed-[^/]+\.js$/)
    await page.keyboard.down('Enter')
    await page.getByRole('dialog', COVERED).waitFor({ state: 'detached' })
    await page.keyboard.up('Enter')
    await expect.poll(() => button.evaluate((node) => node === document.activeElement)).toBe(true)
  })

  test('a message that arrives behind the shopping list is read once it can be seen', async () => {
    const [man, woman] = [await s.member(MAN), await s.member(WOMAN)]
    const open = await woman.with(man.handle)
    const reads: string[] = []
    const note = (request: Request): void => {
      if (request.url().endsWith(`${open}/mark-read`)) reads.push(request.method())
    }
    await page.goto(`${s.server.url}/conversations/${open}`)
    await page.getByText('Quelqu’un là ?').last().waitFor()
    const notebook = await cover()
    page.on('request', note)
    await woman.say(open, 'Toujours là ?')
    await page
      .locator('[data-message]')
      .filter({ hasText: 'Toujours là ?' })
      .waitFor({ state: 'attached' })
    expect(reads).toEqual([])
    await page.keyboard.down('Enter')
    await notebook.waitFor({ state: 'detached' })
    await page.keyboard.up('Enter')
    await expect.poll(() => reads).not.toEqual([])
    page.off('request', note)
    // unread again, for the icon
    await page.goto(`${s.server.url}/conversations/${talk}`)
    await woman.say(open, 'Alors ?')
  })

  test('Escape that closes a dialog does not; a long press on the bar at the foot of a phone does', async () => {
    await page.goto(`${s.server.url}/conversations`)
    for (let i = 0; i < 2; i += 1) {
      await page.getByRole('button', { name: 'Nouvelle discussion' }).click()
      await page.getByRole('dialog').waitFor()
      await escape(1)
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    expect(await page.getByRole('dialog', COVERED).count()).toBe(0)
    const bar = await page.getByRole('link', { name: /^Sorties/ }).boundingBox()
    await page.mouse.move((bar?.x ?? 0) + 20, (bar?.y ?? 0) + 20)
    // the gesture is listened to once its piece has come
    await expect
      .poll(async () => {
        await page.mouse.down()
        await page
          .getByRole('dialog', COVERED)
          .waitFor({ timeout: 2_000 })
          .catch(() => undefined)
        await page.mouse.up()
        return page.getByRole('dialog', COVERED).count()
      })
      .toBe(1)
    await page.keyboard.down('Enter')
    await page.getByRole('dialog', COVERED).waitFor({ state: 'detached' })
    await page.keyboard.up('Enter')
    await page.getByRole('link', { name: /^Sorties/ }).waitFor()
  })
})

test('the discreet mode gives the tab, the manifest and the icons a neutral name; the icon’s count becomes a dot', async () => {
  await page.goto(`${s.server.url}/settings/app`)
  const mode = page.getByRole('switch', { name: 'Mode discret' })
  await mode.check()
  await expect.poll(() => page.title()).toBe('Carnet')
  const face = (): Promise<(string | null)[]> =>
    page.evaluate(() =>
      ['icon', 'apple-touch-icon', 'manifest'].map(
        (rel) => document.querySelector(`link[rel="${rel}"]`)?.getAttribute('href') ?? null,
      ),
    )
  await expect
    .poll(() => face())
    .toEqual(['/carnet.png', '/carnet-touch-icon.png', '/carnet.webmanifest'])
  await page.goto(`${s.server.url}/news`)
  await page.getByRole('heading', { name: 'Actualités' }).waitFor()
  await expect
    .poll(async () => [await page.title(), ...(await face())])
    .toEqual(['Carnet', '/carnet.png', '/carnet-touch-icon.png', '/carnet.webmanifest'])
  const shown = (): Promise<unknown[]> =>
    page.evaluate(() => (globalThis as { iconCounts?: unknown[] }).iconCounts ?? [])
  await expect.poll(shown).toContain('dot')
  const neutral = await (await fetch(`${s.server.url}/carnet.webmanifest`)).text()
  expect(neutral.toLowerCase()).not.toContain('connivence')
  await page.goto(`${s.server.url}/settings/app`)
  await mode.uncheck()
  await expect.poll(() => page.title()).toMatch(/Connivence$/)
  expect((await face())[2]).toBe('/manifest.webmanifest')
  await expect.poll(async () => (await shown()).at(-1)).toBeGreaterThan(0)
})

test('photos from the share sheet wait on this device for a conversation, pass the blur modal and are then forgotten', async () => {
  const file = await photoFile('partage.jpg', 900, 600)
  await page.goto(`${s.server.url}/conversations`)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null))
    .toBe(true)
  await page
    .getByRole('region', { name: 'Liste des discussions' })
    .getByRole('link')
    .first()
    .click()
  const composer = page.getByPlaceholder(/^Écrire/)
  await composer.fill('Déjà commencé')
  // what the system posts when somebody shares
  const to = await page.evaluate(
    async (bytes) => {
      const form = new FormData()
      form.append(
        'photos',
        new File([new Uint8Array(bytes)], 'partage.jpg', { type: 'image/jpeg' }),
      )
      form.append('text', 'Notre dernière sortie')
      const answer = await fetch('/share', { method: 'POST', body: form })
      return new URL(answer.url).pathname
    },
    [...readFileSync(file)],
  )
  expect(to).toBe('/share')
  await page.goto(`${s.server.url}/share`)
  await page.getByText('1 photo et un texte, à relire et à flouter').waitFor()
  // what comes with them is read before a conversation is chosen, too
  await page.getByRole('img', { name: 'Numéro 1' }).waitFor()
  await page.getByText('Notre dernière sortie').waitFor()
  await page.getByRole('list', { name: 'Discussions' }).getByRole('button').first().click()
  const modal = page.getByRole('dialog', { name: 'Flouter les visages' })
  await modal.getByRole('button', { name: /^(Ajouter la photo|Suivant)/ }).click()
  await modal.waitFor({ state: 'detached' })
  await expect
    .poll(() => page.getByRole('list', { name: 'Photos jointes' }).getByRole('listitem').count())
    .toBe(1)
  // nothing of either is lost
  expect(await composer.inputValue()).toBe('Déjà commencé\nNotre dernière sortie')
  await expect
    .poll(() => page.evaluate(async () => (await indexedDB.databases()).map((d) => d.name)))
    .not.toContain('shared')
  await page.goto(`${s.server.url}/share`)
  await page.getByRole('heading', { name: 'Rien à partager' }).waitFor()
  // where the server answered in the worker's place
  await page.goto(`${s.server.url}/share?recommencer`)
  await page.getByRole('heading', { name: 'Partagez une nouvelle fois' }).waitFor()
})

test('CORE-024: the app can be installed: manifest with name, scope, icons of every kind, shortcuts and share target; the offer asks once', async () => {
  const manifest = (await (await fetch(`${s.server.url}/manifest.webmanifest`)).json()) as {
    icons: { src: string; sizes: string; purpose?: string }[]
    shortcuts: { name: string }[]
  }
  expect(manifest).toMatchObject({
    name: 'Connivence',
    lang: 'fr',
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    share_target: { action: '/share', method: 'POST' },
  })
  expect(manifest.icons.map((i) => `${i.sizes} ${i.purpose ?? 'any'}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '192x192 maskable',
    '512x512 maskable',
    '512x512 monochrome',
  ])
  for (const { src } of manifest.icons)
    expect((await fetch(`${s.server.url}${src}`)).headers.get('content-type')).toBe('image/png')
  expect(manifest.shortcuts.map((x) => x.name)).toEqual(['Messages', 'Sorties', 'Carte'])
  await page.goto(`${s.server.url}/conversations`)
  await page
    .getByRole('region', { name: 'Liste des discussions' })
    .getByRole('link')
    .first()
    .waitFor()
  const offer = (): Promise<void> =>
    page.evaluate(() => {
      const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
        prompt: () => {
          document.documentElement.dataset['asked'] = 'true'
          return Promise.resolve()
        },
        userChoice: Promise.resolve({ outcome: 'dismissed' }),
      })
      dispatchEvent(event)
    })
  await offer()
  const banner = page.getByText('Gardez Connivence sur votre écran d’accueil.')
  await banner.waitFor()
  await page.getByRole('button', { name: 'Installer', exact: true }).click()
  await banner.waitFor({ state: 'detached' })
  await expect.poll(() => page.locator('html').getAttribute('data-asked')).toBe('true')
  // closed once, it does not come back on this device
  await offer()
  await page
    .getByRole('status')
    .filter({ has: banner })
    .getByRole('button', { name: 'Fermer', exact: true })
    .click()
  await banner.waitFor({ state: 'detached' })
  await page.reload()
  await page
    .getByRole('region', { name: 'Liste des discussions' })
    .getByRole('link')
    .first()
    .waitFor()
  await offer()
  expect(await banner.count()).toBe(0)
})

test('an offer that the browser made on the login page waits there for whoever signs in afterwards', async () => {
  const context = await newContext(s.browser, PHONE)
  await context.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => {
      if (location.pathname === '/login')
        dispatchEvent(
          Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
            prompt: () => Promise.resolve(),
            userChoice: Promise.resolve({ outcome: 'dismissed' }),
          }),
        )
    }),
  )
  const visitor = await context.newPage()
  await signInByForm(visitor, s.server.url, WOMAN)
  await visitor.getByText('Gardez Connivence sur votre écran d’accueil.').waitFor()
  await context.close()
})
