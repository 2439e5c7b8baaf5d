import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DESKTOP, launch, newContext, PHONE, signIn, signOut } from '../../support/browser/browser'
import { http, login, type Http } from '../../support/server/http'
import { startServer, type Running } from '../../support/server/process'
import { createProxy, type Proxy } from '../../support/server/proxy'
import { COUPLE, MAN, WOMAN } from '../../support/world/talk'

let server: Running
let proxy: Proxy
let browser: Browser
beforeAll(async () => {
  server = await startServer({ DEMO: '1' })
  proxy = await createProxy(server.port)
  browser = await launch()
})
afterAll(async () => {
  await browser.close()
  await proxy.close()
  await server.close()
})

const LIST = '/conversations'
const rows = (page: Page) =>
  page.getByRole('region', { name: 'Liste des discussions' }).getByRole('link')
interface Stored {
  path: string
  days: number[]
  tree: string
  version: string
}
/** The pictures that this device keeps: of the list, and of a conversation. */
const stored = (page: Page): Promise<(Stored | undefined)[]> =>
  page.evaluate(async () => {
    const name = (await indexedDB.databases()).find((d) => d.name?.startsWith('kept:'))?.name
    if (!name) return []
    const answer = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve) => {
        request.onsuccess = () => resolve(request.result)
      })
    const db = await answer(indexedDB.open(name))
    const shelf = db.transaction('list').objectStore('list')
    const both = (await Promise.all([
      answer(shelf.get('picture:list')),
      answer(shelf.get('picture:thread')),
    ])) as (Stored | undefined)[]
    db.close()
    return both
  })
/** Puts another in the place of one of them, without network: the app keeps nothing then. */
const replace = (page: Page, key: 'list' | 'thread', patch: Partial<Stored>): Promise<void> =>
  page.evaluate(
    async ([key, patch]) => {
      const name =
        (await indexedDB.databases()).find((d) => d.name?.startsWith('kept:'))?.name ?? ''
      const answer = <T>(request: IDBRequest<T>): Promise<T> =>
        new Promise((resolve) => {
          request.onsuccess = () => resolve(request.result)
        })
      const db = await answer(indexedDB.open(name))
      const shelf = db.transaction('list', 'readwrite').objectStore('list')
      const before = (await answer(shelf.get(`picture:${key}`))) as Stored
      await answer(shelf.put({ ...before, ...patch }, `picture:${key}`))
      db.close()
    },
    [key, patch] as const,
  )
const paths = async (page: Page): Promise<(string | undefined)[]> =>
  (await stored(page)).map((p) => p?.path)

/** A first visit to the list and to its first conversation; the path of that. */
const visit = async (
  context: BrowserContext,
  email: string,
  as?: string,
  to?: string,
): Promise<{ page: Page; path: string }> => {
  proxy.mode = 'pass'
  const page = await context.newPage()
  await signIn(page, proxy.url, email, as)
  await rows(page).first().waitFor()
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await expect.poll(async () => (await paths(page))[0], { timeout: 30_000 }).toBe(LIST)
  const path = to ?? (await rows(page).first().getAttribute('href')) ?? ''
  await page.locator(`a[href="${path}"]`).first().click()
  await page.locator('[data-message]').first().waitFor()
  await expect.poll(() => paths(page), { timeout: 30_000 }).toEqual([LIST, path])
  return { page, path }
}

