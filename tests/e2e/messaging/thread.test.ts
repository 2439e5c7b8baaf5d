import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from 'vitest'
import { axe } from '../../support/browser/axe'
import { DESKTOP, PHONE } from '../../support/browser/browser'
import {
  bubbles,
  COMPOSER,
  COUPLE,
  scrollFromBottom,
  toBottom,
  WOMAN,
} from '../../support/world/talk'
import { setUp, s, man, talk } from './thread-setup'
import { headerTests } from './header.spec'

setUp()

describe('5,000 messages', () => {
  let page: Page
  let long = ''
  const first = () => page.locator('[data-thread]').evaluate((node) => node.scrollHeight)
  beforeAll(async () => {
    const couple = await s.member(COUPLE)
    // the request for the oldest page
    long =
      (await couple.conversations())
        .filter((c) => c.type === 'direct')
        .sort((a, b) => a.createdAt.localeCompare(b.createdAt))[0]?.id ?? ''
    ;({ page } = await s.open(COUPLE, `/conversations/${long}`, DESKTOP, 'Tous les deux'))
    await page.locator('[data-message]').first().waitFor()
  })
  afterAll(() => page.close())

  test('MSG-074 MSG-114: 20 px from the top loads a page of 50, 30 px does not', async () => {
    const asked: string[] = []
    page.on('request', (r) => {
      // the kept conversations catch up with requests of their own
      if (r.url().includes('oldestLoadedMessageId')) asked.push(new URL(r.url()).search)
    })
    const height = await first()
    await page.locator('[data-thread]').evaluate((node) => {
      node.scrollTop = 30
    })
    await page.waitForTimeout(400)
    expect(asked).toEqual([])
    await page.locator('[data-thread]').evaluate((node) => {
      node.scrollTop = 20
    })
    await expect.poll(first).toBeGreaterThan(height)
    await page.waitForTimeout(300)
    expect(asked.length).toBe(1)
    expect(asked[0]).toMatch(/limit=50&oldestLoadedMessageId=/)
  })

  test('MSG-026: «Chargement…» while an older page loads; prepending moves nothing', async () => {
    // later requests wait as well
    let held: (() => void)[] = []
    await page.route('**/messages?**', async (route) => {
      await new Promise<void>((resolve) => {
        held.push(resolve)
      })
      await route.continue()
    })
    let nodes = 0
    for (let turn = 0; turn < 4; turn += 1) {
      const height = await first()
      await page.locator('[data-thread]').evaluate((node) => {
        node.scrollTop = 12
      })
      await page.getByText('Chargement…', { exact: true }).waitFor()
      await page.waitForTimeout(150)
      // position of a visible message in each frame, from before the page arrives until it has
      // settled
      const moved = page.evaluate(
        () =>
          new Promise<{ moved: number; frames: number }>((resolve) => {
            const scroller = document.querySelector('[data-thread]') as HTMLElement
            const top = scroller.getBoundingClientRect().top
            const anchor = [...document.querySelectorAll<HTMLElement>('[data-message]')].find(
              (n) => n.getBoundingClientRect().top > top + 60,
            ) as HTMLElement
            const id = anchor.dataset['message'] as string
            const from = anchor.getBoundingClientRect().top
            let worst = 0
            let frames = 0
            const before = scroller.scrollHeight
            // until sixty frames after the page arrived: a busy machine draws few in a second
            const until = performance.now() + 30_000
            let since = 0
            const look = (): void => {
              if (scroller.scrollHeight > before + 400) since += 1
              const now = document.querySelector(`[data-message="${id}"]`)
              worst = Math.max(
                worst,
                now ? Math.abs(now.getBoundingClientRect().top - from) : 9_999,
              )
              frames += 1
              if (since < 60 && performance.now() < until) requestAnimationFrame(look)
              else resolve({ moved: worst, frames })
            }
            requestAnimationFrame(look)
          }),
      )
      await page.waitForTimeout(200)
      for (const release of held) release()
      held = []
      const result = await moved
      expect(result.frames).toBeGreaterThan(10)
      expect(result.moved).toBeLessThan(1)
      expect(await first()).toBeGreaterThan(height)
      nodes = Math.max(nodes, await page.locator('[data-message]').count())
    }
    await page.unroute('**/messages?**')
    expect(nodes).toBeLessThanOrEqual(150)
    // and when scrolling down again
    for (let y = 0; y < 12; y += 1) {
      await page.locator('[data-thread]').evaluate((node) => {
        node.scrollTop += 1_400
      })
      nodes = Math.max(nodes, await page.locator('[data-message]').count())
    }
    expect(nodes).toBeLessThanOrEqual(150)
  })

  test('a focused message keeps the focus while scrolling; rows move by the scroll only', async () => {
    await page.locator('[data-thread]').evaluate((node) => {
      node.scrollTop = node.scrollHeight
    })
    await page.locator('[data-thread]').focus()
    await page.keyboard.press('ArrowUp')
    const held = () =>
      page.evaluate(() =>
        document.activeElement instanceof HTMLElement
          ? document.activeElement.dataset['row']
          : undefined,
      )
    await expect.poll(held).toBeTruthy()
    const row = await held()
    // like a wheel: in steps per frame; visible rows move by the step only
    const worst = await page.locator('[data-thread]').evaluate(async (node) => {
      let most = 0
      for (let i = 0; i < 60; i += 1) {
        const anchor = [...node.querySelectorAll('[data-message]')].find(
          (n) => n.getBoundingClientRect().top > node.getBoundingClientRect().top + 200,
        )
        const [before, from] = [anchor?.getBoundingClientRect().top ?? 0, node.scrollTop]
        node.scrollTop = from - 70
        const went = from - node.scrollTop
        await new Promise((resolve) => requestAnimationFrame(resolve))
        if (anchor?.isConnected)
          most = Math.max(most, Math.abs(anchor.getBoundingClientRect().top - before - went))
      }
      return most
    })
    expect(worst).toBeLessThan(1)
    expect(await held()).toBe(row)
    expect(
      await page
        .locator(`[data-row="${row}"]`)
        .evaluate((n) => n.getBoundingClientRect().top > innerHeight),
    ).toBe(true)
    // the arrow keys continue from there
    await page.locator('[data-thread]').evaluate((node) => {
      node.scrollTop = node.scrollHeight
    })
    // pressed before the end is drawn, it finds no row to go on to
    await expect
      .poll(async () => {
        await page.keyboard.press('ArrowUp')
        return held()
      })
      .not.toBe(row)
    expect(await held()).toBeTruthy()
  })

  test('the thread keeps its scroll position and rows behind the photos tab', async () => {
    await page.getByRole('tab', { name: 'Messages' }).click()
    await page.locator('[data-thread]').evaluate((node) => {
      node.scrollTop = node.scrollHeight - node.clientHeight - 2_600
    })
    const top = () =>
      page.locator('[data-thread]').evaluate((node) => {
        const at = node.getBoundingClientRect().top + 60
        const row = [...node.querySelectorAll<HTMLElement>('[data-row]')].find(
          (n) => n.getBoundingClientRect().top > at,
        )
        return row ? [row.dataset['row'], Math.round(row.getBoundingClientRect().top)] : []
      })
    const drawn = () =>
      page
        .locator('[data-thread] [data-row]')
        .evaluateAll((rows) => rows.map((n) => (n as HTMLElement).dataset['row']))
    const state = async () => JSON.stringify([await top(), await drawn()])
    await expect
      .poll(async () => {
        const was = await state()
        await page.waitForTimeout(200)
        return (await top()).length === 2 && (await state()) === was
      })
      .toBe(true)
    const [before, rows] = [await top(), await drawn()]
    await page.getByRole('tab', { name: 'Photos' }).click()
    await expect.poll(() => page.locator('[data-thread]').isVisible()).toBe(false)
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    )
    expect(await drawn()).toEqual(rows)
    await page.getByRole('tab', { name: 'Messages' }).click()
    await expect.poll(top).toEqual(before)
  })

  test('accessibility: axe finds nothing in a thread, dark and light, phone and desktop', async () => {
    for (const options of [PHONE, DESKTOP]) {
      const { page: other } = await s.open(
        COUPLE,
        `/conversations/${long}`,
        options,
        'Tous les deux',
      )
      for (const theme of ['dark', 'light']) {
        await other.evaluate((t) => localStorage.setItem('theme', t), theme)
        await other.reload()
        await other.locator('[data-message]').first().waitFor()
        await other.waitForTimeout(400)
        expect(await axe(other), `${theme} ${options.viewport.width}`).toEqual([])
      }
      await other.close()
    }
  })
})

