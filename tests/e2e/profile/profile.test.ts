import type { Browser, Page } from 'playwright'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  DESKTOP,
  launch,
  newContext,
  PHONE,
  signIn,
  WITH_SERVICE_WORKER,
} from '../../support/browser/browser'
import { photoFile } from '../../support/world/photos'
import { startServer, type RunningServer } from '../../support/server/process'

let server: RunningServer
let browser: Browser
beforeAll(async () => {
  server = await startServer({ DEMO: '1' })
  browser = await launch()
})
afterAll(async () => {
  await browser.close()
  await server.close()
})
const signedIn = async (
  options: Parameters<typeof newContext>[1] = DESKTOP,
  email = 'demo-2@connivence.test',
): Promise<Page> => {
  const page = await (await newContext(browser, options)).newPage()
  await signIn(page, server.url, email)
  return page
}

/** The picture is chosen in the head of the profile, then cropped. */
const choosePicture = async (
  page: Page,
  file: Parameters<ReturnType<Page['getByLabel']>['setInputFiles']>[0],
): Promise<void> => {
  await page.getByLabel('Choisir une photo de profil').setInputFiles(file)
}

describe('own profile', () => {
  test('CORE-009: the Profil entry shows the member’s own avatar, and the new one as soon as it is changed', async () => {
    const page = await signedIn()
    await page.goto(`${server.url}/profile`)
    const entry = page.getByRole('navigation').getByRole('link', { name: 'Profil' }).locator('img')
    await entry.waitFor()
    const before = await entry.getAttribute('src')
    await choosePicture(page, await photoFile('avatar.png', 1200, 900, 'png'))
    await page.getByAltText('À recadrer').waitFor()
    await page
      .getByRole('dialog', { name: 'Recadrer la photo' })
      .getByRole('button', { name: 'Enregistrer' })
      .click()
    await page.getByText('Votre photo est à jour.').first().waitFor()
    await expect.poll(() => entry.getAttribute('src')).not.toBe(before)
    expect(await entry.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
    await page.context().close()
  })

  test('the shortcuts of the profile open their pages without a load', async () => {
    const page = await signedIn(PHONE)
    await page.goto(`${server.url}/profile`)
    const shortcuts = page.getByRole('navigation', { name: 'Mon espace' }).getByRole('link')
    await shortcuts.first().waitFor()
    const names = await shortcuts.allTextContents()
    expect(names.length).toBeGreaterThan(3)
    let loads = 0
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads += 1
    })
    for (const name of names) {
      await page.getByRole('link', { name, exact: true }).click()
      await page.getByRole('heading', { level: 1 }).filter({ hasNotText: 'antoine' }).waitFor()
      await page.goBack()
      await page.getByRole('navigation', { name: 'Mon espace' }).waitFor()
    }
    expect(loads).toBe(0)
    await page.context().close()
  })

  test('a file that is no picture is refused in French and the avatar stays', async () => {
    const page = await signedIn(PHONE)
    await page.goto(`${server.url}/profile`)
    const entry = page.getByRole('navigation').getByRole('link', { name: 'Profil' }).locator('img')
    await entry.waitFor()
    const before = (await entry.getAttribute('src'))?.split('?')[0]
    await choosePicture(page, {
      name: 'x.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.from('pas une image'),
    })
    // no detector can look at it: it is shown first
    await page.getByRole('button', { name: 'Ajouter la photo' }).click()
    await page.getByText('Image illisible').first().waitFor()
    expect((await entry.getAttribute('src'))?.split('?')[0]).toBe(before)
    await page.context().close()
  })
})

