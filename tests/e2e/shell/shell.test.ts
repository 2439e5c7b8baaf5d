import { describe, expect, test } from 'vitest'
import { DESKTOP, newContext, PHONE, signIn } from '../../support/browser/browser'
import { http, login } from '../../support/server/http'
import { photoFile } from '../../support/world/photos'
import { setUp, server, browser, signedIn } from './shell-setup'
import { surfacesTests } from './surfaces.spec'

setUp()

const NAV = [
  ['Profil', '/profile'],
  ['Discussions', '/conversations'],
  ['Actualités', '/news'],
  ['Sorties', '/events'],
  ['Carte', '/radar'],
] as const

describe('navigation', () => {
  test('CORE-007 CORE-008 MSG-016 MSG-017: a bottom bar on a phone, a side bar of 240 px on a desktop; the same five entries', async () => {
    for (const [options, desktop] of [
      [PHONE, false],
      [DESKTOP, true],
    ] as const) {
      const page = await signedIn(options)
      await page.goto(`${server.url}/news`)
      const nav = page.getByRole('navigation', { name: 'Navigation' })
      const box = await nav.boundingBox()
      if (desktop) expect(box).toMatchObject({ x: 0, y: 0, width: 240, height: 900 })
      else expect((box?.y ?? 0) + (box?.height ?? 0)).toBeCloseTo(844, 0)
      const main = await page.getByRole('main').boundingBox()
      expect(main?.x).toBe(desktop ? 240 : 0)
      const links = nav
        .getByRole('link')
        .filter({ hasText: /Profil|Discussions|Actualités|Sorties|Carte/ })
      await expect
        .poll(() => links.evaluateAll((all) => all.map((a) => a.getAttribute('href'))))
        .toEqual(NAV.map(([, path]) => path))
      for (const [label, path] of NAV) {
        await nav.getByRole('link', { name: label }).click()
        await page.waitForURL((u) => u.pathname.startsWith(path))
        await expect
          .poll(() => nav.getByRole('link', { name: label }).getAttribute('aria-current'))
          .toBe('page')
      }
      await page.context().close()
    }
  })

  test('on a phone the way back is level with the first line of a title, what is empty has its drawing, and the five answers about a photo fit', async () => {
    const page = await signedIn(PHONE, 'demo-1@connivence.test', '/account/vouches')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button').filter({ hasText: 'Tous les deux' }).click()
    const title = page.getByRole('heading', { level: 1, name: 'Demandes d’entrée' })
    await title.waitFor()
    const back = await page
      .getByRole('main')
      .getByRole('button', { name: /^Retour/ })
      .boundingBox()
    const { y = 0 } = (await title.boundingBox()) ?? {}
    const line = await title.evaluate((e) => Number.parseFloat(getComputedStyle(e).lineHeight))
    expect(Math.abs((back?.y ?? 0) + (back?.height ?? 0) / 2 - (y + line / 2))).toBeLessThan(2)
    await page.getByRole('heading', { name: 'Aucune demande' }).waitFor()
    expect(await page.getByRole('main').locator('svg[viewBox]').count()).toBeGreaterThan(1)
    await page.goto(`${server.url}/events/new`)
    const choice = page.getByRole('group', { name: /^Qui est sur la bannière/ })
    const field = page.getByLabel('Choisir une bannière')
    await field.waitFor({ state: 'attached' })
    expect(await choice.count()).toBe(0)
    await field.setInputFiles([await photoFile('bal.jpg', 900, 450)])
    await choice.waitFor()
    expect(
      await choice.evaluate(({ parentElement: p }) => p && p.scrollWidth - p.clientWidth),
    ).toBe(0)
    await page.getByRole('dialog').getByRole('button', { name: 'Ajouter', exact: true }).click()
    await page.getByRole('button', { name: 'Changer la bannière' }).waitFor()
    await page.context().close()
  })

  test('CORE-003: every feature is reached by clicks from the shell', async () => {
    const page = await signedIn()
    const go = (name: string): Promise<void> =>
      page.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name }).click()
    const drawer = async (item: string): Promise<void> => {
      await page.getByRole('navigation').getByRole('button').last().click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    await go('Profil')
    await page
      .getByText(/^Les autres lisent\s:/)
      .first()
      .waitFor()
    await page.getByRole('link', { name: 'Mes photos' }).click()
    await page.getByRole('heading', { level: 1, name: 'Mes photos' }).waitFor()
    await go('Discussions')
    const list = page.getByRole('region', { name: 'Liste des discussions' })
    await list.getByText('Groupe', { exact: true }).first().waitFor()
    await list.getByText('Direct', { exact: true }).first().waitFor()
    await go('Sorties')
    await page.getByRole('link', { name: 'Créer une sortie' }).waitFor()
    await go('Carte')
    await page.getByRole('button', { name: 'Relations' }).first().waitFor()
    await go('Actualités')
    await page.getByRole('heading', { level: 1, name: 'Actualités' }).waitFor()
    await drawer('Paramètres')
    await page
      .getByRole('dialog', { name: 'Paramètres' })
      .getByRole('button', { name: /^Notifications/ })
      .click()
    await page
      .getByRole('dialog', { name: 'Notifications' })
      .getByRole('switch', { name: /Notifications sur cet appareil/ })
      .waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Notifications' }).waitFor({ state: 'hidden' })
    await page.keyboard.press('Escape')
    await drawer('Un commentaire ?')
    await page
      .getByRole('dialog', { name: 'Un commentaire ?' })
      .getByLabel('Votre commentaire')
      .waitFor()
    await page.context().close()
  })

  test('CORE-010: messages are capped at 99+, news and events at 9+; «Profil» and «Carte» carry nothing', async () => {
    const page = await signedIn()
    // never answered: the list, or after a failure its copy on the device, would put the true count
    // in place of ours
    await page.route('**/api/conversations', () => undefined)
    const nav = page.getByRole('navigation', { name: 'Navigation' })
    const texts = async (badges: object): Promise<string[]> => {
      // before anything of the page runs: the page before keeps its own as long as it stands
      await page.addInitScript((b) => sessionStorage.setItem('badges', JSON.stringify(b)), badges)
      await page.goto(`${server.url}/profile`)
      await nav.getByRole('link', { name: /Carte/ }).waitFor()
      return nav
        .getByRole('link')
        .filter({ hasText: /Profil|Discussions|Actualités|Sorties|Carte/ })
        .evaluateAll((all) =>
          all.map(
            (a) =>
              /(Profil|Discussions|Actualités|Sorties|Carte)(?: \d+\+?)?/.exec(
                (a as HTMLElement).innerText.replace(/\s+/g, ' '),
              )?.[0] ?? '',
          ),
        )
    }
    expect(await texts({ messages: 99, news: 9, events: 10 })).toEqual([
      'Profil',
      'Discussions 99',
      'Actualités 9',
      'Sorties 9+',
      'Carte',
    ])
    expect(await texts({ messages: 100, news: 10, events: 9 })).toEqual([
      'Profil',
      'Discussions 99+',
      'Actualités 9+',
      'Sorties 9',
      'Carte',
    ])
    await page.context().close()
  })

  test('CORE-013: opening events and news clears their badges', async () => {
    const page = await signedIn()
    await page.addInitScript(() =>
      sessionStorage.setItem('badges', JSON.stringify({ messages: 0, news: 3, events: 3 })),
    )
    await page.route('**/api/news/unread', (route) => route.fulfill({ json: { unread: 3 } }))
    await page.goto(`${server.url}/profile`)
    const nav = page.getByRole('navigation', { name: 'Navigation' })
    const label = (name: RegExp) => nav.getByRole('link', { name })
    await label(/Sorties/)
      .getByText('3', { exact: true })
      .waitFor()
    await label(/Sorties/).click()
    await expect.poll(() => label(/Sorties/).innerText()).toBe('Sorties')
    expect(await label(/Actualités/).innerText()).toMatch(/3/)
    await label(/Actualités/).click()
    await expect.poll(() => label(/Actualités/).innerText()).toBe('Actualités')
    await page.context().close()
  })

  test('MSG-103: opening an unread conversation takes one from the badge', async () => {
    const page = await signedIn()
    await page.goto(`${server.url}/conversations`)
    const unread = (): Promise<number> =>
      page.evaluate(
        () =>
          (JSON.parse(sessionStorage.getItem('badges') ?? '{}') as { messages?: number })
            .messages ?? 0,
      )
    await expect.poll(unread).toBeGreaterThan(0)
    const before = await unread()
    const session = await login(server.url, 'demo-2@connivence.test')
    const { body } = await http(server.url, session.token).get<{
      conversations: { id: string; unread_count: number }[]
    }>('/api/conversations')
    expect(body.conversations.filter((c) => c.unread_count > 0)).toHaveLength(before)
    await page.goto(
      `${server.url}/conversations/${body.conversations.find((c) => c.unread_count > 0)?.id}`,
    )
    await page.getByPlaceholder('Écrire un message…').waitFor()
    await expect.poll(unread).toBe(before - 1)
    await page.context().close()
  })

  test('MSG-009: each route that needs a session renders its screen', async () => {
    const page = await (await newContext(browser)).newPage()
    await signIn(page, server.url, 'demo-1@connivence.test', 'Tous les deux')
    const api = <T>(path: string): Promise<T> =>
      page.evaluate(async (url) => {
        const headers = { authorization: `Bearer ${localStorage.getItem('auth_token')}` }
        return (await (await fetch(url, { headers })).json()) as never
      }, `/api${path}`)
    const { events } = await api<{ events: { id: string; title: string }[] }>('/events/my-calendar')
    const own = events.find((e) => e.title === 'Dîner à quatre mains')
    const { conversations } = await api<{ conversations: { id: string }[] }>('/conversations')
    const { relations } = await api<{
      relations: { with_account_id: string; with_account_handle: string }[]
    }>('/relations')
    const screens = {
      '/conversations': page.getByRole('heading', { level: 1, name: 'Discussions' }),
      [`/conversations/${conversations[0]?.id}`]: page.getByPlaceholder('Écrire un message…'),
      '/profile': page.getByRole('heading', { level: 1, name: 'lea_hugo' }),
      [`/profile/${relations[0]?.with_account_id}`]: page.getByRole('heading', {
        level: 1,
        name: relations[0]?.with_account_handle ?? '',
      }),
      '/connection': page.getByRole('heading', { level: 1, name: 'Relations' }),
      '/albums': page.getByRole('heading', { level: 1, name: 'Mes photos' }),
      '/news': page.getByRole('heading', { level: 1, name: 'Actualités' }),
      '/settings': page.getByRole('dialog', { name: 'Paramètres' }),
      '/feedback': page.getByRole('dialog', { name: 'Un commentaire ?' }),
      '/radar': page.getByRole('heading', { level: 1, name: 'Carte' }),
      '/events': page.getByRole('heading', { level: 1, name: 'Sorties' }),
      [`/events/${own?.id}`]: page.getByRole('heading', { name: own?.title ?? '' }),
      [`/events/${own?.id}/edit`]: page.getByLabel('Titre'),
    }
    for (const [path, screen] of Object.entries(screens)) {
      await page.goto(server.url + path)
      await screen.first().waitFor()
    }
    await page.context().close()
  })

  test('CORE-015: the code of a screen is fetched when its route is first opened', async () => {
    const page = await signedIn()
    const scripts: string[] = []
    page.on('request', (r) => {
      if (/assets\/.*\.js$/.test(r.url())) scripts.push(r.url())
    })
    await page.goto(`${server.url}/news`)
    await page.getByRole('heading', { name: 'Actualités' }).waitFor()
    const before = scripts.length
    await page.getByRole('link', { name: 'Carte' }).click()
    await page.getByRole('heading', { name: 'Carte', level: 1 }).waitFor()
    expect(scripts.slice(before).some((u) => u.includes('radar-screen'))).toBe(true)
    await page.context().close()
  })

  test('MSG-018: a new path starts at the top', async () => {
    const page = await signedIn(PHONE)
    await page.goto(`${server.url}/profile`)
    await page.evaluate(() => {
      document.body.style.minHeight = '4000px'
      window.scrollTo(0, 900)
    })
    await page.getByRole('link', { name: 'Actualités' }).click()
    await page.waitForURL('**/news')
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
    await page.context().close()
  })

  test('ctrl-wheel does not zoom the page, unless the member allows it', async () => {
    const page = await signedIn()
    const prevented = (): Promise<boolean> =>
      page.evaluate(
        () =>
          !document.body.dispatchEvent(
            new WheelEvent('wheel', {
              ctrlKey: true,
              deltaY: -100,
              bubbles: true,
              cancelable: true,
            }),
          ),
      )
    expect(await prevented()).toBe(true)
    await page.goto(`${server.url}/settings/appearance`)
    await page.getByRole('switch', { name: 'Autoriser le zoom' }).click()
    await expect.poll(prevented).toBe(false)
    await page.context().close()
  })

  test('two fingers do not zoom the page, unless the member allows it; one that scrolls waits for no listener of the page', async () => {
    const page = await signedIn(PHONE)
    const cdp = await page.context().newCDPSession(page)
    const spread = async (): Promise<number> => {
      const fingers = (apart: number) => [
        { x: 195 - apart, y: 420, id: 0 },
        { x: 195 + apart, y: 420, id: 1 },
      ]
      await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(30) })
      for (let apart = 40; apart <= 150; apart += 10)
        await cdp.send('Input.dispatchTouchEvent', {
          type: 'touchMove',
          touchPoints: fingers(apart),
        })
      await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
      return page.evaluate(() => window.visualViewport?.scale ?? 0)
    }
    expect(await spread()).toBe(1)
    const { result } = await cdp.send('Runtime.evaluate', { expression: 'document' })
    const { listeners } = await cdp.send('DOMDebugger.getEventListeners', {
      objectId: result.objectId ?? '',
    })
    expect(
      listeners.filter(({ type, passive }) => /^touch(start|move)$/.test(type) && !passive),
    ).toEqual([])
    await page.goto(`${server.url}/settings/appearance`)
    await page.getByRole('switch', { name: 'Autoriser le zoom' }).click()
    await page.goto(`${server.url}/conversations`)
    await page.getByRole('heading', { name: 'Discussions' }).waitFor()
    expect(await spread()).toBeGreaterThan(1.5)
    await page.context().close()
  })
})

surfacesTests()
