// @vitest-environment jsdom
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { tabLock } from '#contract/workers/hub'
import { browser, remember, wait, type Browser } from '../../support/browser/data-page'
import { hubConfig } from '../../support/hub/bench'

let b: Browser
let visibility: DocumentVisibilityState = 'visible'
beforeEach(async () => {
  visibility = 'visible'
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
  b = await browser()
})
afterEach(() => {
  b.end()
  vi.restoreAllMocks()
})
const OFFLINE = 'POST /api/presence/offline'
const see = (state: DocumentVisibilityState): void => {
  visibility = state
  document.dispatchEvent(new Event('visibilitychange'))
}
const signedIn = async () => {
  remember(b.own.account?.id ?? '')
  const page = await b.load()
  const connected = new Promise<void>((resolve) => page.onResync(resolve))
  await page.startSession()
  await connected
  await wait()
  return page
}

test('a newer version that the page knows of stays announced when the hub replies that it knows none', async () => {
  vi.resetModules()
  const page = await import('../../../src/data/hub/hub')
  page.announceNewVersion()
  await page.startHub(hubConfig)
  expect(page.hubState.tabs).toBe(1)
  expect(page.hubState.newVersion).toBe('nouvelle')
})

describe('page life', () => {
  test('MSG-134 MSG-165: offline is sent when the page hides, on beforeunload and on pagehide, in a call that outlives the page', async () => {
    const page = await signedIn()
    expect(b.count('POST /api/presence/heartbeat')).toBe(1)
    see('hidden')
    await wait(450)
    expect(b.count(OFFLINE)).toBe(1)
    see('visible')
    await wait(50)
    dispatchEvent(new Event('beforeunload'))
    dispatchEvent(new Event('pagehide'))
    await wait(30)
    const exits = b.calls(OFFLINE).slice(1)
    expect(exits).toHaveLength(1)
    expect(exits[0]?.init.keepalive).toBe(true)
    expect(exits[0]?.body).toEqual({ sessionId: page.tabId })
    expect(exits[0]?.headers.get('authorization')).toBe(`Bearer ${page.session.token}`)
    await wait(1_100)
    dispatchEvent(new Event('pagehide'))
    await wait(30)
    expect(b.calls(OFFLINE)).toHaveLength(3)
  })
  test('with another tab alive, a page that closes leaves the word to the hub', async () => {
    const page = await signedIn()
    page.hubState.tabs = 2
    dispatchEvent(new Event('pagehide'))
    await wait(50)
    expect(b.count(OFFLINE)).toBe(0)
  })
  test('MSG-130 (page part): after 121 s in the background the line is connected again, after 60 s it is not', async () => {
    await signedIn()
    const clock = vi.spyOn(Date, 'now')
    const away = async (ms: number): Promise<void> => {
      const now = performance.timeOrigin + performance.now()
      clock.mockImplementation(() => now)
      see('hidden')
      await wait()
      clock.mockImplementation(() => now + ms)
      see('visible')
      await wait(250)
    }
    await away(60_000)
    expect(b.wire.sockets).toHaveLength(1)
    await away(121_000)
    expect(b.wire.sockets).toHaveLength(2)
    clock.mockRestore()
  })
  test('MSG-130 (page part): a page that is shown again after another one leaves the connection alone', async () => {
    await signedIn()
    const other = { push: () => undefined, release: () => undefined }
    void b.locks.request(tabLock('other'), () => new Promise(() => undefined))
    await b.hub.join('other', hubConfig, other)
    await b.hub.setVisible('other', true)
    see('hidden')
    await wait()
    const later = Date.now() + 130_000
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => later)
    await b.hub.setVisible('other', false)
    see('visible')
    await wait(250)
    clock.mockRestore()
    expect(b.wire.sockets).toHaveLength(1)
  })
})

