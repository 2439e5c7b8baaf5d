import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Locator, Page } from 'playwright'
import { build, preview, type PreviewServer } from 'vite'
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, test } from 'vitest'
import { axe } from '../support/axe'
import { DESKTOP, launch, newContext, PHONE, watch, type Watched } from '../support/browser'

const configFile = fileURLToPath(new URL('../support/kit/vite.config.ts', import.meta.url))
const PORT = 8632
const BASE = `http://localhost:${PORT}`
/** Pictures to look at: `KIT_SHOTS=folder`. */
const shots = process.env['KIT_SHOTS'] ?? join(tmpdir(), 'connivence-kit-shots')

let server: PreviewServer
let browser: Browser
let page: Page
let seen: Watched

beforeAll(async () => {
  mkdirSync(shots, { recursive: true })
  await build({ configFile, logLevel: 'error' })
  server = await preview({ configFile, logLevel: 'error', preview: { port: PORT } })
  browser = await launch()
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
})

const open = async (options: Parameters<typeof newContext>[1] = DESKTOP, query = '?theme=dark'): Promise<void> => {
  const context = await newContext(browser, options)
  page = await context.newPage()
  seen = watch(page, BASE)
  await page.goto(`${BASE}/${query}`)
  await page.getByRole('heading', { name: 'Logo' }).waitFor()
  // the display face comes after the first paint and moves what is measured here
  await page.waitForFunction(() => [...document.fonts].some((face) => face.family.includes('Fraunces Variable') && face.status === 'loaded'))
}
const button = (name: string): Locator => page.getByRole('button', { name, exact: true })
const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '')
/** Until no animation runs: a moving box has no place to measure. */
const still = (locator: Locator): Promise<void> => locator.evaluate(async (element) => { await Promise.all(element.getAnimations().map((animation) => animation.finished)) })
afterEach(async () => {
  await page.context().close()
  // the page's own policy is that of production: an inline style or an HTML string would be here
  expect([seen.errors, seen.foreign]).toEqual([[], []])
})