interface Place {
  text: string
  left: number
  top: number
  width: number
  height: number
}
interface Noted {
  drawn?: { before: boolean; inert: boolean; hidden: string | null; hit: boolean }
  ended?: { picture: Place[]; app: Place[]; away: number[] }
}
/** What happens at a start is noted in the page itself: how the picture came, and what stood where in it and in the app when it went. */
const noteIn = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const noted: Noted = {}
    Object.assign(globalThis, { noted })
    const MARKS = 'li a, [data-thread] time, h1, h2, nav > a, textarea, input, [data-tone="warn"]'
    const placesIn = (box: Element | null): Place[] =>
      [...(box?.querySelectorAll(MARKS) ?? [])].flatMap((node) => {
        const { left, top, width, height } = node.getBoundingClientRect()
        const seen =
          !node.closest('[data-beneath][inert]') &&
          width > 1 &&
          height > 1 &&
          top < innerHeight &&
          top + height > 0 &&
          node.checkVisibility()
        return seen
          ? [
              {
                text: [...node.querySelectorAll('span, b, time'), node]
                  .filter(
                    (n) => !n.closest('.visually-hidden, [data-live]') && !n.firstElementChild,
                  )
                  .map((n) => n.textContent)
                  .join(' '),
                left,
                top,
                width,
                height,
              },
            ]
          : []
      })
    const awayFromEnd = (box: Element | null): number[] =>
      [...(box?.querySelectorAll('[data-thread]') ?? [])].map(
        (n) => n.scrollHeight - n.clientHeight - n.scrollTop,
      )
    new MutationObserver(() => {
      const picture = document.getElementById('picture')
      if (!picture) return
      noted.drawn ??= {
        before: document.querySelector('#root section') === null,
        inert: picture.inert,
        hidden: picture.getAttribute('aria-hidden'),
        hit:
          document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('#picture') != null,
      }
    }).observe(document, { childList: true, subtree: true })
    const remove = Element.prototype.remove
    Element.prototype.remove = function () {
      const root = document.getElementById('root')
      if (this.id === 'picture')
        noted.ended ??= {
          picture: placesIn(this),
          app: placesIn(root),
          away: [...awayFromEnd(this), ...awayFromEnd(root)],
        }
      remove.call(this)
    }
  })
const noted = (page: Page): Promise<Noted> =>
  page.evaluate(() => (globalThis as unknown as { noted: Noted }).noted)
/** Starts without network; back when the app's own screen stands. */
const start = async (
  context: BrowserContext,
  path: string,
  before?: (page: Page) => Promise<unknown>,
): Promise<{ page: Page; seen: Noted }> => {
  proxy.mode = 'reset'
  const page = await context.newPage()
  await noteIn(page)
  await before?.(page)
  await page.goto(`${proxy.url}${path}`)
  await page
    .locator('#root section, #root input, dialog[data-cover]')
    .first()
    .waitFor({ state: 'attached' })
  await page.locator('#picture').waitFor({ state: 'detached' })
  return { page, seen: await noted(page) }
}
const NEAR_PX = 1.5
/** The same things at the same places. */
const expectAlike = ({ drawn, ended }: Noted, least: number): void => {
  expect(drawn).toEqual({ before: true, inert: true, hidden: 'true', hit: false })
  const [picture, app] = [ended?.picture ?? [], ended?.app ?? []]
  expect(picture.map((p) => p.text)).toEqual(app.map((p) => p.text))
  expect(picture.length).toBeGreaterThanOrEqual(least)
  const moved = picture.filter((p, i) =>
    (['left', 'top', 'width', 'height'] as const).some(
      (side) => Math.abs(p[side] - (app[i]?.[side] ?? Number.NaN)) > NEAR_PX,
    ),
  )
  expect(moved).toEqual([])
}

describe.each([
  ['a phone', PHONE, COUPLE, 'Tous les deux'],
  ['a desktop', DESKTOP, MAN, undefined],
] as const)('second visit without network, on %s', (_, options, email, as) => {
  test('list and conversation stand before the app has drawn anything, and the app takes their place without a movement', async () => {
    const context = await newContext(browser, options)
    const { page: first, path } = await visit(context, email, as)
    await first.close()
    const list = await start(context, LIST)
    expectAlike(list.seen, 14)
    const talk = await start(context, path)
    expectAlike(talk.seen, 9)
    expect(talk.seen.ended?.away.map((px) => Math.round(px))).toEqual([0, 0])
    // the installed app begins at «/», and lands where one was last
    const home = await start(context, '/')
    expectAlike(home.seen, 9)
    expect(new URL(home.page.url()).pathname).toBe(path)
    // the device itself says that it has no network: so does the screen, from the start
    const away = await start(context, LIST, (page) =>
      page.addInitScript(() =>
        Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false }),
      ),
    )
    expectAlike(away.seen, 15)
    const says = ({ ended }: Noted): boolean =>
      ended?.picture.some((p) => p.text === 'Réessayer') ?? false
    expect([says(list.seen), says(away.seen)]).toEqual([false, true])
    await context.close()
  })
})

