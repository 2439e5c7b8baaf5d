import type { Locator } from 'playwright'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { axe } from '../../support/browser/axe'
import { DESKTOP, PHONE } from '../../support/browser/browser'
import { still, useKit } from '../../support/kit/page'
import { brokenWords } from '../shell/cut-texts'

const kit = useKit(8632)

describe.each([
  ['dark', DESKTOP],
  ['light', DESKTOP],
  ['dark', PHONE],
  ['light', PHONE],
] as const)('%s %o', (theme, device) => {
  beforeEach(() => kit.open(device, `?theme=${theme}`))

  test('no violation of WCAG 2.2 AA, nothing sticks out', async () => {
    await kit.shot(`${theme}-${device.viewport.width}`, true)
    expect(await axe(kit.page)).toEqual([])
    expect(await kit.page.evaluate(() => document.documentElement.scrollWidth)).toBe(
      device.viewport.width,
    )
  })
})

test.each([
  ['dark', PHONE],
  ['light', DESKTOP],
] as const)('no violation with each surface open, %s %o', async (theme, device) => {
  await kit.open(device, `?theme=${theme}`)
  for (const opener of ['Tiroir sm', 'Boîte', 'Question grave', 'Menu', 'Réagir', 'Erreur']) {
    await kit.button(opener).click()
    const surface = kit.page.locator('dialog[open], [popover]:popover-open').last()
    await still(surface)
    await kit.shot(`${theme}-${device.viewport.width}-${opener}`)
    expect(await axe(kit.page), opener).toEqual([])
    // a toast, which nothing follows, stays
    if (opener === 'Erreur') return
    await kit.page.keyboard.press('Escape')
    await surface.waitFor({ state: 'hidden' })
  }
})

test('at 200 % text nothing sticks out and nothing is cut on a phone', async () => {
  await kit.open(PHONE)
  await kit.page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  await kit.shot('large-text', true)
  const cut = await kit.page.evaluate(() =>
    [...document.querySelectorAll('button, label, h2, h3, p')]
      .filter(
        (element) =>
          element.scrollWidth > element.clientWidth + 1 &&
          getComputedStyle(element).overflow === 'hidden' &&
          getComputedStyle(element).textOverflow !== 'ellipsis' &&
          !element.closest('.visually-hidden') &&
          !element.classList.contains('visually-hidden'),
      )
      .map((element) => element.textContent),
  )
  expect([await kit.page.evaluate(() => document.documentElement.scrollWidth), cut]).toEqual([
    390,
    [],
  ])
})

test('at 320 px with text at 200 % a title stands above its choices, and each of them is whole', async () => {
  await kit.open({ ...PHONE, viewport: { width: 320, height: 640 } })
  await kit.page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  const set = kit.page.getByRole('group', { name: 'Qui peut s’inscrire dans la communauté' })
  const title = await set.getByText('Qui peut s’inscrire').boundingBox()
  const first = await set.locator('label').first().boundingBox()
  if (!title || !first) throw new Error('not on the screen')
  // on more than one line
  expect(title.height).toBeGreaterThan(60)
  expect(title.y + title.height).toBeLessThanOrEqual(first.y)
  // and below what comes before it
  const before = await kit.page
    .getByRole('group', { name: 'Photos', exact: true })
    .last()
    .boundingBox()
  expect(title.y).toBeGreaterThanOrEqual((before?.y ?? Infinity) + (before?.height ?? 0))
  expect(await brokenWords(set)).toEqual([])
})

test('with fingers every target is 44 px high, everywhere at least 24', async () => {
  await kit.open(PHONE)
  const small = await kit.page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'button, a, select, input:not([type=checkbox]):not([type=radio])',
      ),
    ].flatMap((element) => {
      const { width, height } = element.getBoundingClientRect()
      return height < 43.9 || width < 24
        ? [`${element.getAttribute('aria-label') ?? element.textContent}: ${width}×${height}`]
        : []
    }),
  )
  expect(small).toEqual([])
})

