import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  DESKTOP,
  launch,
  newContext,
  PHONE,
  signIn,
  WITH_MOTION,
} from '../../support/browser/browser'
import { cutTexts } from './cut-texts'
import { focusTop } from '../../support/browser/keyboard'
import { settled } from '../../support/browser/settled'
import { FORGOTTEN, NOWHERE, visit } from '../../support/browser/visit'
import { http, login } from '../../support/server/http'
import { startServer, type RunningServer } from '../../support/server/process'
import { photoFile } from '../../support/world/photos'

const MAN = 'demo-2@connivence.test'
/** A panel over the conversations. */
const SETTINGS = '/settings/security'
const WOMAN = 'demo-3@connivence.test'

let server: RunningServer
let browser: Browser
/** The ten pages of docs/accessibilite.md, by their address, and one of the settings; two are public. */
let pages: readonly string[]
let talk: string
beforeAll(async () => {
  server = await startServer({ DEMO: '1', TILE_URL: '' })
  browser = await launch()
  const { token, identityIds } = await login(server.url, MAN)
  const api = http(server.url, token, identityIds[0])
  const nora = await login(server.url, WOMAN)
  const hers = http(server.url, nora.token, nora.identityIds[0])
  const start = await api.post<{ conversation: { id: string } }>('/api/conversations/start', {
    handle: 'nora_lyon',
  })
  talk = start.body.conversation.id
  const say = (from: typeof api, sender: string | undefined, more: object) =>
    from.post<{ id: string }>(`/api/conversations/${talk}/messages`, {
      sender_identity_id: sender,
      client_msg_id: crypto.randomUUID(),
      ...more,
    })
  const asked = await say(hers, nora.identityIds[0], { content: 'Vous venez samedi ?' })
  await say(api, identityIds[0], { content: 'Oui !', quoted_message_id: asked.body.id })
  const file = new FormData()
  const bytes = readFileSync(await photoFile('rgaa.jpg', 900, 600))
  file.set('files', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'photo.jpg')
  const upload = await fetch(`${server.url}/api/media/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: file,
  })
  const { media_id } = (await upload.json()) as { media_id: string }
  const made = await api.post<{ album: { id: string } }>('/api/albums', {
    name: 'Un été au bord de l’eau',
    isPublic: false,
  })
  await api.post(`/api/albums/${made.body.album.id}/media`, { mediaIds: [media_id] })
  const page = await (await newContext(browser)).newPage()
  await signIn(page, server.url, MAN, undefined, '/events')
  const event = page.locator('main a[href^="/events/"]:not([href="/events/new"])').first()
  pages = [
    '/login',
    '/register',
    '/conversations',
    `/conversations/${talk}`,
    '/connection',
    '/events',
    (await event.getAttribute('href')) ?? '',
    '/albums',
    '/profile',
    '/radar',
    SETTINGS,
  ]
  await page.context().close()
})
afterAll(async () => {
  await browser.close()
  await server.close()
})

/** Goes through the ten pages, the public ones signed out; `textSize`: the member's, in per cent. */
const each = async (
  options: Parameters<typeof newContext>[1],
  look: (page: Page, path: string) => Promise<void>,
  textSize?: string,
): Promise<void> => {
  const open = async (): Promise<Page> => {
    const context = await newContext(browser, options)
    if (textSize)
      await context.addInitScript((size) => localStorage.setItem('text_size', size), textSize)
    return context.newPage()
  }
  const visitor = await open()
  const member = await open()
  await signIn(member, server.url, MAN)
  for (const [at, path] of pages.entries()) {
    const page = at < 2 ? visitor : member
    await visit(page, server.url, path, at < 2 ? FORGOTTEN : NOWHERE)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await settled(page)
    await look(page, path)
  }
  await visitor.context().close()
  await member.context().close()
}

/** Adds the title of the page to `titles`. */
const readStructure = async (page: Page, path: string, titles: Set<string>): Promise<void> => {
  const seen = await page.evaluate(() => {
    const shown = (query: string): Element[] =>
      [...document.querySelectorAll(query)].filter((e) => e.checkVisibility())
    return {
      type: document.doctype?.name,
      lang: document.documentElement.lang,
      title: document.title,
      levels: shown('h1, h2, h3, h4, h5, h6').map((e) => Number(e.tagName[1])),
      mains: shown('main').length,
      navigation: shown('nav[aria-label="Navigation"]').length,
      ids: [...document.querySelectorAll('[id]')].map((e) => e.id),
    }
  })
  expect([seen.type, seen.lang], path).toEqual(['html', 'fr'])
  if (path !== SETTINGS) titles.add(seen.title)
  expect(seen.levels.filter((level) => level === 1).length, path).toBe(1)
  expect(seen.levels[0], path).toBe(1)
  for (const [i, level] of seen.levels.entries())
    expect(level - (seen.levels[i - 1] ?? 0), `${path}: ${seen.levels.join()}`).toBeLessThan(2)
  expect(new Set(seen.ids).size, path).toBe(seen.ids.length)
  const isPublic = path === pages[0] || path === pages[1]
  expect([seen.mains, seen.navigation], path).toEqual([1, isPublic ? 0 : 1])
  if (isPublic || path === SETTINGS) return
  await focusTop(page)
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Aller au contenu' })
  await expect
    .poll(() => skip.evaluate((node) => node === document.activeElement), { message: path })
    .toBe(true)
  await page.keyboard.press('Enter')
  await expect
    .poll(() => page.getByRole('main').evaluate((node) => node === document.activeElement))
    .toBe(true)
}

const readPictures = async (page: Page, path: string): Promise<void> => {
  const wrong = await page.evaluate(() => [
    ...[
      ...document.querySelectorAll(
        'img:not([alt]), canvas:not([aria-hidden=true]), iframe, object, embed, video, audio',
      ),
    ].map((e) => e.outerHTML.slice(0, 120)),
    ...[...document.querySelectorAll('svg')]
      .filter((e) => !e.closest('[aria-hidden="true"]') && !e.getAttribute('aria-label'))
      .map((e) => e.outerHTML.slice(0, 120)),
    ...[...document.querySelectorAll('center, font, big, u, s, [bgcolor], [align], [border]')].map(
      (e) => e.outerHTML.slice(0, 120),
    ),
    ...[...document.querySelectorAll('a')]
      .filter((a) =>
        [...(a.parentElement?.childNodes ?? [])].some(
          (n) => n.nodeType === Node.TEXT_NODE && n.nodeValue?.trim(),
        ),
      )
      .filter((a) => !getComputedStyle(a).textDecorationLine.includes('underline'))
      .map((a) => a.outerHTML.slice(0, 120)),
  ])
  expect(wrong, path).toEqual([])
}

const readFields = async (page: Page, path: string): Promise<void> => {
  const fields = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement>('input, textarea, select')]
      .filter((e) => e.checkVisibility())
      .map((e) => ({
        name: e.labels?.[0]?.textContent?.trim() ?? '',
        shown: e.labels?.[0]?.matches(':not(.visually-hidden)') ?? false,
        title: e.title,
        required: e.ariaRequired,
        known: e.autocomplete,
        type: e.type,
      })),
  )
  for (const field of fields)
    expect(field.name !== '' && (field.shown || field.title !== ''), `${path} ${field.name}`).toBe(
      true,
    )
  if (path !== pages[0] && path !== pages[1]) return
  expect(await page.getByText(/obligatoires\.$/).count()).toBe(1)
  for (const field of fields) {
    expect(field.required, field.name).toBe('true')
    if (field.type !== 'checkbox') expect(field.known, field.name).toMatch(/^[a-z-]+$/)
  }
}

test(`8.1 8.3 8.5 9.1 9.2 12.7: each page is in French, has a title, headings without a gap, its landmarks and the link to its content;
1.1 1.2 2.1 4.1 10.1 10.6: pictures have an alternative or are decoration; no frame, no sound, no presentation in the markup; a link in a sentence is underlined;
11.1 11.10 11.13: each field shows its label, or a title over a hidden one; what is required is said; fields about oneself are known to the browser`, async () => {
  const titles = new Set<string>()
  await each(DESKTOP, async (page, path) => {
    await readPictures(page, path)
    await readFields(page, path)
    await readStructure(page, path, titles)
  })
  // all but the settings, a panel over the conversations
  expect(titles.size).toBe(pages.length - 1)
})

test('1.2: the turning circle of a map that loads is decoration; its name says that it loads', async () => {
  const page = await (await newContext(browser, DESKTOP)).newPage()
  let deliver = (): void => undefined
  const held = new Promise<void>((resolve) => {
    deliver = resolve
  })
  await page.route('**/assets/leaflet*', async (route) => {
    await held
    await route.continue()
  })
  await signIn(page, server.url, MAN, undefined, '/radar')
  const spinner = page.getByRole('status', { name: 'Chargement de la carte…' })
  await spinner.waitFor()
  await readPictures(page, '/radar')
  deliver()
  await spinner.waitFor({ state: 'detached' })
  await page.context().close()
})

test('8.6: the title of a page says what is open, and its name only on the member’s wish', async () => {
  const page = await (await newContext(browser)).newPage()
  await signIn(page, server.url, MAN)
  const event = pages.find((path) => path.startsWith('/events/')) ?? ''
  const titleOf = async (path: string): Promise<string> => {
    await page.goto(server.url + path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await settled(page)
    return page.title()
  }
  const thread = `/conversations/${talk}`
  expect(await titleOf(thread)).toBe('Discussion privée · Connivence')
  expect(await titleOf(event)).toBe('Sortie · Connivence')
  const name = await page.getByRole('heading', { level: 1 }).first().innerText()
  await titleOf('/settings/appearance')
  const wish = page.getByRole('switch', { name: 'Nommer la page dans son titre' })
  await wish.check()
  expect(await titleOf(thread)).toBe('nora_lyon · Connivence')
  // another page over it keeps nothing of the name
  await page.getByRole('navigation').getByRole('link', { name: 'Actualités' }).click()
  await expect.poll(() => page.title()).toBe('Actualités · Connivence')
  expect(await titleOf(event)).toBe(`${name} · Connivence`)
  await page.getByRole('tab', { name: /^Participants/ }).click()
  await expect.poll(() => page.title()).toBe(`${name} · Participants · Connivence`)
  await page.context().close()
})

test('12.5: the search is at the same place of each page of a member, by finger too', async () => {
  for (const [options, isPhone] of [
    [DESKTOP, false],
    [PHONE, true],
  ] as const) {
    const places = new Set<string>()
    await each(options, async (page, path) => {
      // a panel makes the menu inert; on a phone a thread covers it
      const isCovered = path === SETTINGS || (isPhone && path === `/conversations/${talk}`)
      if (path === pages[0] || path === pages[1] || isCovered) return
      const search = page
        .getByRole('navigation', { name: 'Navigation' })
        .getByRole('button', { name: 'Rechercher' })
      places.add(JSON.stringify(await search.boundingBox()))
      if (path !== '/radar') return
      await (isPhone ? search.tap() : search.click())
      await page
        .getByRole('dialog', { name: 'Rechercher' })
        .getByRole('list', { name: 'Membres que vous connaissez' })
        .waitFor()
    })
    expect([...places], isPhone ? 'phone' : 'desktop').toHaveLength(1)
  }
})

const SPREAD =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }'

test('10.11 10.12: at 320 × 256 px (400 %), and with the text spread out, nothing is cut but excerpts, and nothing scrolls sideways', async () => {
  const found: string[] = []
  await each({ ...DESKTOP, viewport: { width: 320, height: 256 } }, async (page, path) => {
    for (const cut of await cutTexts(page)) found.push(`${path}, small: ${cut}`)
    await page.setViewportSize(DESKTOP.viewport)
    const sheet = await page.evaluateHandle((text) => {
      const added = new CSSStyleSheet()
      added.replaceSync(text)
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, added]
      return added
    }, SPREAD)
    await settled(page)
    for (const cut of await cutTexts(page)) found.push(`${path}, spread: ${cut}`)
    await sheet.evaluate((added) => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== added)
    })
    await page.setViewportSize({ width: 320, height: 256 })
  })
  expect(found).toEqual([])
})

test('10.4: with text at 200 % nothing is cut but excerpts', async () => {
  const found: string[] = []
  const look = async (page: Page, path: string): Promise<void> => {
    for (const cut of await cutTexts(page)) found.push(`${path}: ${cut}`)
  }
  await each(DESKTOP, look, '200')
  expect(found).toEqual([])
})

test('11.10 11.11: what is wrong is written at its field, tied to it, with an example where a format is asked for', async () => {
  const page = await (await newContext(browser, DESKTOP)).newPage()
  await page.goto(`${server.url}/register`)
  await page.getByLabel('Adresse e-mail').fill('nora')
  await page.getByRole('button', { name: 'Créer mon compte' }).click()
  const described = (label: string): Promise<string[]> =>
    page
      .getByLabel(label, { exact: true })
      .evaluate((node) => (node.ariaDescribedByElements ?? []).map((e) => e.textContent ?? ''))
  for (const [label, words] of [
    ['Nom', /Indiquez votre nom/],
    ['Adresse e-mail', /n’est pas valide. Exemple.: nom@exemple.fr/],
    ['Mot de passe', /au moins 10 caractères/],
    ['Date de naissance', /Indiquez votre date de naissance/],
  ] as const) {
    await expect.poll(async () => (await described(label)).join(' ')).toMatch(words)
    expect(await page.getByLabel(label, { exact: true }).getAttribute('aria-invalid')).toBe('true')
  }
  await page.context().close()
})

test('3.1 9.4: who is online is said, not only shown by a dot; a quoted message is a quotation', async () => {
  const hers = await (await newContext(browser, DESKTOP)).newPage()
  await signIn(hers, server.url, WOMAN)
  const page = await (await newContext(browser, DESKTOP)).newPage()
  await signIn(page, server.url, MAN, undefined, `/conversations/${talk}`)
  await page
    .getByRole('region', { name: 'Liste des discussions' })
    .getByRole('link', { name: /^nora_lyon.*En ligne/ })
    .waitFor()
  await page.getByRole('blockquote').getByText('Vous venez samedi ?').waitFor()
  await hers.context().close()
  await page.context().close()
})

test('13.8: with motion allowed nothing moves without end', async () => {
  await each({ ...DESKTOP, ...WITH_MOTION }, async (page, path) => {
    await expect
      .poll(
        () =>
          page.evaluate(() =>
            document
              .getAnimations()
              .filter((a) => a.effect?.getComputedTiming().endTime === Infinity)
              .map((a) => (a.effect as KeyframeEffect).target?.className),
          ),
        { message: path },
      )
      .toEqual([])
  })
})