/** How many colours are seen in a part of the page. */
const coloursIn = async (
  page: Page,
  clip: { x: number; y: number; width: number; height: number },
): Promise<number> => {
  const { data } = await sharp(await page.screenshot({ clip }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const seen = new Set<string>()
  for (let at = 0; at < data.length; at += 3) seen.add(data.subarray(at, at + 3).toString('hex'))
  return seen.size
}

describe('the profile of another member', () => {
  test('on a phone its tabs stay under the head of the panel while it scrolls, and nothing is seen between the two', async () => {
    const page = await signedIn(PHONE)
    await page.goto(`${server.url}/connection`)
    await page
      .getByRole('region', { name: 'Mes relations' })
      .getByRole('button')
      .filter({ hasText: 'lea_hugo' })
      .first()
      .click()
    const panel = page.getByRole('dialog', { name: 'Profil' })
    const tabs = panel.getByRole('tablist')
    await tabs.waitFor()
    const head = await panel.getByRole('banner').or(panel.locator('header')).first().boundingBox()
    const foot = Math.ceil((head?.y ?? 0) + (head?.height ?? 0))
    const before = (await tabs.boundingBox())?.y ?? 0
    await page.mouse.move(195, 600)
    const scrolled = (): Promise<number> =>
      tabs.evaluate((node) => {
        let at = node.parentElement
        while (at && !/auto|scroll/.test(getComputedStyle(at).overflowY)) at = at.parentElement
        return at?.scrollTop ?? -1
      })
    for (const [step, px] of [400, 60, 60, 60, 60, 60, 60].entries()) {
      const from = await scrolled()
      await page.mouse.wheel(0, px)
      await expect.poll(scrolled).toBe(from + px)
      const top = Math.floor((await tabs.boundingBox())?.y ?? 0)
      expect(top, `step ${step}`).toBeLessThan(before)
      expect(top - foot, `step ${step}`).toBeLessThanOrEqual(24)
      const clip = { x: 0, y: foot, width: 390, height: top - foot }
      expect(await coloursIn(page, clip), `step ${step}`).toBe(1)
    }
    await page.context().close()
  })
})

describe('relations', () => {
  test('an invitation link is shown once, followed by another member, and makes a relation of both', async () => {
    const inviter = await signedIn()
    await inviter.goto(`${server.url}/connection`)
    await inviter.getByRole('button', { name: 'Inviter une relation' }).click()
    const url = await inviter.getByLabel('Votre lien, affiché cette seule fois').inputValue()
    await inviter.reload()
    await inviter.getByText('Invitation en relation').waitFor()
    expect(await inviter.getByLabel('Votre lien, affiché cette seule fois').count()).toBe(0)

    const guest = await signedIn(PHONE, 'membre-9@connivence.test').catch(() =>
      signedIn(PHONE, 'demo-3@connivence.test'),
    )
    const dialog = guest.getByRole('dialog')
    if (await dialog.count())
      await dialog.getByRole('button').filter({ hasText: 'Tous les deux' }).click()
    await guest.goto(`${server.url}${new URL(url).pathname}`)
    await guest.getByRole('button', { name: 'Accepter l’invitation' }).click()
    await guest.waitForURL('**/connection')
    await guest
      .getByText(/Vous êtes en relation avec/)
      .first()
      .waitFor()
    await inviter.context().close()
    await guest.context().close()
  })
})

describe('the installed app', () => {
  test('MSG-001 CORE-001: the manifest is valid and French, the app can be installed, one service worker stands behind it', async () => {
    const page = await signedIn({ ...DESKTOP, ...WITH_SERVICE_WORKER })
    await expect
      .poll(
        () =>
          page.evaluate(
            async () =>
              (await navigator.serviceWorker.getRegistrations()).filter((r) => r.active).length,
          ),
        // it downloads the app first
        { timeout: 90_000 },
      )
      .toBe(1)
    const cdp = await page.context().newCDPSession(page)
    const { data, errors } = (await cdp.send('Page.getAppManifest')) as {
      data?: string
      errors: unknown[]
    }
    expect(errors).toEqual([])
    expect(JSON.parse(data ?? '{}')).toMatchObject({
      name: 'Connivence',
      lang: 'fr',
      start_url: '/',
      display: 'standalone',
    })
    const { installabilityErrors } = (await cdp.send('Page.getInstallabilityErrors')) as {
      installabilityErrors: { errorId: string }[]
    }
    expect(installabilityErrors.map((e) => e.errorId).filter((e) => e !== 'in-incognito')).toEqual(
      [],
    )
    expect(await page.locator('html').getAttribute('lang')).toBe('fr')
    await page.context().close()
  })
})