describe('zoom', () => {
  const scale = async (): Promise<number> =>
    Number(await kit.page.getByRole('region', { name: 'Zoom' }).locator('output').textContent())
  const view = (): Locator => kit.page.locator('[data-zoomable]')

  test('CORE-202: two taps within 300 ms and 40 px zoom to 2.2, slower or farther ones do not', async () => {
    await kit.open(PHONE)
    await kit.page.evaluate(() => document.fonts.ready) // letters that arrive later move the frame
    await view().scrollIntoViewIfNeeded()
    const session = await kit.page.context().newCDPSession(kit.page)
    const taps = async (ms: number, px: number): Promise<void> => {
      await kit.button('Taille d’origine').click()
      await expect.poll(scale).toBe(1)
      const box = await view().boundingBox() // after the click, which may scroll
      const [x, y] = [(box?.x ?? 0) + 150, (box?.y ?? 0) + 100]
      // told with the times at which they were made: how long this process takes for one says nothing
      const began = Date.now()
      for (const [at, dx] of [
        [0, 0],
        [ms, px],
      ] as const) {
        const timestamp = (began + at) / 1000
        await session.send('Input.dispatchTouchEvent', {
          type: 'touchStart',
          touchPoints: [{ x: x + dx, y }],
          timestamp,
        })
        await session.send('Input.dispatchTouchEvent', {
          type: 'touchEnd',
          touchPoints: [],
          timestamp,
        })
      }
    }
    await vi.waitFor(
      async () => {
        await taps(100, 10)
        await expect.poll(scale, { timeout: 3_000 }).toBe(2.2)
      },
      { timeout: 60_000 },
    )
    for (const [ms, px] of [
      [400, 10],
      [100, 60],
    ] as const) {
      await taps(ms, px)
      await kit.page.waitForTimeout(200)
      expect(await scale()).toBe(1)
    }
  })
  test('wheel, double click, drag and buttons', async () => {
    await kit.open()
    await view().scrollIntoViewIfNeeded()
    await view().hover()
    await kit.page.mouse.wheel(0, -100)
    await expect.poll(scale).toBe(1.1)
    await kit.button('Taille d’origine').click()
    await view().dblclick()
    await expect.poll(scale).toBe(2.2)
    const moved = (): Promise<string> =>
      view()
        .locator('> div')
        .evaluate((element) => element.style.transform)
    const before = await moved()
    await view().hover()
    await kit.page.mouse.down()
    await kit.page.mouse.move(500, 500, { steps: 4 })
    await kit.page.mouse.up()
    await expect.poll(() => moved()).not.toBe(before)
    await kit.button('Dézoomer').click()
    await expect.poll(scale).toBe(1.47)
  })
})

test('CORE-102: a finger that scrolls over sliders changes none; a tap and a sideways movement do', async () => {
  await kit.open(PHONE)
  const names = ['Mélangisme', 'Clubs', 'Saunas', 'Orgie'] as const
  const slider = (name: string): Locator =>
    kit.page.getByRole('slider', { name, exact: true }).first()
  const said = (name: string): Promise<string | null> => slider(name).getAttribute('aria-valuetext')
  const before = await Promise.all(names.map(said))
  const session = await kit.page.context().newCDPSession(kit.page)
  const scrolled = (): Promise<number> =>
    kit.page.evaluate(() => scrollY + (document.scrollingElement?.scrollTop ?? 0))
  /** A page that still moves after a stroke would take the next touch as the one that stops it. */
  const atRest = async (): Promise<void> => {
    let last = -1
    const moved = async (): Promise<number> => {
      const from = last
      last = await scrolled()
      return last - from
    }
    await expect.poll(moved).toBe(0)
  }
  /** Returns the scroll position before it. */
  const move = async (name: string, dx: number, dy: number): Promise<number> => {
    await atRest()
    await slider(name).evaluate((e) => e.scrollIntoView({ block: 'center', behavior: 'instant' }))
    const top = await scrolled()
    const box = await slider(name).boundingBox()
    const [x, y] = [(box?.x ?? 0) + 120, (box?.y ?? 0) + 20]
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', share: number): Promise<unknown> =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: x + dx * share, y: y + dy * share }],
      })
    await send('touchStart', 0)
    for (let step = 1; step <= 8 && (dx || dy); step++) await send('touchMove', step / 8)
    await send('touchEnd', 1)
    return top
  }
  for (const name of names) {
    const down = await move(name, 6, -220)
    await expect.poll(scrolled, { message: name }).toBeGreaterThan(down + 100)
    const up = await move(name, -15, 180)
    await expect.poll(scrolled, { message: name }).toBeLessThan(up - 50)
  }
  expect(await Promise.all(names.map(said))).toEqual(before)
  // a tap on a page that still moves only stops it
  await kit.page.waitForTimeout(1000)
  await move('Orgie', 0, 0)
  await expect.poll(() => said('Orgie')).toMatch(/^\d+ sur 100/)
  await move('Clubs', 150, 10)
  await expect.poll(() => said('Clubs')).toMatch(/^[6-9]\d sur 100/)
})

