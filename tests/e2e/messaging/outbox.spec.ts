import type { Locator, Page, Route } from 'playwright'
import { describe, expect, test } from 'vitest'
import { signIn, signOut } from '../../support/browser/browser'
import { photoFile } from '../../support/world/photos'
import {
  MAN,
  context,
  WOMAN,
  proxy,
  talk,
  photo,
  handleOf,
  startWith,
  box,
  bubble,
  sent,
  write,
  stored,
  words,
  open,
  show,
  attach,
  modal,
  confirm,
  kept,
  EMPTY,
} from './outbox-setup'

const attached = (page: Page): Locator =>
  page.getByRole('list', { name: 'Photos jointes' }).getByRole('listitem')

/** Tests of outbox.test.ts, which share its server. */
export const outboxTests = (): void => {
  describe('several photos', () => {
    test('«Tout ajouter»: three uploads at a time with progress, one removed on the way', async () => {
      const page = await open()
      const files = await Promise.all(
        [1, 2, 3, 4].map((n) => photoFile(`lot-${n}.jpg`, 1200 + n, 900)),
      )
      await attach(page, files)
      await modal(page)
        .getByRole('button', { name: /^(Ajouter la photo|Suivant)/ })
        .click()
      await modal(page).getByRole('button', { name: 'Tout ajouter' }).click()
      await modal(page).waitFor({ state: 'detached' })
      await expect.poll(() => attached(page).count()).toBe(4)
      const mark = `lot ${Date.now()}`
      const held: Route[] = []
      await page.route('**/media/upload', (route) => void held.push(route))
      await write(page, mark)
      await bubble(page, mark).getByRole('progressbar', { name: 'Envoi de la photo 4' }).waitFor()
      await expect.poll(() => held.length).toBe(3)
      await page.getByRole('button', { name: 'Ne pas envoyer la photo 4' }).click()
      expect(held.length).toBe(3)
      for (const route of held) await route.continue()
      await page.unroute('**/media/upload')
      await sent(page, mark).waitFor()
      const [message] = await stored(mark)
      expect(message?.media.map((m) => m.width)).toEqual([1201, 1202, 1203])
    })

    test('a message with photos discarded on its way is not sent and leaves the device', async () => {
      const page = await open()
      await attach(page, photo)
      await confirm(page)
      const mark = `lâché ${Date.now()}`
      await page.route('**/media/upload', () => undefined)
      await write(page, mark)
      await bubble(page, mark).getByRole('button', { name: 'Annuler' }).click()
      await bubble(page, mark).waitFor({ state: 'detached' })
      await expect.poll(() => kept(page)).toEqual(EMPTY)
      await write(page, `${mark} suivant`)
      await sent(page, `${mark} suivant`).waitFor()
      expect(await words(mark)).toEqual([`${mark} suivant`])
    })
  })

  describe('drafts', () => {
    test('each identity’s text and photo survive a reload and show in the list', async () => {
      const page = await context.newPage()
      const shared = await startWith('demo-1@connivence.test', await handleOf(MAN))
      const path = `/conversations/${shared}`
      await signIn(page, proxy.url, 'demo-1@connivence.test', undefined, path)
      const who = page.getByRole('dialog', { name: 'Qui est derrière l’écran ?' })
      const choose = async (n: number): Promise<void> => {
        if (!(await who.isVisible()))
          await page.getByRole('button', { name: 'Changer d’identité' }).first().click()
        await who
          .getByRole('button')
          .filter({ hasText: n === 2 ? /Tous les deux/ : /./ })
          .nth(n === 2 ? 0 : n)
          .click()
        await who.waitFor({ state: 'detached' })
      }
      await who.waitFor()
      await choose(0)
      await box(page).fill('Le premier')
      await attach(page, photo)
      await confirm(page)
      await choose(2)
      await expect.poll(() => box(page).inputValue()).toBe('')
      await expect.poll(() => attached(page).count()).toBe(0)
      await box(page).fill('Les deux')
      await page.reload()
      await expect.poll(() => box(page).inputValue()).toBe('Les deux')
      expect(await attached(page).count()).toBe(0)
      await choose(0)
      await expect.poll(() => box(page).inputValue()).toBe('Le premier')
      await expect.poll(() => attached(page).count()).toBe(1)
      await page.goto(`${proxy.url}/conversations`)
      await page.locator(`a[href="${path}"]`).getByText('Le premier').waitFor()
      expect(await page.locator(`a[href="${path}"]`).innerText()).toContain('Brouillon')
    })
  })

  test('sign-out empties the device, and no other account sends what waited', async () => {
    const page = await open()
    const mark = `parti ${Date.now()}`
    await box(page).fill(`brouillon ${mark}`)
    await attach(page, photo)
    await confirm(page)
    await page.locator('a[href^="/conversations/"]').nth(1).click()
    await expect.poll(async () => (await kept(page))['drafts']).toBe(1)
    await show(page)
    await page.route('**/messages', (r) =>
      r.request().method() === 'POST' ? r.abort() : r.fallback(),
    )
    await write(page, mark)
    await bubble(page, mark).getByText('En attente').waitFor()
    await expect.poll(async () => (await kept(page))['outbox']).toBe(1)
    await signOut(page)
    await expect
      .poll(() => page.evaluate(async () => (await indexedDB.databases()).map((d) => d.name)))
      .not.toContainEqual(expect.stringMatching(/^member:/))
    await page.unroute('**/messages')
    await signIn(page, proxy.url, WOMAN, undefined, `/conversations/${talk}`)
    await box(page).waitFor()
    expect(await box(page).inputValue()).toBe('')
    // what waits is sent in order: once a later message is sent, an older one would have been too
    const next = `ensuite ${Date.now()}`
    await write(page, next)
    await sent(page, next).waitFor()
    expect([await bubble(page, mark).count(), await words(mark)]).toEqual([0, []])
    await expect.poll(() => kept(page)).toEqual(EMPTY)
  })
}