/** First names that this member may read, their own among them. */
const firstNames = async (api: Http): Promise<string[]> => {
  const me = (
    await api.get<{ account: { identities: { firstname: string | null }[] } }>('/api/auth/me')
  ).body
  const { conversations } = (
    await api.get<{
      conversations: {
        participants: { account: { identities: { firstname: string | null }[] } }[]
      }[]
    }>('/api/conversations')
  ).body
  return [
    ...me.account.identities,
    ...conversations.flatMap((c) => c.participants.flatMap((p) => p.account.identities)),
  ].flatMap((i) => i.firstname ?? [])
}

test('what is kept for it holds no first name, no picture, no address and nothing of the moment; it is only shown where it was taken', async () => {
  const api = http(server.url, (await login(server.url, MAN)).token)
  const names = await firstNames(api)
  expect(names.length).toBeGreaterThan(0)
  const context = await newContext(browser)
  const { page: first, path } = await visit(context, MAN)
  const pictures = await stored(first)
  const all = pictures.map((p) => p?.tree).join()
  // what members wrote to one another is theirs to say
  const { conversations } = (
    await api.get<{
      conversations: { id: string; last_message: unknown; title: unknown; event_title: unknown }[]
    }>('/api/conversations')
  ).body
  const said = JSON.stringify([
    (await api.get(`/api${path}/messages`)).body,
    conversations.map((c) => [c.last_message, c.title, c.event_title]),
  ])
  expect(
    names.filter(
      (name) => new RegExp(`(?<!\\p{L})${name}(?!\\p{L})`, 'u').test(all) && !said.includes(name),
    ),
  ).toEqual([])
  expect(all).not.toMatch(
    /"(?:img|video|canvas|script|link)"|"(?:href|src|srcset|id|value|title|alt)":|https?:|blob:|data:|url\(|\/api\/|En ligne|Vu (?:à|hier|le)|écrit…/,
  )
  expect(all).toContain('Discussions')

  // without network, each time something else is not as it was; this page runs nothing of the app
  await first.goto(`${proxy.url}/theme.js`)
  proxy.mode = 'reset'
  const keep = await first.evaluate(() => ({ ...localStorage }) as Record<string, string>)
  interface Else {
    local?: Record<string, string>
    without?: readonly string[]
    tab?: readonly [string, string]
    size?: { width: number; height: number }
    picture?: Partial<Stored>
  }
  const isDrawn = async (
    at: string,
    { local = {}, without = [], tab, size, picture }: Else = {},
  ): Promise<boolean> => {
    const before = (await stored(first))[0]
    if (picture) await replace(first, 'list', picture)
    await first.evaluate(
      ([values, gone]) => {
        localStorage.clear()
        for (const [key, value] of Object.entries(values))
          if (!gone.includes(key)) localStorage.setItem(key, value)
      },
      [{ ...keep, ...local }, without] as const,
    )
    const page = await context.newPage()
    if (size) await page.setViewportSize(size)
    await noteIn(page)
    if (tab) await page.addInitScript(([key, value]) => sessionStorage.setItem(key, value), tab)
    await page.goto(`${proxy.url}${at}`)
    await page
      .locator('#root section, #root input, #root form, dialog[data-cover]')
      .first()
      .waitFor({ state: 'attached' })
    const { drawn } = await noted(page)
    await page.close()
    if (picture && before) await replace(first, 'list', before)
    return drawn !== undefined
  }
  const other = conversations.map((c) => `/conversations/${c.id}`).find((c) => c !== path) ?? ''
  const days = pictures[0]?.days ?? []
  const NOBODY = '019bc84b-0000-7000-8000-000000000000'
  expect([await isDrawn(LIST), await isDrawn(path)]).toEqual([true, true])
  expect([
    await isDrawn(other),
    await isDrawn(LIST, { local: { active_identity_id: NOBODY } }),
    await isDrawn(LIST, { local: { identity_mode: 'both' } }),
    await isDrawn(LIST, { local: { text_size: '150' } }),
    await isDrawn(LIST, { size: { width: 600, height: 900 } }),
    await isDrawn(LIST, { tab: ['covered', 'true'] }),
    await isDrawn(LIST, { picture: { version: 'another' } }),
    await isDrawn(LIST, { picture: { days: days.map((day) => day - days.length * 86_400_000) } }),
    await isDrawn(LIST, { without: ['auth_token', 'session_active'] }),
  ]).toEqual(Array.from({ length: 9 }, () => false))
  // another account on this device
  expect(await isDrawn(LIST, { local: { account_id: NOBODY } })).toBe(false)
  await context.close()
})

test('yesterday’s picture says the days as today does', async () => {
  const context = await newContext(browser)
  const { page: first } = await visit(context, MAN)
  await first.goto(`${proxy.url}/theme.js`)
  proxy.mode = 'reset'
  const [list] = await stored(first)
  // it was taken when there was one day more to come
  await replace(first, 'list', { days: (list?.days ?? []).map((day) => day - 86_400_000) })
  const times = (tree: string): string[][] =>
    [...tree.matchAll(/\{"daily":(\[[^\]]*\])\}/g)].map((m) => JSON.parse(m[1] ?? '[]') as string[])
  const page = await context.newPage()
  await page.addInitScript(() =>
    new MutationObserver(() => {
      const picture = document.getElementById('picture')
      if (picture)
        Object.assign(globalThis, {
          said: [...picture.querySelectorAll('li time')].map((n) => n.textContent),
        })
    }).observe(document, { childList: true, subtree: true }),
  )
  await page.goto(`${proxy.url}${LIST}`)
  await rows(page).first().waitFor()
  expect(await page.evaluate(() => (globalThis as unknown as { said: string[] }).said)).toEqual(
    times(list?.tree ?? '').map((words) => words[1]),
  )
  expect(
    times(list?.tree ?? '').some(
      ([today, tomorrow]) => /^\d\d:\d\d$/.test(today ?? '') && tomorrow === 'hier',
    ),
  ).toBe(true)
  await context.close()
})

