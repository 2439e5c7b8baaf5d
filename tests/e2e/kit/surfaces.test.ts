import type { Locator } from 'playwright'
import { beforeEach, describe, expect, test } from 'vitest'
import { PHONE, DESKTOP, WITH_MOTION } from '../../support/browser/browser'
import { finger, restingPlace } from '../../support/browser/finger'
import { still, useKit } from '../../support/kit/page'

const kit = useKit(8633)

describe('drawers', () => {
  beforeEach(() => kit.open())
  const drawer = (name = 'Paramètres'): Locator => kit.page.getByRole('dialog', { name })

  test('CORE-030: Escape closes it, the focus goes back to its button, and the page is inert meanwhile', async () => {
    await kit.button('Tiroir sm').click()
    await drawer().waitFor()
    for (let step = 0; step < 12; step++) {
      await kit.page.keyboard.press('Tab')
      const inside = await kit.page.evaluate(
        () =>
          document.activeElement === document.body ||
          document.activeElement?.closest('dialog') !== null,
      )
      expect(inside).toBe(true)
    }
    await kit.page.keyboard.press('Escape')
    await drawer().waitFor({ state: 'detached' })
    await expect.poll(() => kit.focused()).toBe('Tiroir sm')
  })
  test('Escape closes only the one on top, and questions before drawers', async () => {
    await kit.button('Tiroir md').click()
    await kit.button('Un autre tiroir').click()
    const order = await Promise.all(
      [drawer(), drawer('Par-dessus le premier')].map((each) =>
        each.evaluate((element) => Number(getComputedStyle(element).zIndex)),
      ),
    )
    expect(order).toEqual([5001, 5002])
    await kit.page.keyboard.press('Escape')
    await drawer('Par-dessus le premier').waitFor({ state: 'detached' })
    await kit.button('Question du tiroir').click()
    await kit.page.getByRole('alertdialog').waitFor()
    await kit.page.keyboard.press('Escape')
    await kit.page.getByRole('alertdialog').waitFor({ state: 'detached' })
    expect(await drawer().isVisible()).toBe(true)
    await expect.poll(() => kit.focused()).toBe('Question du tiroir')
    // twice more in a row: the platform itself may insist
    await kit.page.keyboard.press('Escape')
    await kit.page.keyboard.press('Escape')
    await drawer().waitFor({ state: 'detached' })
  })
  test('CORE-020: widths by size name: 480, 640, and the window less 240 px; 480 without a name', async () => {
    const widths: Record<string, number | undefined> = {}
    for (const size of ['sm', 'md', 'lg', 'xl']) {
      await kit.button(`Tiroir ${size}`).click()
      await still(drawer())
      widths[size] = (await drawer().boundingBox())?.width
      await kit.page.keyboard.press('Escape')
      await drawer().waitFor({ state: 'detached' })
    }
    await kit.button('Tiroir md').click()
    await kit.button('Un autre tiroir').click()
    const unnamed = kit.page.getByRole('dialog', { name: 'Par-dessus le premier' })
    await still(unnamed)
    widths['none'] = (await unnamed.boundingBox())?.width
    expect(widths).toEqual({ sm: 480, md: 640, lg: 1200, xl: 1200, none: 480 })
  })
  test('CORE-032: the page does not scroll while a drawer or a question is open, and does again afterwards', async () => {
    const scrolled = (): Promise<number> => kit.page.evaluate(() => scrollY)
    const wheel = async (): Promise<void> => {
      await kit.page.mouse.move(300, 450)
      await kit.page.mouse.wheel(0, 200)
    }
    for (const opener of ['Tiroir sm', 'Question']) {
      await kit.button(opener).click()
      const before = await scrolled()
      await wheel()
      await kit.page.waitForTimeout(150)
      expect(await scrolled(), opener).toBe(before)
      await kit.page.keyboard.press('Escape')
      await kit.page.locator('dialog').waitFor({ state: 'detached' })
      await wheel()
      await expect.poll(scrolled, { message: opener }).not.toBe(before)
    }
  })
  test('it slides 300 ms out and stays mounted meanwhile; a click beside closes it', async () => {
    await kit.open({ ...DESKTOP, ...WITH_MOTION })
    await kit.button('Tiroir sm').click()
    await still(drawer())
    // looked at in each frame: it may be gone before a call from outside is answered
    await drawer().evaluate((element) => {
      const seen = new Set<unknown>()
      Object.assign(globalThis, { seen })
      const look = (): void => {
        for (const { effect } of element.getAnimations()) seen.add(effect?.getTiming().duration)
        if (element.isConnected) requestAnimationFrame(look)
      }
      look()
    })
    await kit.page.mouse.click(200, 400)
    await drawer().waitFor({ state: 'detached' })
    expect(
      await kit.page.evaluate(() => [...(globalThis as unknown as { seen: Set<number> }).seen]),
    ).toEqual([300])
  })
})