describe('presence', () => {
  test('CORE-059: presences are asked once, follow live events, and are asked again after a gap', async () => {
    const [ann, bob] = [randomUUID(), randomUUID()]
    const seenAt = '2026-11-20T21:00:00.000Z'
    const of = (accountId: string, isOnline: boolean, lastSeenAt: string | null = null) => ({
      accountId,
      isOnline,
      lastSeenAt,
      lastSeenIdentityId: null,
    })
    b.routes.set('GET /api/presence/bootstrap', () => ({ body: { presences: [of(ann, true)] } }))
    const page = await signedIn()
    const { presences, startPresence } = await import('../../../src/data/session/presence')
    startPresence()
    await expect.poll(() => presences[ann]?.isOnline).toBe(true)
    b.wire.publish(
      `private-account-${b.own.account?.id}`,
      'account.presence.updated',
      of(bob, true),
    )
    b.wire.publish(
      `private-account-${b.own.account?.id}`,
      'account.presence.updated',
      of(ann, false, seenAt),
    )
    await expect
      .poll(() => [presences[ann], presences[bob]])
      .toMatchObject([
        { isOnline: false, lastSeenAt: seenAt },
        { isOnline: true, lastSeenAt: null },
      ])
    void page.hub().reconnect()
    await expect.poll(() => b.count('GET /api/presence/bootstrap')).toBe(2)
    await wait()
    await page.logout()
    expect({ ...presences }).toEqual({})
  })
  test('a block takes the presence of the other off open screens, an unblock brings it back', async () => {
    const ann = randomUUID()
    const shown = [{ accountId: ann, isOnline: true, lastSeenAt: null, lastSeenIdentityId: null }]
    let answer: unknown[] = shown
    b.routes.set('GET /api/presence/bootstrap', () => ({ body: { presences: answer } }))
    await signedIn()
    const { presences, startPresence } = await import('../../../src/data/session/presence')
    startPresence()
    const isAnnOnline = () => presences[ann]?.isOnline
    const changed = (presences: unknown[]): void => {
      answer = presences
      const accountId = b.own.account?.id
      const change = { accountId, withAccountId: ann }
      b.wire.publish(`private-account-${accountId}`, 'account.relation.updated', change)
    }
    await expect.poll(isAnnOnline).toBe(true)
    changed([])
    await expect.poll(isAnnOnline).toBeUndefined()
    // two relations that change together are one request
    const before = b.count('GET /api/presence/bootstrap')
    changed(shown)
    changed(shown)
    await expect.poll(isAnnOnline).toBe(true)
    expect(b.count('GET /api/presence/bootstrap') - before).toBe(1)
    // no answer, or none to come: not shown either
    b.routes.set('GET /api/presence/bootstrap', () => ({ status: 500 }))
    changed([])
    await expect.poll(isAnnOnline).toBeUndefined()
  })
  test('whom a block of while this screen was cut off has hidden goes with the next answer', async () => {
    const ann = randomUUID()
    const shown = [{ accountId: ann, isOnline: true, lastSeenAt: null, lastSeenIdentityId: null }]
    let answer: unknown[] = shown
    b.routes.set('GET /api/presence/bootstrap', () => ({ body: { presences: answer } }))
    const page = await signedIn()
    const { presences, startPresence } = await import('../../../src/data/session/presence')
    startPresence()
    await expect.poll(() => presences[ann]?.isOnline).toBe(true)
    answer = []
    void page.hub().reconnect()
    await expect.poll(() => presences[ann]).toBeUndefined()
    expect(b.count('GET /api/presence/bootstrap')).toBe(2)
  })
  test('an answer that was asked for before a block brings nobody back', async () => {
    const ann = randomUUID()
    const shown = [{ accountId: ann, isOnline: true, lastSeenAt: null, lastSeenIdentityId: null }]
    const answers: ((presences: unknown[]) => void)[] = []
    b.routes.set(
      'GET /api/presence/bootstrap',
      () =>
        new Promise((resolve) =>
          answers.push((presences) => resolve({ body: { presences } })),
        ) as never,
    )
    await signedIn()
    const { presences, startPresence } = await import('../../../src/data/session/presence')
    startPresence()
    await expect.poll(() => answers).toHaveLength(1)
    const accountId = b.own.account?.id
    const change = { accountId, withAccountId: ann }
    b.wire.publish(`private-account-${accountId}`, 'account.relation.updated', change)
    await expect.poll(() => answers).toHaveLength(2)
    answers[1]?.([])
    await wait()
    answers[0]?.(shown)
    await wait(50)
    expect(presences[ann]).toBeUndefined()
  })
  test('what an event tells while the answer is on its way is newer; whom the answer leaves out goes all the same', async () => {
    const [ann, bob, eve] = [randomUUID(), randomUUID(), randomUUID()]
    const of = (accountId: string, isOnline: boolean) => ({
      accountId,
      isOnline,
      lastSeenAt: null,
      lastSeenIdentityId: null,
    })
    let answer: ((presences: unknown[]) => void) | undefined
    b.routes.set(
      'GET /api/presence/bootstrap',
      () =>
        new Promise((resolve) => {
          answer = (presences) => resolve({ body: { presences } })
        }) as never,
    )
    await signedIn()
    const { presences, startPresence } = await import('../../../src/data/session/presence')
    startPresence()
    await expect.poll(() => answer).toBeDefined()
    const channel = `private-account-${b.own.account?.id}`
    b.wire.publish(channel, 'account.presence.updated', of(ann, false))
    b.wire.publish(channel, 'account.presence.updated', of(eve, true))
    await expect.poll(() => presences[eve]?.isOnline).toBe(true)
    answer?.([of(ann, true), of(bob, true)])
    await expect.poll(() => presences[bob]?.isOnline).toBe(true)
    expect([presences[ann]?.isOnline, presences[eve]]).toEqual([false, undefined])
  })
})

