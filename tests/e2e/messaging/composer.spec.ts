import type { Locator } from 'playwright'
import { expect, test } from 'vitest'
import { axe } from '../../support/browser/axe'
import { newContext, PHONE, signIn } from '../../support/browser/browser'
import { bubbles, COUPLE, MAN } from '../../support/world/talk'
import { s, man, talk, photo, box, button, confirmed, isSend } from './composer-setup'

/** Edges on the screen; not a number where nothing is, which no comparison accepts. */
const edges = async (part: Locator): Promise<{ top: number; bottom: number }> => {
  const { y, height } = (await part.boundingBox()) ?? { y: NaN, height: NaN }
  return { top: y, bottom: y + height }
}

/** Tests of composer.test.ts, which share its server. */
export const composerTests = (): void => {
  test('MSG-053 MSG-057: on a phone there is a camera, and Enter makes a line', async () => {
    const { page } = await s.open(MAN, `/conversations/${talk}`, PHONE)
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Prendre une photo' }).click()
    expect(await (await chooser).element().getAttribute('capture')).toBe('environment')
    const width = async (): Promise<number> => (await box(page).boundingBox())?.width ?? 0
    const narrow = await width()
    await box(page).fill('un')
    // a text is written in the place of the camera
    expect(await width()).toBeGreaterThan(narrow + 40)
    await box(page).press('End')
    await box(page).press('Enter')
    expect(await box(page).inputValue()).toBe('un\n')
    await confirmed(page, photo)
    expect(await axe(page)).toEqual([])
    await page.close()
  })

  test('MSG-200: on a phone the toast of a photo covers neither the head nor the message with it', async () => {
    const { page } = await s.open(MAN, `/conversations/${talk}`, PHONE)
    await confirmed(page, photo)
    const text = `Avec photo ${Date.now()}`
    await box(page).fill(text)
    await button(page).click()
    const toast = page.getByRole('list', { name: 'Notifications' }).getByText('1 photo ajoutée')
    const tabs = page.getByRole('tablist', { name: 'Discussion' })
    await expect.poll(async () => (await edges(toast)).top > (await edges(tabs)).bottom).toBe(true)
    // the toast may come before the message
    await expect
      .poll(async () => (await edges(toast)).bottom < (await edges(bubbles(page, text))).top)
      .toBe(true)
    await page.close()
  })

  test('with large text on a small phone: the name is in one line, the composer with a photo leaves the messages, and «Annuler» the field', async () => {
    const talks = await (await s.member(COUPLE)).conversations()
    const long = talks.find(
      ({ type, participants }) =>
        type === 'direct' && participants.some((p) => p.account.account_handle === 'voisins_du_6'),
    )
    const context = await newContext(s.browser, { ...PHONE, viewport: { width: 320, height: 568 } })
    await context.addInitScript(() => localStorage.setItem('text_size', '200'))
    const page = await context.newPage()
    await signIn(page, s.server.url, COUPLE, 'Léa', `/conversations/${long?.id}`)
    const name = page.getByRole('heading', { name: 'voisins_du_6' }).getByText('voisins_du_6')
    const lines = await name.evaluate((node) => {
      const range = document.createRange()
      range.selectNodeContents(node)
      return new Set([...range.getClientRects()].map((one) => one.top)).size
    })
    expect(lines).toBe(1)
    await confirmed(page, photo)
    await page.getByRole('radio', { name: 'Voir une fois' }).waitFor()
    const thread = async (): Promise<number> => {
      const { top, bottom } = await edges(page.locator('[data-thread]'))
      return bottom - top
    }
    await expect.poll(thread).toBeGreaterThan(40)
    await expect.poll(async () => (await edges(box(page))).bottom).toBeLessThanOrEqual(568)
    await page.getByRole('button', { name: 'Retirer la photo 1' }).click()
    await box(page).fill('Un message')
    await button(page).click()
    const undo = page.getByRole('button', { name: 'Annuler l’envoi' })
    await expect
      .poll(async () => (await edges(box(page))).top - (await edges(undo)).bottom)
      .toBeGreaterThanOrEqual(0)
    await context.close()
  })

  test('MSG-143: with nobody behind the screen nothing is sent: the sentence and the choice show; once chosen it goes', async () => {
    const shared = await (await s.member(COUPLE)).with(man.handle)
    const { page } = await s.open(COUPLE, '/conversations')
    const who = page.getByRole('dialog', { name: 'Qui est derrière l’écran ?' })
    await who.waitFor()
    await page.goto(`${s.server.url}/conversations/${shared}`)
    await who.waitFor()
    await page.keyboard.press('Escape')
    await who.waitFor({ state: 'detached' })
    const sends: string[] = []
    page.on('request', (r) => {
      if (isSend(r) || r.url().endsWith('/mark-read')) sends.push(r.url())
    })
    const text = `Qui ? ${Date.now()}`
    await box(page).fill(text)
    await page.keyboard.press('Enter')
    await page.getByText('Aucune identité active. Veuillez en sélectionner une.').waitFor()
    await who.waitFor()
    expect([sends, await box(page).inputValue()]).toEqual([[], text])
    await who.getByRole('button', { name: /Tous les deux/ }).click()
    await who.waitFor({ state: 'detached' })
    expect(await page.getByText('Aucune identité active.').count()).toBe(0)
    await button(page).click()
    await bubbles(page, text).getByText('Tous les deux').waitFor()
    await page.close()
  })
}