test('a finger pushes a drawer away to the right; scrolling and sliders are left alone', async () => {
  await kit.open(PHONE)
  await kit.button('Tiroir sm').click()
  const drawer = kit.page.getByRole('dialog', { name: 'Paramètres' })
  await still(drawer)
  const session = await kit.page.context().newCDPSession(kit.page)
  const swipe = async (from: [number, number], to: [number, number]): Promise<void> => {
    const at = (x: number, y: number) => ({ touchPoints: [{ x, y }] })
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', ...at(...from) })
    for (let step = 1; step <= 8; step++) {
      await session.send('Input.dispatchTouchEvent', {
        type: 'touchMove',
        ...at(from[0] + ((to[0] - from[0]) * step) / 8, from[1] + ((to[1] - from[1]) * step) / 8),
      })
      await kit.page.waitForTimeout(30)
    }
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
  await swipe([100, 600], [120, 400])
  await kit.page.waitForTimeout(400)
  expect(await drawer.isVisible()).toBe(true)
  await swipe([40, 500], [300, 510])
  await drawer.waitFor({ state: 'detached' })
})

describe('questions, boxes and menus', () => {
  beforeEach(() => kit.open())

  test('CORE-031: a question is centred, the safe button has the focus, Escape does not confirm', async () => {
    await kit.button('Question').click()
    const box = kit.page.getByRole('alertdialog', { name: 'Passer en mode modification ?' })
    await still(box)
    const place = await box.boundingBox()
    expect(Math.abs((place?.x ?? 0) + (place?.width ?? 0) / 2 - 720)).toBeLessThan(2)
    expect(Math.abs((place?.y ?? 0) + (place?.height ?? 0) / 2 - 450)).toBeLessThan(2)
    expect(await box.getByRole('button').allTextContents()).toEqual(['Annuler', 'Confirmer'])
    await expect.poll(() => kit.focused()).toBe('Annuler')
    await kit.page.keyboard.press('Escape')
    await box.waitFor({ state: 'detached' })
    await expect.poll(() => kit.page.getByLabel('Réponse').textContent()).toBe('Annulé')
    await kit.button('Question').click()
    await kit.page.keyboard.press('Tab')
    await kit.page.keyboard.press('Enter')
    await kit.page.getByText('Confirmé', { exact: true }).first().waitFor()
    await box.waitFor({ state: 'detached' })
    expect(await kit.page.getByLabel('Réponse').textContent()).toBe('Confirmé')
  })
  test('a menu is driven by keys, stands above everything, and gives the focus back', async () => {
    await kit.button('Menu').focus()
    await kit.page.keyboard.press('Enter')
    await kit.page.getByRole('menu').waitFor()
    await expect.poll(() => kit.focused()).toBe('Paramètres')
    await kit.page.keyboard.press('End')
    await expect.poll(() => kit.focused()).toBe('Se déconnecter')
    await kit.page.keyboard.press('Escape')
    await kit.page.getByRole('menu').waitFor({ state: 'detached' })
    await expect.poll(() => kit.focused()).toBe('Menu')
    await kit.page.keyboard.press('ArrowDown')
    await kit.page.keyboard.press('Enter')
    await expect.poll(() => kit.page.getByLabel('Réponse').textContent()).toBe('Paramètres')
    await kit.button('Menu').click()
    await kit.page.getByRole('menu').waitFor()
    await kit.button('Menu').click()
    await kit.page.getByRole('menu').waitFor({ state: 'detached' })
  })
  test('a menu that opens a question leads back to its button', async () => {
    await kit.button('Menu').click()
    await kit.page.getByRole('menuitem', { name: 'Se déconnecter' }).click()
    await kit.page.getByRole('alertdialog').waitFor()
    await kit.page.keyboard.press('Escape')
    await kit.page.getByRole('alertdialog').waitFor({ state: 'detached' })
    await expect.poll(() => kit.focused()).toBe('Menu')
  })
})

test('held for 600 ms a finger opens the menu; moved by 10 px or lifted sooner it does not', async () => {
  await kit.open(PHONE)
  const target = kit.button('Tenir')
  await target.scrollIntoViewIfNeeded()
  const menu = kit.page.getByRole('menu')
  const touch = await finger(kit.page)
  const [x, y] = await restingPlace(target)
  // the unit test has the exact time: a busy machine adds to any
  await touch.stroke([x, y])
  await kit.page.waitForTimeout(800)
  expect(await menu.count()).toBe(0)
  await Promise.all([touch.down(x, y), touch.move(x + 18, y)])
  await kit.page.waitForTimeout(800)
  await touch.up()
  expect(await menu.count()).toBe(0)
  await touch.down(x, y)
  await menu.waitFor()
  await touch.up()
})

describe('toasts', () => {
  beforeEach(() => kit.open())

  test('CORE-033: two toasts are stacked at the top centre', async () => {
    const items = kit.page.getByRole('list', { name: 'Notifications' }).getByRole('listitem')
    await kit.button('Réussite').click()
    // under the pointer their time stands still
    await items.first().hover()
    await kit.button('Erreur').press('Enter')
    await expect.poll(() => items.count()).toBe(2)
    await still(items.last())
    const [one, two] = await Promise.all([items.first().boundingBox(), items.last().boundingBox()])
    if (!one || !two) throw new Error('no toasts')
    for (const box of [one, two]) expect(Math.abs(box.x + box.width / 2 - 720)).toBeLessThan(2)
    expect([one.y < 40, two.y >= one.y + one.height, two.y < 140]).toEqual([true, true, true])
  })
  test('on a phone they lie above the bar at its foot, of the page and of a dialog', async () => {
    await kit.page.setViewportSize({ width: 390, height: 844 })
    const list = kit.page.getByRole('list', { name: 'Notifications' })
    await kit.button('Réussite').click()
    await still(list.getByRole('listitem'))
    const alone = await list.boundingBox()
    await kit.button('Tiroir sm').click()
    await kit.button('Annonce').click()
    await still(list.getByRole('listitem').filter({ hasText: 'Réglage enregistré' }))
    const [above, foot] = await Promise.all([
      list.boundingBox(),
      kit.page.getByRole('dialog').locator('[data-foot]').boundingBox(),
    ])
    if (!alone || !above || !foot) throw new Error('no toasts')
    expect(alone.y + alone.height).toBe(844 - 12)
    expect(above.y + above.height).toBe(foot.y - 12)
    // at the top of a tablet they would cover its titles
    await kit.page.setViewportSize({ width: 834, height: 1112 })
    expect((await list.boundingBox())?.y).toBeGreaterThan(1112 / 2)
    await kit.page.setViewportSize({ width: 1440, height: 900 })
  })
  test('one that comes while a drawer is open can be read, clicked and outlives the drawer', async () => {
    await kit.button('Tiroir sm').click()
    await kit.button('Annonce').click()
    const item = kit.page.getByRole('listitem').filter({ hasText: 'Réglage enregistré' })
    await item.waitFor()
    await kit.page.keyboard.press('Escape')
    await kit.page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await item.isVisible()).toBe(true)
    await kit.button('Tiroir sm').click()
    await item.getByRole('button', { name: 'Fermer la notification' }).click()
    await item.waitFor({ state: 'detached' })
    expect(await kit.page.getByRole('dialog').isVisible()).toBe(true)
  })
})
