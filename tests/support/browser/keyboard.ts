import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'
import { axe } from './axe'

const TABS_MAX = 120

export const isFocused = (at: Locator): Promise<boolean> =>
  at.evaluate((node) => node === document.activeElement).catch(() => false)

/** The next Tab leads to the first control of the page, as after a load, wherever the focus was. */
export const focusTop = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { body } = document
    body.tabIndex = -1
    body.focus({ preventScroll: true })
    body.removeAttribute('tabindex')
  })

/** Reaches an element with Tab alone; `back`: with Shift+Tab. */
export const tabTo = async (page: Page, at: Locator, back = false): Promise<void> => {
  await at.waitFor()
  for (let i = 0; i < TABS_MAX; i += 1) {
    if (await isFocused(at)) return
    await page.keyboard.press(back ? 'Shift+Tab' : 'Tab')
  }
  throw new Error(`not reached by ${TABS_MAX} Tab: ${at.toString()}`)
}

export const enter = async (page: Page, at: Locator): Promise<void> => {
  await tabTo(page, at)
  await page.keyboard.press('Enter')
}

export const regains = (at: Locator): Promise<void> => expect.poll(() => isFocused(at)).toBe(true)

/**
 * What is wrong with the place of the focus, or an empty string. A control must be in the window and
 * show it: an outline of 2 px, or the browser's own, on itself, on what is drawn in its place or on a box around it, or the
 * ring of a field. A container that was given the focus (`tabindex="-1"`) shows none.
 */
const wrongFocus = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const at = document.activeElement
    if (!at || at === document.body) return 'nothing has the focus'
    const name = at.outerHTML.slice(0, 160)
    const box = at.getBoundingClientRect()
    const inside = box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth
    if (!inside) return `outside the window: ${name}`
    if (at.getAttribute('tabindex') === '-1' && !at.matches('button, input, [role^=menuitem]'))
      return ''
    const outlined = (style: CSSStyleDeclaration): boolean =>
      style.outlineStyle === 'auto' ||
      (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2)
    const around: Element[] = []
    for (let e: Element | null = at; e && around.length < 4; e = e.parentElement) around.push(e)
    const seen =
      around.some((e) => outlined(getComputedStyle(e))) ||
      ['::before', '::after'].some((part) => outlined(getComputedStyle(at, part))) ||
      (at.matches('input, textarea, select') &&
        around.slice(0, 2).some((e) => getComputedStyle(e).boxShadow !== 'none'))
    return seen ? '' : `not shown: ${name}`
  })

/** An element has the focus, visibly, and axe finds no violation on the page. */
export const expectVisibleFocus = async (page: Page): Promise<void> => {
  await expect.poll(() => wrongFocus(page)).toBe('')
  expect(await axe(page)).toEqual([])
}