test('a store that was tampered with makes nothing but shapes and words; a bundle that never comes leaves no picture behind', async () => {
  const context = await newContext(browser)
  const { page: first, path } = await visit(context, MAN)
  await first.goto(`${proxy.url}/theme.js`)
  proxy.mode = 'reset'
  const bad = JSON.stringify([
    'div',
    {},
    ['script', {}, 'window.evil = 1'],
    ['a', { href: 'javascript:window.evil = 2', onclick: 'window.evil = 3', class: 'x' }, 'tiens'],
    ['iframe', { srcdoc: '<script>parent.evil = 4</script>', src: '/' }],
    ['img', { src: 'x', onerror: 'window.evil = 5' }],
    [
      'svg',
      { onload: 'window.evil = 6' },
      ['use', { href: '#x' }],
      ['foreignObject', {}, ['style', {}, 'body { display: none }']],
    ],
    ['form', { action: '/evil' }, ['button', { formaction: '/evil' }, 'ici']],
    ['p', { style: 'background: url(https://example.org/x)', id: 'root' }],
    ['link', { rel: 'stylesheet', href: 'https://example.org' }],
  ])
  await replace(first, 'list', { tree: bad })
  const page = await context.newPage()
  const asked: string[] = []
  page.on('request', (r) => asked.push(r.url()))
  await page.addInitScript(() =>
    new MutationObserver(() => {
      const picture = document.getElementById('picture')
      if (picture)
        Object.assign(globalThis, {
          made: [...picture.querySelectorAll('*')].map((n) =>
            [n.localName, ...n.getAttributeNames()].join(' '),
          ),
        })
    }).observe(document, { childList: true, subtree: true }),
  )
  await page.goto(`${proxy.url}${LIST}`)
  await rows(page).first().waitFor()
  const { made, evil } = await page.evaluate(() => {
    const { made, evil } = globalThis as unknown as { made?: string[]; evil?: number }
    return { made, evil }
  })
  expect(made).toEqual([
    'div',
    'div',
    'a class',
    'div',
    'div',
    'svg',
    'div',
    'div',
    'div',
    'div',
    'button',
    'p',
    'div',
  ])
  expect([evil, asked.filter((url) => /example\.org|evil/.test(url))]).toEqual([undefined, []])
  await page.close()

  // the bundle is gone from the device
  await first.evaluate(async () => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys())
        if (/\/core-[\w-]+\.js/.test(request.url)) await cache.delete(request)
    }
  })
  const alone = await context.newPage()
  await (await context.newCDPSession(alone)).send('Network.clearBrowserCache')
  await alone.goto(`${proxy.url}${path}`, { waitUntil: 'commit' })
  const picture = alone.locator('#picture')
  await picture.waitFor({ state: 'attached' })
  // a tap, and keys, reach nothing in it
  await alone.mouse.click(400, 300)
  await alone.keyboard.press('Tab')
  await alone.keyboard.type('mot perdu')
  expect(
    await alone.evaluate(
      () => document.getElementById('picture')?.contains(document.activeElement) ?? false,
    ),
  ).toBe(false)
  expect(await alone.getByRole('link').count()).toBe(0)
  await picture.waitFor({ state: 'detached' })
  await alone.locator('.first-words').waitFor()
  expect(alone.url()).toBe(`${proxy.url}${path}`)
  await context.close()
})

