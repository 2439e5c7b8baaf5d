import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axe } from '../../support/browser/axe'
import { DESKTOP, PHONE } from '../../support/browser/browser'
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

/** How long a message can be taken back, ms. */
const UNDO_MS = 5_000
/** From here on that time passes only by `endUndo`: on a busy machine axe alone takes longer. */
const holdUndo = (page: Page): Promise<void> =>
  page.evaluate((ms) => {
    const real = globalThis.setTimeout
    const held: (() => void)[] = []
    Object.assign(globalThis, {
      setTimeout: (work: () => void, after?: number) =>
        after === ms ? held.push(work) : real(work, after),
      endUndo: () => {
        for (const work of held.splice(0)) work()
      },
    })
  }, UNDO_MS)
const endUndo = (page: Page): Promise<void> =>
  page.evaluate(() => (globalThis as unknown as { endUndo(): void }).endUndo())

describe('«Annuler» after sending', () => {
  let his: Page
  let hers: Page
  beforeAll(async () => {
    his = (await s.open(MAN, `/conversations/${talk}`, DESKTOP)).page
    hers = (await s.open(WOMAN, `/conversations/${talk}`, DESKTOP)).page
    await bubbles(hers, 'Bonsoir').waitFor()
    await holdUndo(his)
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
    await expect.poll(() => field().inputValue()).toBe('Parti trop vite')
    for (const page of [his, hers]) {
      await expect.poll(() => gone(page)).toBe(1)
      expect(await bubbles(page, 'Parti trop vite').count()).toBe(0)
    }
    await undo().waitFor({ state: 'detached' })
    await field().fill('Bien réfléchi')
    await his.keyboard.press('Enter')
    await undo().waitFor()
    await endUndo(his)
    await undo().waitFor({ state: 'detached' })
    expect(await bubbles(his, 'Bien réfléchi').count()).toBe(1)
  })
  test('photos come back too', async () => {
    await his
      .locator('input[type=file]:not([capture])')
      .setInputFiles(await photoFile('vue.jpg', 900, 600))
    await his.getByRole('button', { name: 'Ajouter la photo' }).click()
    const remove = his.getByRole('button', { name: 'Retirer la photo 1' })
    await remove.waitFor()
    await field().fill('Avec une photo')
    await his.keyboard.press('Enter')
    await undo().click()
    await remove.waitFor()
    expect(await field().inputValue()).toBe('Avec une photo')
    await expect.poll(() => bubbles(his, 'Avec une photo').count()).toBe(0)
    await remove.click()
    await field().fill('')
  })
  test('takes a message out of the outbox; one that had arrived all the same is deleted', async () => {
    // the request reaches the server, its reply never comes
    let asked = (): void => undefined
    const requested = new Promise<void>((resolve) => {
      asked = resolve
    })
    await his.route('**/messages', (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      void route.fetch()
      return asked()
    })
    const before = await gone(hers)
    await field().fill('Sans réponse')
    await his.keyboard.press('Enter')
    await requested
    await undo().click()
    await expect.poll(() => field().inputValue()).toBe('Sans réponse')
    await expect.poll(() => gone(hers)).toBe(before + 1)
    await expect.poll(() => bubbles(his, 'Sans réponse').count()).toBe(0)
    expect(await bubbles(hers, 'Sans réponse').count()).toBe(0)
    await his.unroute('**/messages')
    await field().fill('')
  })
})

test('emoji on a desktop: fetched when opened, found by French name, put at the caret, kept as recent', async () => {
  const { page } = await s.open(MAN, `/conversations/${talk}`, DESKTOP)
  const fetched: string[] = []
  page.on('request', (r) => void (/emoji-picker/.test(r.url()) && fetched.push(r.url())))
  const field = page.getByPlaceholder(COMPOSER)
  const open = page.getByRole('button', { name: 'Emoji' })
  const picker = page.getByRole('dialog', { name: 'Emoji' })
  await field.fill('Bonsoir !')
  await field.evaluate((node: HTMLTextAreaElement) => node.setSelectionRange(7, 7))
  expect(fetched).toEqual([])
  await open.click()
  await picker.waitFor()
  expect(fetched.length).toBeGreaterThan(0)
  expect(await axe(page)).toEqual([])
  await page.keyboard.type('coeur rouge')
  await picker.getByRole('group', { name: 'Résultats' }).waitFor()
  await page.keyboard.press('Enter')
  await picker.waitFor({ state: 'detached' })
  await expect.poll(() => field.inputValue()).toBe('Bonsoir❤️ !')
  await expect.poll(() => field.evaluate((node) => node === document.activeElement)).toBe(true)
  await expect
    .poll(() => field.evaluate((node: HTMLTextAreaElement) => node.selectionStart))
    .toBe(9)
  await open.click()
  await picker
    .getByRole('group', { name: 'Récents' })
    .getByRole('button', { name: 'cœur rouge' })
    .waitFor()
  // the search field, then the recent one, then the first row of the first group
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect.poll(() => field.inputValue()).toBe('Bonsoir❤️😃 !')
  await page.keyboard.press('Escape')
  await picker.waitFor({ state: 'detached' })
  await field.fill('')
  await page.context().close()
  const phone = (await s.open(MAN, `/conversations/${talk}`, PHONE)).page
  expect(await phone.getByRole('button', { name: 'Emoji' }).count()).toBe(0)
  await phone.context().close()
})