describe('config and trusted types', () => {
  test('the configuration is asked once; without network the last one is used', async () => {
    const answer = {
      appName: 'Autre',
      version: '1',
      demo: false,
      demoLogins: [],
      realtime: { key: 'k', cluster: 'c', host: '', port: null, forceTLS: null },
    }
    b.routes.set('GET /api/config', () => ({ body: answer }))
    await b.load()
    const first = await import('../../../src/data/start/config')
    expect(first.appName()).toBe('Connivence')
    await Promise.all([first.loadConfig(), first.loadConfig()])
    expect(b.count('GET /api/config')).toBe(1)
    expect(first.appName()).toBe('Autre')
    b.routes.set('GET /api/config', () => {
      throw new TypeError('Failed to fetch')
    })
    await b.load()
    const second = await import('../../../src/data/start/config')
    expect((await second.loadConfig()).appName).toBe('Autre')
  })
  test('the policy `connivence` is made once, lets worker scripts of this origin pass and refuses any other', async () => {
    const createPolicy = vi.fn(
      (_name: string, rules: { createScriptURL(url: string): string }) => rules,
    )
    vi.stubGlobal('trustedTypes', { createPolicy })
    vi.resetModules()
    const { trustedWorkerUrl } = await import('../../../src/data/hub/trusted-worker-url')
    expect(String(trustedWorkerUrl('/assets/hub.js'))).toBe(`${location.origin}/assets/hub.js`)
    expect(() => trustedWorkerUrl('https://evil.test/x.js')).toThrow(TypeError)
    expect(() => trustedWorkerUrl('data:text/javascript,1')).toThrow(TypeError)
    expect(createPolicy.mock.calls.map(([name]) => name)).toEqual(['connivence'])
    vi.unstubAllGlobals()
  })
})