describe.each([['dark', DESKTOP], ['light', DESKTOP], ['dark', PHONE], ['light', PHONE]] as const)('%s %o', (theme, device) => {
  const name = `${theme}-${device.viewport.width}`
  beforeEach(() => open(device, `?theme=${theme}`))

  test('no violation of WCAG 2.2 AA, nothing sticks out', async () => {
    await page.screenshot({ path: join(shots, `${name}.png`), fullPage: true })
    expect(await axe(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(device.viewport.width)
  })
  test('nor with each surface open', async () => {
    for (const opener of ['Tiroir sm', 'Boîte', 'Question grave', 'Menu', 'Réagir', 'Erreur']) {
      await button(opener).click()
      const surface = page.locator('dialog[open], [popover]:popover-open').last()
      await still(surface)
      await page.screenshot({ path: join(shots, `${name}-${opener}.png`) })
      expect(await axe(page), opener).toEqual([])
      await page.keyboard.press('Escape')
      await page.waitForTimeout(350)
    }
  })
})

test('at 200 % text nothing sticks out and nothing is cut on a phone', async () => {
  await open(PHONE)
  await page.evaluate(() => { document.documentElement.style.fontSize = '200%' })
  await page.screenshot({ path: join(shots, 'large-text.png'), fullPage: true })
  const cut = await page.evaluate(() => [...document.querySelectorAll('button, label, h2, h3, p')].filter((element) => element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflow === 'hidden' && getComputedStyle(element).textOverflow !== 'ellipsis' && !element.closest('.visually-hidden') && !element.classList.contains('visually-hidden')).map((element) => element.textContent))
  expect([await page.evaluate(() => document.documentElement.scrollWidth), cut]).toEqual([390, []])
})

test('with fingers every target is 44 px high, everywhere at least 24', async () => {
  await open(PHONE)
  const small = await page.evaluate(() => [...document.querySelectorAll('button, a, select, input:not([type=checkbox]):not([type=radio])')].flatMap((element) => {
    const { width, height } = element.getBoundingClientRect()
    return height < 44 || width < 24 ? [`${element.getAttribute('aria-label') ?? element.textContent}: ${width}×${height}`] : []
  }))
  expect(small).toEqual([])
})

describe('drawers', () => {
  beforeEach(() => open())
  const drawer = (name = 'Paramètres'): Locator => page.getByRole('dialog', { name })

  test('CORE-030: Escape closes it, the focus goes back to its button, and the page is inert meanwhile', async () => {
    await button('Tiroir sm').click()
    await drawer().waitFor()
    for (let step = 0; step < 12; step++) {
      await page.keyboard.press('Tab')
      const inside = await page.evaluate(() => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null)
      expect(inside).toBe(true)
    }
    await page.keyboard.press('Escape')
    await drawer().waitFor({ state: 'detached' })
    expect(await focused()).toBe('Tiroir sm')
  })
  test('Escape closes only the one on top, and questions before drawers', async () => {
    await button('Tiroir md').click()
    await button('Un autre tiroir').click()
    const order = await Promise.all([drawer(), drawer('Par-dessus le premier')].map((each) => each.evaluate((element) => Number(getComputedStyle(element).zIndex))))
    expect(order).toEqual([5001, 5002])
    await page.keyboard.press('Escape')
    await drawer('Par-dessus le premier').waitFor({ state: 'detached' })
    await button('Question du tiroir').click()
    await page.getByRole('alertdialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    expect(await drawer().isVisible()).toBe(true)
    expect(await focused()).toBe('Question du tiroir')
    // twice more in a row: the platform itself may insist
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await drawer().waitFor({ state: 'detached' })
  })
  test('widths by size name: 480, 640, and the window less 240 px', async () => {
    const widths: Record<string, number | undefined> = {}
    for (const size of ['sm', 'md', 'lg', 'xl']) {
      await button(`Tiroir ${size}`).click()
      await still(drawer())
      widths[size] = (await drawer().boundingBox())?.width
      await page.keyboard.press('Escape')
      await drawer().waitFor({ state: 'detached' })
    }
    expect(widths).toEqual({ sm: 480, md: 640, lg: 1200, xl: 1200 })
  })
  test('CORE-032: the page does not scroll while a drawer or a question is open, and does again afterwards', async () => {
    const wheel = async (): Promise<number> => {
      await page.mouse.move(300, 450)
      await page.mouse.wheel(0, 200)
      await page.waitForTimeout(150)
      return page.evaluate(() => scrollY)
    }
    for (const opener of ['Tiroir sm', 'Question']) {
      await button(opener).click()
      const before = await page.evaluate(() => scrollY)
      expect(await wheel(), opener).toBe(before)
      await page.keyboard.press('Escape')
      await page.locator('dialog').waitFor({ state: 'detached' })
      expect(await wheel(), opener).not.toBe(before)
    }
  })
  test('it slides 300 ms out and stays mounted meanwhile; a click beside closes it', async () => {
    await button('Tiroir sm').click()
    await still(drawer())
    await page.mouse.click(200, 400)
    const leaving = await drawer().evaluate((element) => element.getAnimations().map((animation) => animation.effect?.getTiming().duration))
    expect(leaving).toEqual([300])
    await drawer().waitFor({ state: 'detached' })
  })
})

test('a finger pushes a drawer away to the right; scrolling and sliders are left alone', async () => {
  await open(PHONE)
  await button('Tiroir sm').click()
  const drawer = page.getByRole('dialog', { name: 'Paramètres' })
  await still(drawer)
  const session = await page.context().newCDPSession(page)
  const swipe = async (from: [number, number], to: [number, number]): Promise<void> => {
    const at = (x: number, y: number) => ({ touchPoints: [{ x, y }] })
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', ...at(...from) })
    for (let step = 1; step <= 8; step++) {
      await session.send('Input.dispatchTouchEvent', { type: 'touchMove', ...at(from[0] + ((to[0] - from[0]) * step) / 8, from[1] + ((to[1] - from[1]) * step) / 8) })
      await page.waitForTimeout(30)
    }
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
  await swipe([100, 600], [120, 400])
  await page.waitForTimeout(400)
  expect(await drawer.isVisible()).toBe(true)
  await swipe([40, 500], [300, 510])
  await drawer.waitFor({ state: 'detached' })
})

describe('questions, boxes and menus', () => {
  beforeEach(() => open())

  test('CORE-031: a question is centred, the safe button has the focus, Escape does not confirm', async () => {
    await button('Question').click()
    const box = page.getByRole('alertdialog', { name: 'Passer en mode modification ?' })
    await still(box)
    const place = await box.boundingBox()
    expect(Math.abs((place?.x ?? 0) + (place?.width ?? 0) / 2 - 720)).toBeLessThan(2)
    expect(Math.abs((place?.y ?? 0) + (place?.height ?? 0) / 2 - 450)).toBeLessThan(2)
    expect(await box.getByRole('button').allTextContents()).toEqual(['Annuler', 'Confirmer'])
    expect(await focused()).toBe('Annuler')
    await page.keyboard.press('Escape')
    await box.waitFor({ state: 'detached' })
    expect(await page.getByLabel('Réponse').textContent()).toBe('Annulé')
    await button('Question').click()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('Confirmé', { exact: true }).first().waitFor()
    await box.waitFor({ state: 'detached' })
    expect(await page.getByLabel('Réponse').textContent()).toBe('Confirmé')
  })
  test('a menu is driven by keys, stands above everything, and gives the focus back', async () => {
    await button('Menu').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menu').waitFor()
    expect(await focused()).toBe('Paramètres')
    await page.keyboard.press('End')
    expect(await focused()).toBe('Se déconnecter')
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    expect(await focused()).toBe('Menu')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    expect(await page.getByLabel('Réponse').textContent()).toBe('Paramètres')
    await button('Menu').click()
    await page.getByRole('menu').waitFor()
    await button('Menu').click()
    await page.getByRole('menu').waitFor({ state: 'detached' })
  })
  test('a menu that opens a question leads back to its button', async () => {
    await button('Menu').click()
    await page.getByRole('menuitem', { name: 'Se déconnecter' }).click()
    await page.getByRole('alertdialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    expect(await focused()).toBe('Menu')
  })
})

test('held for 600 ms a finger opens the menu; moved by 10 px or lifted at 500 ms it does not', async () => {
  await open(PHONE)
  const target = button('Tenir')
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  const [x, y] = [(box?.x ?? 0) + 20, (box?.y ?? 0) + 20]
  const session = await page.context().newCDPSession(page)
  const hold = async (ms: number, move = 0): Promise<number> => {
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
    if (move) await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: x + move, y }] })
    await page.waitForTimeout(ms)
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await page.waitForTimeout(200)
    return page.getByRole('menu').count()
  }
  expect([await hold(450), await hold(800, 18), await hold(750)]).toEqual([0, 0, 1])
})

describe('toasts', () => {
  beforeEach(() => open())

  test('CORE-033: two toasts are stacked at the top centre', async () => {
    await button('Réussite').click()
    await button('Erreur').click()
    const items = page.getByRole('list', { name: 'Notifications' }).getByRole('listitem')
    await expect.poll(() => items.count()).toBe(2)
    await still(items.last())
    const [one, two] = await Promise.all([items.first().boundingBox(), items.last().boundingBox()])
    if (!one || !two) throw new Error('no toasts')
    for (const box of [one, two]) expect(Math.abs(box.x + box.width / 2 - 720)).toBeLessThan(2)
    expect([one.y < 40, two.y >= one.y + one.height, two.y < 140]).toEqual([true, true, true])
  })
  test('one that comes while a drawer is open can be read, clicked and outlives the drawer', async () => {
    await button('Tiroir sm').click()
    await button('Annonce').click()
    const item = page.getByRole('listitem').filter({ hasText: 'Réglage enregistré' })
    await item.waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await item.isVisible()).toBe(true)
    await button('Tiroir sm').click()
    await item.getByRole('button', { name: 'Fermer la notification' }).click()
    await item.waitFor({ state: 'detached' })
    expect(await page.getByRole('dialog').isVisible()).toBe(true)
  })
})