test('what was deleted, and a conversation that one is no longer in, does not come back through it; signed out, nothing of it stays', async () => {
  const man = http(server.url, (await login(server.url, MAN)).token)
  const signedIn = await login(server.url, WOMAN)
  const woman = http(server.url, signedIn.token, signedIn.identityIds[0])
  const me = (await man.get<{ account: { account_handle: string } }>('/api/auth/me')).body
  const talk = (
    await woman.post<{ conversation: { id: string } }>('/api/conversations/start', {
      handle: me.account.account_handle,
    })
  ).body.conversation.id
  const say = async (content: string) =>
    (
      await woman.post<{ id: string }>(`/api/conversations/${talk}/messages`, {
        content,
        sender_identity_id: signedIn.identityIds[0],
        client_msg_id: crypto.randomUUID(),
      })
    ).body.id
  const id = await say('Un mot regretté aussitôt')
  const context = await newContext(browser)
  const { page, path } = await visit(context, MAN, undefined, `/conversations/${talk}`)
  const holds = async (text: string): Promise<boolean[]> =>
    (await stored(page)).map((p) => p?.tree.includes(text) ?? false)
  await expect.poll(() => holds('Un mot regretté aussitôt')).toEqual([true, true])
  // looked at no longer: the page is somewhere else
  await page.getByRole('navigation').getByRole('link', { name: 'Sorties' }).click()
  await page.getByRole('heading', { name: 'Sorties' }).first().waitFor()
  await fetch(`${server.url}/api/messages/${id}`, {
    method: 'DELETE',
    headers: {
      authorization: `Bearer ${signedIn.token}`,
      'x-active-identity': signedIn.identityIds[0] ?? '',
    },
  })
  await expect
    .poll(() => holds('Un mot regretté aussitôt'), { timeout: 25_000 })
    .toEqual([false, false])
  const offline = await start(context, path)
  await offline.page.getByText('Message supprimé').last().waitFor()
  expect(await offline.page.getByText('Un mot regretté aussitôt').count()).toBe(0)
  await offline.page.close()
  proxy.mode = 'pass'

  await page.goto(`${proxy.url}${LIST}`)
  await expect.poll(async () => (await paths(page))[0]).toBe(LIST)
  await signOut(page)
  await expect.poll(() => stored(page)).toEqual([])
  const after = await start(context, LIST)
  expect(after.seen.drawn).toBeUndefined()
  await context.close()
})