test('a lone emoji is large and has no bubble', async () => {
  await woman.say(talk, '😍')
  const { page } = await s.open(MAN, `/conversations/${talk}`, PHONE)
  const look = await bubbles(page, '😍')
    .locator('[data-lone="1"]')
    .evaluate((node) => ({
      background: getComputedStyle(node).backgroundColor,
      size: Number.parseFloat(getComputedStyle(node.querySelector('[dir=auto]') ?? node).fontSize),
    }))
  expect(look.background).toBe('rgba(0, 0, 0, 0)')
  expect(look.size).toBeGreaterThan(40)
  await page.context().close()
})

test('on a phone it takes two taps from the list to write to a relation', async () => {
  const { page } = await s.open(MAN, '/conversations', PHONE)
  let taps = 0
  const tap = async (target: Locator): Promise<void> => {
    await target.tap()
    taps += 1
  }
  await tap(page.getByRole('button', { name: 'Nouvelle discussion' }))
  const relations = page
    .getByRole('dialog', { name: 'Nouvelle discussion' })
    .getByRole('list', { name: 'Membres que vous connaissez' })
  await tap(relations.getByRole('button').first())
  await page.waitForURL(/\/conversations\/./)
  const field = page.getByPlaceholder(COMPOSER)
  await field.waitFor()
  expect(taps).toBe(2)
  const text = `Deux touches ${Date.now()}`
  await field.fill(text)
  await page.getByRole('button', { name: 'Envoyer' }).tap()
  await bubbles(page, text).waitFor()
  await page.context().close()
})

test('a photo to see once: no picture before it is opened, none after, and both sides know', async () => {
  const { page: his } = await s.open(MAN, `/conversations/${talk}`, PHONE)
  const { page: hers, seen } = await s.open(WOMAN, `/conversations/${talk}`, DESKTOP)
  await his
    .locator('input[type=file]:not([capture])')
    .setInputFiles(await photoFile('une.jpg', 900, 600))
  await his.getByRole('button', { name: /^(Ajouter la photo|Suivant)/ }).click()
  await his.getByRole('radio', { name: 'Voir une fois' }).check()
  await his.getByText('Un écran peut toujours être photographié.').waitFor()
  expect(await axe(his)).toEqual([])
  await his.getByRole('button', { name: 'Envoyer', exact: true }).click()
  const sent = bubbles(his, 'Photo à voir une fois').last()
  await sent.waitFor()
  expect(await sent.locator('img').count()).toBe(0)

  const received = bubbles(hers, 'Une seule fois').last()
  await received.waitFor()
  expect(await received.locator('img').count()).toBe(0)
  await received.getByRole('button', { name: /^Voir la photo/ }).press('Enter')
  const viewer = hers.getByRole('dialog', { name: 'Photo éphémère' })
  const picture = viewer.getByRole('img', { name: 'Éphémère' })
  await picture.waitFor()
  await expect
    .poll(() => picture.evaluate((img) => (img as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(500)
  expect(await axe(hers)).toEqual([])
  await hers.keyboard.press('Escape')
  await viewer.waitFor({ state: 'detached' })
  await bubbles(hers, 'Photo vue').waitFor()
  await bubbles(his, 'Ouverte').waitFor()
  for (const page of [his, hers]) {
    await page.reload()
    await bubbles(page, page === his ? 'Ouverte' : 'Photo vue').waitFor()
  }
  expect(seen.errors).toEqual([])
  await his.context().close()
  await hers.context().close()
})