describe('zoom', () => {
  const scale = async (): Promise<number> => Number(await page.getByRole('region', { name: 'Zoom' }).locator('output').textContent())
  const view = (): Locator => page.locator('[data-zoomable]')

  test('CORE-202, SOC-044: two taps within 300 ms and 40 px zoom to 2.2, slower or farther ones do not', async () => {
    await open(PHONE)
    await view().scrollIntoViewIfNeeded()
    const box = await view().boundingBox()
    const [x, y] = [(box?.x ?? 0) + 150, (box?.y ?? 0) + 100]
    const session = await page.context().newCDPSession(page)
    const taps = async (ms: number, px: number): Promise<number> => {
      await button('Taille d’origine').click()
      for (const dx of [0, px]) {
        if (dx === px) await page.waitForTimeout(ms)
        await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: x + dx, y }] })
        await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
      }
      await page.waitForTimeout(60)
      return scale()
    }
    expect([await taps(100, 10), await taps(400, 10), await taps(100, 60)]).toEqual([2.2, 1, 1])
  })
  test('wheel, double click, drag and buttons', async () => {
    await open()
    await view().scrollIntoViewIfNeeded()
    await view().hover()
    await page.mouse.wheel(0, -100)
    await expect.poll(scale).toBe(1.1)
    await button('Taille d’origine').click()
    await view().dblclick()
    await expect.poll(scale).toBe(2.2)
    const moved = (): Promise<string> => view().locator('> div').evaluate((element) => element.style.transform)
    const before = await moved()
    await view().hover()
    await page.mouse.down()
    await page.mouse.move(500, 500, { steps: 4 })
    await page.mouse.up()
    expect(await moved()).not.toBe(before)
    await button('Dézoomer').click()
    await expect.poll(scale).toBe(1.47)
  })
})