test('a slider is set by keys and says its band; the notch is not 0', async () => {
  await kit.open()
  const slider = kit.page.getByRole('slider', { name: 'Saunas' })
  await slider.focus()
  const said = (): Promise<string | null> => slider.getAttribute('aria-valuetext')
  const after: (string | null)[] = []
  for (const key of [
    'ArrowLeft',
    'ArrowRight',
    'ArrowRight',
    'End',
    'PageDown',
    'Home',
    'Delete',
  ]) {
    await kit.page.keyboard.press(key)
    after.push(await said())
  }
  expect(after).toEqual([
    'Non noté',
    '0 sur 100, A priori non',
    '1 sur 100, A priori non',
    '100 sur 100, Excellent',
    '90 sur 100, Excellent',
    'Non noté',
    'Non noté',
  ])
  const box = await slider.boundingBox()
  await kit.page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) * 0.7, (box?.y ?? 0) + 16)
  await expect.poll(() => said()).toMatch(/^(6\d|70) sur 100, Bien$/)
  await kit.page.mouse.click((box?.x ?? 0) + 10, (box?.y ?? 0) + 16)
  await expect.poll(() => said()).toBe('Non noté')
})

test('the composer grows from 44 to 128 px and then scrolls', async () => {
  await kit.open()
  const area = kit.page.getByRole('textbox', { name: 'Message', exact: true })
  const height = async (): Promise<number> =>
    area.evaluate((element) => (element.parentElement ?? element).getBoundingClientRect().height)
  expect(await height()).toBe(44)
  await area.fill(Array.from({ length: 20 }, (_, line) => `Ligne ${line}`).join('\n'))
  await expect.poll(height).toBe(128)
  await expect
    .poll(() => area.evaluate((element) => element.scrollHeight > element.clientHeight))
    .toBe(true)
})

test('reduced motion: surfaces come and go at once', async () => {
  await kit.open({ ...DESKTOP, reducedMotion: 'reduce' })
  await kit.button('Tiroir sm').click()
  const drawer = kit.page.getByRole('dialog', { name: 'Paramètres' })
  const moving = (): Promise<number> =>
    kit.page.evaluate(
      () =>
        document.getAnimations().filter((a) => Number(a.effect?.getTiming().duration) > 1).length,
    )
  await drawer.waitFor()
  expect(await moving()).toBe(0)
  // its first frame may still be the start of an animation of a hundredth of a millisecond
  await expect.poll(async () => (await drawer.boundingBox())?.x).toBe(960)
  await kit.page.keyboard.press('Escape')
  expect(await moving()).toBe(0)
  await drawer.waitFor({ state: 'detached' })
})

test('forced colours: what is chosen is still told apart', async () => {
  await kit.open({ ...DESKTOP, forcedColors: 'active' })
  await kit.shot('forced', true)
  const edges = await kit.page
    .getByRole('radio')
    .evaluateAll((all) =>
      all.map((radio) => [
        (radio as HTMLInputElement).checked,
        getComputedStyle(radio.parentElement ?? radio).borderColor,
      ]),
    )
  const chosen = new Set(edges.filter(([on]) => on).map(([, colour]) => colour))
  for (const [on, colour] of edges) if (!on) expect(chosen.has(colour ?? '')).toBe(false)
})

test('the dot of who is online is round: as wide as it is high, in whole pixels', async () => {
  await kit.open()
  const dots = kit.page.locator('i', { hasText: 'En ligne' })
  await dots.first().waitFor()
  const sizes = await dots.evaluateAll((all) =>
    all.map((dot) => [dot.getBoundingClientRect().width, dot.getBoundingClientRect().height]),
  )
  expect(sizes.length).toBeGreaterThan(2)
  for (const [width = 0, height] of sizes) {
    expect(width).toBe(Math.round(width))
    expect(height).toBe(width)
  }
})
