import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axe } from '../../support/browser/axe'
import { DESKTOP } from '../../support/browser/browser'
import { photoFile } from '../../support/world/photos'
import {
  bubbles,
  COMPOSER,
  MAN,
  stage,
  WOMAN,
  type Member,
  type Stage,
} from '../../support/world/talk'

let s: Stage
let man: Member
let woman: Member
let talk: string
beforeAll(async () => {
  s = await stage()
  man = await s.member(MAN)
  woman = await s.member(WOMAN)
  talk = await man.with(woman.handle)
  await woman.say(talk, 'Bonsoir')
})
afterAll(() => s.close())

/** Drags a file over an element, and drops it there unless `drop` is false. */
const drag = async (page: Page, selector: string, path: string, drop = true): Promise<boolean> => {
  const bytes = (await readFile(path)).toString('base64')
  return page.locator(selector).evaluate(
    (node, { bytes: text, drop: isDropped }) => {
      const data = new DataTransfer()
      const raw = Uint8Array.from(atob(text), (c) => c.charCodeAt(0))
      data.items.add(new File([raw], 'vue.jpg', { type: 'image/jpeg' }))
      const fire = (type: string): boolean =>
        node.dispatchEvent(
          new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data }),
        )
      fire('dragenter')
      // false: the page takes or refuses it, the browser does not open it
      const isOpened = fire('dragover')
      return isDropped ? fire('drop') || isOpened : isOpened
    },
    { bytes, drop },
  )
}

test('a photo dropped on the messages goes to the composer, one dropped elsewhere is not opened', async () => {
  const { page, seen } = await s.open(MAN, `/conversations/${talk}`, DESKTOP)
  const photo = await photoFile('vue.jpg', 900, 600)
  expect(await drag(page, '[data-thread]', photo, false)).toBe(false)
  await page.getByText('Déposez vos photos').waitFor()
  expect(await drag(page, '[data-thread]', photo)).toBe(false)
  await page.getByText('Déposez vos photos').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^(Ajouter la photo|Suivant)/ }).click()
  await page.getByRole('button', { name: 'Retirer la photo 1' }).waitFor()
  expect(await drag(page, 'nav', photo)).toBe(false)
  expect(await page.getByText('Déposez vos photos').count()).toBe(0)
  await page.getByRole('button', { name: 'Retirer la photo 1' }).click()
  expect(seen.errors).toEqual([])
  await page.context().close()
})

describe('«Annuler» after sending', () => {
  let his: Page
  let hers: Page
  beforeAll(async () => {
    his = (await s.open(MAN, `/conversations/${talk}`, DESKTOP)).page
    hers = (await s.open(WOMAN, `/conversations/${talk}`, DESKTOP)).page
    await bubbles(hers, 'Bonsoir').waitFor()
  })
  afterAll(async () => {
    await his.context().close()
    await hers.context().close()
  })
  const field = () => his.getByPlaceholder(COMPOSER)
  const undo = () => his.getByRole('button', { name: 'Annuler l’envoi' })
  const gone = (page: Page) => bubbles(page, 'Message supprimé').count()

  test('deletes an arrived message for both and gives the text back; after 5 s it is gone', async () => {
    await field().fill('Parti trop vite')
    await his.keyboard.press('Enter')
    await bubbles(hers, 'Parti trop vite').waitFor()
    expect(await axe(his)).toEqual([])
    await undo().click()
    expect(await field().inputValue()).toBe('Parti trop vite')
    for (const page of [his, hers]) {
      await expect.poll(() => gone(page)).toBe(1)
      expect(await bubbles(page, 'Parti trop vite').count()).toBe(0)
    }
    expect(await undo().count()).toBe(0)
    await field().fill('Bien réfléchi')
    await his.keyboard.press('Enter')
    await undo().waitFor()
    await undo().waitFor({ state: 'detached', timeout: 8_000 })
    expect(await bubbles(his, 'Bien réfléchi').count()).toBe(1)
  })
  test('takes a message out of the outbox; one that had arrived all the same is deleted', async () => {
    // the request reaches the server, its reply never comes
    await his.route('**/messages', (route) =>
      route.request().method() === 'POST' ? void route.fetch() : route.fallback(),
    )
    const before = await gone(hers)
    await field().fill('Sans réponse')
    await his.keyboard.press('Enter')
    await undo().click()
    expect(await field().inputValue()).toBe('Sans réponse')
    await expect.poll(() => gone(hers)).toBe(before + 1)
    await expect.poll(() => bubbles(his, 'Sans réponse').count()).toBe(0)
    expect(await bubbles(hers, 'Sans réponse').count()).toBe(0)
    await his.unroute('**/messages')
    await field().fill('')
  })
})
