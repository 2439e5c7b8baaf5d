import { describe, expect, test } from 'vitest'
import { axe } from '../../support/browser/axe'
import { DESKTOP, PHONE } from '../../support/browser/browser'
import { deviceRows } from '../../support/browser/device-rows'
import { finger, restingPlace } from '../../support/browser/finger'
import { server, files, OWNER, signedIn, album, photos, createAlbum, order } from './albums-setup'

/** Tests of albums.test.ts, which share its server. */
export const ownPhotosTests = (): void => {
  describe('one’s own photos', () => {
    test('SOC-040 SOC-033: held for half a second a photo shows its delete button, with a buzz; deleting asks first', async () => {
      const page = await signedIn(OWNER, PHONE, '/albums')
      await page.getByRole('button', { name: 'Secret', exact: true }).click()
      await expect.poll(() => photos(page, 'Secret').count()).toBe(3)
      await photos(page, 'Secret').first().scrollIntoViewIfNeeded()
      const touch = await finger(page)
      const [x, y] = await restingPlace(photos(page, 'Secret').first())
      const remove = page.getByRole('button', { name: 'Supprimer : Photo 1 sur 3' })
      await touch.down(x, y)
      await remove.waitFor({ state: 'visible' })
      await touch.up()
      expect(await page.evaluate(() => (window as unknown as { buzzed: number[] }).buzzed)).toEqual(
        [50],
      )
      await remove.tap()
      await page
        .getByRole('alertdialog')
        .getByText(/définitive/)
        .waitFor()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Supprimer' }).click()
      await expect.poll(() => photos(page, 'Secret').count()).toBe(2)
      await expect.poll(() => order('Secret')).toEqual(['deux.jpg', 'trois.jpg'])
      await touch.stroke([x, y])
      await page.waitForTimeout(700)
      expect(await page.evaluate(() => (window as unknown as { buzzed: number[] }).buzzed)).toEqual(
        [50],
      )
      await page.context().close()
    })

    test('photos of a closed page arrive once when the albums are opened again', async () => {
      const name = `Repris ${Date.now()}`
      const page = await signedIn(OWNER, DESKTOP, '/albums')
      await createAlbum(page, name)
      await page.route('**/media/upload', async (route) => {
        // the first one is confirmed, the others hang
        if (route.request().postData()?.includes('un.jpg')) await route.continue()
      })
      await album(page, name).getByLabel('Choisir des photos').setInputFiles(files)
      const states = async (): Promise<string[]> =>
        (await deviceRows<{ name: string; mediaId: string | null }>(page, 'uploads:', 'uploads'))
          .map((row) => `${row.name} ${row.mediaId ? 'confirmed' : 'open'}`)
          .sort()
      await expect
        .poll(states, { timeout: 30_000 })
        .toEqual(expect.arrayContaining(['deux.jpg open', 'trois.jpg open']))
      await page.close()
      const later = await page.context().newPage()
      await later.goto(`${server.url}/albums`)
      await later
        .getByRole('button', { name: new RegExp(name) })
        .first()
        .click()
      await expect
        .poll(() => order(name), { timeout: 30_000 })
        .toEqual(['un.jpg', 'deux.jpg', 'trois.jpg'])
      await later.waitForTimeout(1_500)
      expect(await order(name)).toEqual(['un.jpg', 'deux.jpg', 'trois.jpg'])
      await later.context().close()
    })

    test('photos that are already here are picked for an album, and a photo is deleted everywhere', async () => {
      const page = await signedIn(OWNER, DESKTOP, '/albums')
      await createAlbum(page, 'Choix')
      await album(page, 'Choix').getByRole('button', { name: 'Ajouter des photos' }).click()
      await page.getByRole('menuitem', { name: 'Depuis mes photos' }).click()
      const drive = page.getByRole('dialog', { name: 'Mes photos' })
      await drive.getByRole('button', { name: /^Photo 1 sur/ }).click()
      await drive.getByRole('button', { name: /^Photo 2 sur/ }).click()
      expect(await axe(page)).toEqual([])
      await drive.getByRole('button', { name: /Ajouter 2.photos/ }).click()
      await expect.poll(() => photos(page, 'Choix').count()).toBe(2)
      await album(page, 'Choix').getByRole('button', { name: 'Ajouter des photos' }).click()
      await page.getByRole('menuitem', { name: 'Depuis mes photos' }).click()
      await drive.getByRole('button', { name: /^Photo 1 sur/ }).focus()
      await page.keyboard.press('Delete')
      await page
        .getByRole('alertdialog')
        .getByText(/de vos albums/)
        .waitFor()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Supprimer partout' }).click()
      await expect.poll(() => photos(page, 'Choix').count()).toBe(1)
      await page.goBack()
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
      await page.context().close()
    })

    test('SOC-047 SOC-049 CORE-104 CORE-191: undecodable bytes: one new link, one fetch of the bytes, then the error; «Réessayer» shows the photo', async () => {
      const page = await signedIn(OWNER, DESKTOP, '/albums')
      await page.getByRole('button', { name: 'Secret', exact: true }).click()
      await photos(page, 'Secret').first().waitFor()
      await page.waitForTimeout(500)
      const kinds: string[] = []
      let broken = true
      await page.route('**/api/media/*/bytes**', async (route) => {
        kinds.push(`${route.request().resourceType()} ${route.request().url()}`)
        // a link says until which second it holds: one asked for in the same second reads the same
        if (broken) await new Promise((r) => setTimeout(r, 1_100))
        return broken
          ? route.fulfill({ contentType: 'image/jpeg', body: 'no picture' })
          : route.continue()
      })
      await photos(page, 'Secret').last().click()
      await page.getByText('Erreur de chargement').waitFor()
      await page.getByText('Impossible de charger l’image').waitFor()
      const own = new URL(kinds[0]?.split(' ')[1] ?? '').pathname
      const asked = kinds.filter((k) => k.includes(own))
      expect(asked.map((k) => k.split(' ')[0])).toEqual(['image', 'image', 'fetch'])
      expect(new Set(asked.slice(0, 2)).size).toBe(2)
      broken = false
      await page.getByRole('button', { name: 'Réessayer' }).click()
      await expect
        .poll(() =>
          page
            .getByRole('dialog')
            .locator('img')
            .evaluate((i: HTMLImageElement) => i.naturalWidth)
            .catch(() => 0),
        )
        .toBeGreaterThan(0)
      await page.context().close()
    })
  })
}
