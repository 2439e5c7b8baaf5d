import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axe } from '../../support/browser/axe'
import { DESKTOP } from '../../support/browser/browser'
import { bubbles, COUPLE, MAN, scrollFromBottom, toBottom } from '../../support/world/talk'
import { s, man, woman, talk, bubble, menu, ask } from './acts-setup'

/** Tests of acts.test.ts, which share its server. */
export const findingTests = (): void => {
  describe('finding and jumping', () => {
    let page: Page
    const field = () => page.getByRole('searchbox', { name: 'Rechercher dans la discussion' })
    beforeAll(async () => {
      for (let i = 0; i < 70; i += 1)
        await woman.say(talk, `Nouveau ${i}, ${'et des mots '.repeat(i % 7)}`)
      ;({ page } = await s.open(MAN, `/conversations/${talk}`, DESKTOP))
      await bubble(page, 'Nouveau 0,').waitFor()
    })
    afterAll(() => page.context().close())

    test('seventy unread: opens at «Nouveaux messages»; newer pages load to the end', async () => {
      await page.waitForTimeout(600)
      await expect.poll(() => page.getByText('Nouveaux messages').count()).toBe(1)
      await expect.poll(() => bubble(page, 'Nouveau 0,').isVisible()).toBe(true)
      await expect.poll(() => toBottom(page)).toBeGreaterThan(200)
      await woman.say(talk, 'Pendant la lecture')
      await expect
        .poll(async () => {
          await scrollFromBottom(page, 0)
          return bubbles(page, 'Pendant la lecture').count()
        })
        .toBe(1)
    })
    test('search finds an unloaded message and centres it; «Aller en bas» leads back', async () => {
      await page.getByRole('button', { name: 'Rechercher dans la discussion' }).click()
      await field().fill('LIBÉLLULE')
      await page.locator('mark').first().waitFor()
      expect(await page.locator('mark').first().textContent()).toBe('libellule')
      expect(await axe(page)).toEqual([])
      await page.keyboard.press('Enter')
      await bubble(page, 'Phrase 3,').waitFor()
      await expect
        .poll(async () => {
          const box = await bubble(page, 'Phrase 3,').boundingBox()
          return box && box.y > 130 && box.y < 800
        })
        .toBe(true)
      await page.getByText(/^1 sur \d/).waitFor()
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await expect.poll(() => field().count()).toBe(0)
      await page.getByRole('button', { name: 'Aller en bas' }).click()
      await bubble(page, 'Pendant la lecture').waitFor()
      await expect.poll(() => toBottom(page)).toBeLessThan(2)
    })
    test('no hit and a failed search show a text', async () => {
      await page.getByRole('button', { name: 'Rechercher dans la discussion' }).click()
      await field().fill('introuvable')
      await page.getByText('Aucun message ne contient ces mots.').waitFor()
      await page.route('**/search?**', (route) => route.abort())
      await field().fill('phrase')
      await page.getByText('La recherche n’a pas abouti.').waitFor()
      await page.unroute('**/search?**')
      await page.getByRole('button', { name: 'Réessayer' }).click()
      await page.locator('mark').first().waitFor()
      await page.keyboard.press('Escape')
    })
  })

  test('MSG-119: a couple in both mode: one reaction of the account, «Tous les deux» in the list', async () => {
    const couple = await s.member(COUPLE)
    const theirs = await couple.with(man.handle)
    await man.say(theirs, 'À tous les deux')
    const { page } = await s.open(COUPLE, `/conversations/${theirs}`, DESKTOP, 'Tous les deux')
    await bubble(page, 'À tous les deux').waitFor()
    await page.waitForTimeout(500)
    for (const name of ['Cœur', 'Pouce levé']) {
      await ask(page, 'À tous les deux')
      await menu(page).getByRole('menuitemradio', { name, exact: true }).click()
    }
    await bubbles(page, 'À tous les deux').getByRole('button', { name: 'Réactions : 👍' }).click()
    const rows = page.getByRole('dialog', { name: 'Réactions' }).getByRole('listitem')
    await rows.first().waitFor()
    expect(await rows.count()).toBe(1)
    expect(await rows.textContent()).toContain('Tous les deux')
    await page.context().close()
  })
}