describe('appearance', () => {
  test('theme, text size and zoom are applied, kept, and clamped', async () => {
    const { appearance, applyAppearance, setAllowZoom, setTextSize, setTheme } =
      await import('../../../src/data/device/appearance')
    applyAppearance()
    setTheme('light')
    setTextSize(400)
    setAllowZoom(true)
    const root = document.documentElement
    expect([root.dataset['theme'], root.style.fontSize, root.dataset['zoom']]).toEqual([
      'light',
      '200%',
      'free',
    ])
    expect({ ...localStorage }).toMatchObject({
      theme: 'light',
      text_size: '200',
      allow_zoom: 'true',
    })
    setTextSize(100)
    setAllowZoom(false)
    expect([appearance.textSize, root.style.fontSize, root.dataset['zoom']]).toEqual([
      100,
      '',
      undefined,
    ])
  })
  test('zoom is allowed at first where the browser’s text is larger; the member’s choice wins', async () => {
    const load = async (): Promise<typeof import('../../../src/data/device/appearance')> => {
      vi.resetModules()
      return import('../../../src/data/device/appearance')
    }
    const root = document.documentElement
    localStorage.clear()
    expect((await load()).appearance.allowZoom).toBe(false)
    root.style.fontSize = '20px'
    const { appearance, setAllowZoom } = await load()
    expect(appearance.allowZoom).toBe(true)
    setAllowZoom(false)
    expect((await load()).appearance.allowZoom).toBe(false)
    root.style.fontSize = ''
  })
  test('ctrl-wheel zoom is blocked, except on what zooms itself and when the member allows it', async () => {
    const { setAllowZoom, startZoomBlock } = await import('../../../src/data/device/appearance')
    const stop = startZoomBlock()
    document.body.innerHTML = '<p>x</p><div data-zoomable><i>map</i></div>'
    const wheel = (selector: string, ctrlKey: boolean): boolean => {
      const event = new WheelEvent('wheel', { ctrlKey, bubbles: true, cancelable: true })
      document.querySelector(selector)?.dispatchEvent(event)
      return event.defaultPrevented
    }
    expect([wheel('p', true), wheel('p', false), wheel('i', true)]).toEqual([true, false, false])
    setAllowZoom(true)
    expect(wheel('p', true)).toBe(false)
    setAllowZoom(false)
    stop()
    expect(wheel('p', true)).toBe(false)
  })
  test('MSG-019: a double tap does not zoom the page, but still clicks; the map and fields keep theirs', async () => {
    const { startZoomBlock } = await import('../../../src/data/device/appearance')
    const stop = startZoomBlock()
    document.body.innerHTML = '<button>x</button><input><div data-zoomable><i>map</i></div>'
    // jsdom takes no view of Vitest's
    const Real = MouseEvent
    vi.stubGlobal(
      'MouseEvent',
      class extends Real {
        constructor(type: string, init: MouseEventInit) {
          super(type, { ...init, view: null })
        }
      },
    )
    const clicks = vi.fn()
    document.addEventListener('click', clicks)
    const tap = (selector: string, timeStamp: number): boolean => {
      const event = new Event('touchend', { bubbles: true, cancelable: true })
      Object.defineProperty(event, 'timeStamp', { value: timeStamp })
      document.querySelector(selector)?.dispatchEvent(event)
      return event.defaultPrevented
    }
    expect([tap('button', 1_000), tap('button', 1_200), tap('button', 1_600)]).toEqual([
      false,
      true,
      false,
    ])
    expect(clicks).toHaveBeenCalledTimes(1)
    expect([tap('input', 3_000), tap('input', 3_100)]).toEqual([false, false])
    expect([tap('i', 5_000), tap('i', 5_100)]).toEqual([false, false])
    document.removeEventListener('click', clicks)
    vi.unstubAllGlobals()
    stop()
  })
  test('two fingers are heard only where the browser knows no touch-action', async () => {
    const { startZoomBlock } = await import('../../../src/data/device/appearance')
    document.body.innerHTML = '<p>x</p><div data-zoomable><i>map</i></div>'
    const pinch = (selector: string, touches: number): boolean => {
      const event = Object.assign(new Event('touchmove', { bubbles: true, cancelable: true }), {
        touches: { length: touches },
      })
      document.querySelector(selector)?.dispatchEvent(event)
      return event.defaultPrevented
    }
    vi.stubGlobal('CSS', { supports: () => false })
    let stop = startZoomBlock()
    expect([pinch('p', 2), pinch('p', 1), pinch('i', 2)]).toEqual([true, false, false])
    stop()
    vi.stubGlobal('CSS', { supports: () => true })
    stop = startZoomBlock()
    expect(pinch('p', 2)).toBe(false)
    stop()
    vi.unstubAllGlobals()
  })
})