test('a slider is set by keys and says its band; the notch is not 0', async () => {
  await open()
  const slider = page.getByRole('slider', { name: 'Saunas' })
  await slider.focus()
  const said = (): Promise<string | null> => slider.getAttribute('aria-valuetext')
  const after: (string | null)[] = []
  for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowRight', 'End', 'PageDown', 'Home', 'Delete']) {
    await page.keyboard.press(key)
    after.push(await said())
  }
  expect(after).toEqual(['Non noté', '0 sur 100, A priori non', '1 sur 100, A priori non', '100 sur 100, Excellent', '90 sur 100, Excellent', 'Non noté', 'Non noté'])
  const box = await slider.boundingBox()
  await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) * 0.7, (box?.y ?? 0) + 16)
  expect(await said()).toMatch(/^(6\d|70) sur 100, Bien$/)
  await page.mouse.click((box?.x ?? 0) + 10, (box?.y ?? 0) + 16)
  expect(await said()).toBe('Non noté')
})

test('the composer grows from 44 to 128 px and then scrolls', async () => {
  await open()
  const area = page.getByRole('textbox', { name: 'Message', exact: true })
  const height = async (): Promise<number> => area.evaluate((element) => (element.parentElement ?? element).getBoundingClientRect().height)
  expect(await height()).toBe(44)
  await area.fill(Array.from({ length: 20 }, (_, line) => `Ligne ${line}`).join('\n'))
  expect([await height(), await area.evaluate((element) => element.scrollHeight > element.clientHeight)]).toEqual([128, true])
})

test('reduced motion: surfaces come and go at once', async () => {
  await open({ ...DESKTOP, reducedMotion: 'reduce' })
  await button('Tiroir sm').click()
  const drawer = page.getByRole('dialog', { name: 'Paramètres' })
  await page.waitForTimeout(40)
  const box = await drawer.boundingBox()
  expect(box?.x).toBe(960)
  await page.keyboard.press('Escape')
  await page.waitForTimeout(60)
  expect(await drawer.count()).toBe(0)
})

test('forced colours: what is chosen is still told apart', async () => {
  await open({ ...DESKTOP, forcedColors: 'active' })
  await page.screenshot({ path: join(shots, 'forced.png'), fullPage: true })
  const edges = await page.getByRole('radio').evaluateAll((all) => all.map((radio) => [(radio as HTMLInputElement).checked, getComputedStyle(radio.parentElement ?? radio).borderColor]))
  const chosen = new Set(edges.filter(([on]) => on).map(([, colour]) => colour))
  for (const [on, colour] of edges) if (!on) expect(chosen.has(colour ?? '')).toBe(false)
})
