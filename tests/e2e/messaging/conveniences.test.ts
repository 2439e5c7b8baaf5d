import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DESKTOP } from '../../support/browser/browser'
import { photoFile } from '../../support/world/photos'
import { MAN, stage, WOMAN, type Member, type Stage } from '../../support/world/talk'

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
  await page.getByRole('button', { name: 'Ajouter la photo' }).click()
  await page.getByRole('button', { name: 'Retirer la photo 1' }).waitFor()
  expect(await drag(page, 'nav', photo)).toBe(false)
  expect(await page.getByText('Déposez vos photos').count()).toBe(0)
  await page.getByRole('button', { name: 'Retirer la photo 1' }).click()
  expect(seen.errors).toEqual([])
  await page.context().close()
})