describe('new messages', () => {
  test('MSG-029 MSG-073: within 64 px of the bottom the list follows, further up it stays', async () => {
    const { page } = await s.open(WOMAN, `/conversations/${talk}`)
    await expect.poll(() => toBottom(page)).toBeLessThanOrEqual(1)
    for (const [away, follows] of [
      [0, true],
      [60, true],
      [200, false],
    ] as const) {
      await scrollFromBottom(page, 0)
      await page.waitForTimeout(100)
      await scrollFromBottom(page, away)
      await page.waitForTimeout(150)
      const before = await toBottom(page)
      const text = `Suivi à ${away} ${Date.now()}`
      await man.say(talk, text)
      if (follows) {
        await bubbles(page, text).waitFor()
        await expect.poll(() => toBottom(page)).toBeLessThanOrEqual(1)
        const box = await bubbles(page, text).boundingBox()
        const composer = await page.getByPlaceholder(COMPOSER).boundingBox()
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(composer?.y ?? 0)
      } else {
        await page.getByRole('button', { name: 'Nouveaux messages' }).waitFor()
        expect(await toBottom(page)).toBeGreaterThan(before)
      }
    }
    await page.close()
  })

  test('MSG-073: scrolling up without a gesture right after opening stays there', async () => {
    const { page: first } = await s.open(WOMAN, `/conversations/${talk}`)
    const page = await first.context().newPage()
    onTestFailed(() => page.close())
    await first.close()
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 6 })
    await page.goto(`${s.server.url}/conversations/${talk}`)
    await expect.poll(() => page.locator('[data-message]').count()).toBeGreaterThan(10)
    await expect.poll(() => toBottom(page)).toBeLessThanOrEqual(1)
    // like a dragged scroll bar, find-in-page or a screen reader
    const before = await page.locator('[data-thread]').evaluate((node) => {
      const from = node.scrollTop
      node.scrollTop = 100
      return from
    })
    expect(before).toBeGreaterThan(400)
    await page.waitForTimeout(500)
    expect(await toBottom(page)).toBeGreaterThan(400)
    await page.close()
  })

  test('MSG-027 MSG-028: «Nouveaux messages» leads to the bottom; the composer never moves', async () => {
    const { page } = await s.open(WOMAN, `/conversations/${talk}`)
    await expect.poll(() => toBottom(page)).toBeLessThanOrEqual(1)
    const pinned = await page.getByPlaceholder(COMPOSER).boundingBox()
    await page.locator('[data-thread]').evaluate((node) => {
      node.scrollTop = 100
    })
    await page.waitForTimeout(200)
    expect(await page.getByRole('button', { name: 'Nouveaux messages' }).count()).toBe(0)
    expect(await page.getByPlaceholder(COMPOSER).boundingBox()).toEqual(pinned)
    const text = `En bas ${Date.now()}`
    await man.say(talk, text)
    await page.getByRole('button', { name: 'Nouveaux messages' }).click()
    await bubbles(page, text).waitFor()
    await expect.poll(() => toBottom(page)).toBeLessThanOrEqual(1)
    expect(await page.getByRole('button', { name: 'Nouveaux messages' }).count()).toBe(0)
    expect(await page.getByPlaceholder(COMPOSER).boundingBox()).toEqual(pinned)
    await page.close()
  })
})

headerTests()
