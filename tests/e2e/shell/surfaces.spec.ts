import type { Locator, Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { DESKTOP, PHONE } from '../../support/browser/browser'
import { signedIn } from './shell-setup'

/** Tests of shell.test.ts, which share its server. */
export const surfacesTests = (): void => {
  describe('surfaces', () => {
    const locked = (page: Page): Promise<boolean> =>
      page.evaluate(() =>
        /hidden|clip/.test(
          getComputedStyle(document.documentElement).overflow +
            getComputedStyle(document.body).overflow,
        ),
      )
    const openMenu = (page: Page): Promise<void> =>
      page.getByRole('navigation').getByRole('button').last().click()

    test('CORE-003: on a phone the settings are two taps from the conversations, signing out three', async () => {
      const page = await signedIn(PHONE)
      let taps = 0
      const tap = (target: Locator): Promise<void> => {
        taps += 1
        return target.tap()
      }
      await tap(page.getByRole('navigation').getByRole('link', { name: 'Profil' }))
      const gear = page.getByRole('button', { name: 'Paramètres' })
      await gear.waitFor()
      expect((await gear.boundingBox())?.y ?? Infinity).toBeLessThan(200)
      await tap(gear)
      await page.getByRole('dialog', { name: 'Paramètres' }).waitFor()
      expect(taps).toBe(2)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog', { name: 'Paramètres' }).waitFor({ state: 'hidden' })
      await page.getByRole('main').getByRole('link', { name: 'Qui voit quoi' }).waitFor()
      await page.getByRole('button', { name: 'Mon compte' }).tap()
      await page.getByRole('menuitem', { name: 'Se déconnecter' }).tap()
      await page.getByRole('alertdialog', { name: 'Se déconnecter ?' }).waitFor()
      await page.context().close()
    })

    test('CORE-034 CORE-030 CORE-032 CORE-021: the menu has four entries, each does what it says; a drawer locks the page and closes with Escape', async () => {
      const page = await signedIn()
      await openMenu(page)
      await page.getByRole('menuitem').first().waitFor()
      expect(await page.getByRole('menuitem').allInnerTexts()).toEqual([
        'Paramètres',
        'Un commentaire\u00a0?',
        'À propos',
        'Se déconnecter',
      ])
      await page.keyboard.press('Escape')
      for (const name of ['Paramètres', 'Un commentaire\u00a0?', 'À propos']) {
        await openMenu(page)
        await page.getByRole('menuitem', { name }).click()
        const surface = page.getByRole('dialog', { name })
        await surface.waitFor()
        if (name === 'Paramètres')
          await surface.getByRole('button', { name: /^Apparence/ }).waitFor()
        await expect.poll(() => locked(page), { message: name }).toBe(true)
        await page.keyboard.press('Escape')
        await surface.waitFor({ state: 'hidden' })
        await expect.poll(() => locked(page), { message: name }).toBe(false)
      }
      await openMenu(page)
      await page.getByRole('menuitem', { name: 'Se déconnecter' }).click()
      await page.getByRole('alertdialog', { name: 'Se déconnecter ?' }).waitFor()
      await page.context().close()
    })

    test('CORE-031 CORE-032: the confirm dialog is centred, has its title, message and labels, locks the page, and Escape does nothing else', async () => {
      const page = await signedIn()
      await openMenu(page)
      await page.getByRole('menuitem', { name: 'Se déconnecter' }).click()
      const dialog = page.getByRole('alertdialog', { name: 'Se déconnecter ?' })
      // it arrives with a short movement
      await expect
        .poll(async () =>
          Math.abs(
            ((await dialog.boundingBox())?.y ?? 0) +
              ((await dialog.boundingBox())?.height ?? 0) / 2 -
              450,
          ),
        )
        .toBeLessThan(30)
      const box = await dialog.boundingBox()
      expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - 720)).toBeLessThan(2)
      expect(
        await dialog.getByText('Rien de votre compte ne restera sur cet appareil.').isVisible(),
      ).toBe(true)
      expect(await dialog.getByRole('button').allInnerTexts()).toEqual(
        expect.arrayContaining(['Annuler', 'Se déconnecter']),
      )
      await expect.poll(() => locked(page)).toBe(true)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
      await expect.poll(() => locked(page)).toBe(false)
      expect(await page.evaluate(() => localStorage.getItem('session_active'))).toBe('true')
      await page.context().close()
    })

    test('CORE-028 CORE-029 CORE-106 CORE-107: the feedback panel refuses blanks, keeps the text when sending fails, sends it trimmed with the path, and thanks', async () => {
      const page = await signedIn(DESKTOP, undefined, '/events')
      const bodies: unknown[] = []
      page.on('request', (r) => {
        if (r.method() === 'POST' && r.url().endsWith('/api/feedback'))
          bodies.push(r.postDataJSON())
      })
      await openMenu(page)
      await page.getByRole('menuitem', { name: 'Un commentaire ?' }).click()
      const panel = page.getByRole('dialog', { name: 'Un commentaire ?' })
      await panel.getByLabel('Votre commentaire').fill('   ')
      await panel.getByRole('button', { name: 'Envoyer' }).click()
      await panel.getByText('Merci de saisir votre commentaire.').waitFor()
      await panel.getByRole('button', { name: 'Annuler' }).click()
      await panel.waitFor({ state: 'hidden' })
      expect(bodies).toEqual([])
      await openMenu(page)
      await page.getByRole('menuitem', { name: 'Un commentaire ?' }).click()
      await panel.getByLabel('Votre commentaire').fill('  Une belle application ')
      await page.route('**/api/feedback', (r) => r.abort())
      await panel.getByRole('button', { name: 'Envoyer' }).click()
      await panel.getByText('Envoi impossible', { exact: false }).waitFor()
      expect(await panel.getByLabel('Votre commentaire').inputValue()).toBe(
        '  Une belle application ',
      )
      await page.unroute('**/api/feedback')
      await panel.getByRole('button', { name: 'Envoyer' }).click()
      await page
        .getByRole('list', { name: 'Notifications' })
        .getByText('Merci pour votre commentaire.')
        .waitFor()
      await panel.waitFor({ state: 'hidden' })
      expect(bodies.at(-1)).toEqual({ content: 'Une belle application', url_path: '/events' })
      await page.context().close()
    })
  })
}
