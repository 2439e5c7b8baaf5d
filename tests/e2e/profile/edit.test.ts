import type { Browser, Locator, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axe } from '../../support/browser/axe'
import { DESKTOP, launch, newContext, PHONE, signIn, watch } from '../../support/browser/browser'
import { typeAtOnce } from '../../support/browser/type-at-once'
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

const COUPLE = 'demo-1@connivence.test'
const open = async (
  options: Parameters<typeof newContext>[1] = DESKTOP,
  email = COUPLE,
): Promise<Page> => {
  const page = await (await newContext(browser, options)).newPage()
  await signIn(page, server.url, email, email === COUPLE ? 'Tous les deux' : undefined)
  await page.goto(`${server.url}/profile`)
  await page.getByRole('button', { name: 'Modifier : Ville' }).waitFor()
  return page
}
const edit = async (page: Page, section = 'Description'): Promise<void> => {
  await page.getByRole('button', { name: `Modifier : ${section}`, exact: true }).click()
  await form(page).waitFor()
}
const form = (page: Page): Locator => page.getByRole('form', { name: 'Modifier mon profil' })
const part = (page: Page, title: string | RegExp): Locator =>
  page.getByRole('region', { name: title })
const save = async (page: Page): Promise<void> => {
  await page.getByRole('dialog').getByRole('button', { name: 'Enregistrer' }).click()
  await page.getByText('Profil enregistré').first().waitFor()
  await form(page).waitFor({ state: 'detached' })
}

describe('reading and editing', () => {
  test('CORE-048: a card, or its pencil, opens that card alone in a drawer; Annuler keeps what was saved', async () => {
    const page = await open()
    expect(await page.getByRole('textbox').count()).toBe(0)
    await part(page, 'Description').getByRole('paragraph').click()
    await form(page).waitFor()
    expect(await page.getByLabel('Présentation').isEditable()).toBe(true)
    expect(await form(page).getByRole('slider').count()).toBe(0)
    await page.getByRole('dialog').getByRole('button', { name: 'Annuler' }).click()
    await form(page).waitFor({ state: 'detached' })
    await edit(page, 'Contextes appréciés')
    await expect.poll(() => form(page).getByRole('slider').count()).toBe(8)
    expect(await form(page).getByRole('textbox').count()).toBe(0)
    await page.context().close()
  })

  test('after saving, the card stands where it stood, with the keyboard on its pencil', async () => {
    const page = await open(PHONE)
    const pencil = page.getByRole('button', { name: 'Modifier : Contextes appréciés' })
    await pencil.scrollIntoViewIfNeeded()
    const before = (await pencil.boundingBox())?.y ?? 0
    await edit(page, 'Contextes appréciés')
    await form(page).getByRole('slider').last().press('ArrowLeft')
    await save(page)
    await expect.poll(() => pencil.evaluate((node) => node === document.activeElement)).toBe(true)
    expect(Math.abs(((await pencil.boundingBox())?.y ?? 0) - before)).toBeLessThan(60)
    await page.context().close()
  })

  test('CORE-130: what is not rated is one line that leads to rating it', async () => {
    const page = await open(PHONE, 'demo-2@connivence.test')
    await edit(page, 'Contextes appréciés')
    for (const name of ['Clubs', 'Saunas'])
      await form(page).getByRole('slider', { name }).press('Delete')
    await save(page)
    const line = part(page, 'Contextes appréciés').getByRole('button', { name: /à noter/ })
    await expect.poll(() => line.textContent()).toMatch(/^\+ \d à noter\s:.*Clubs.*Saunas/)
    await expect
      .poll(() =>
        part(page, 'Contextes appréciés')
          .getByRole('listitem')
          .filter({ hasText: 'Clubs' })
          .count(),
      )
      .toBe(0)
    await line.click()
    await form(page).getByRole('slider', { name: 'Clubs' }).waitFor()
    await page.context().close()
  })

  test('the completion lists what is missing, and each row leads to its card', async () => {
    const page = await open(PHONE, 'demo-2@connivence.test')
    await edit(page)
    await page.getByLabel('Présentation').fill('')
    await page.getByLabel('Présentation').press('End')
    if (await page.getByRole('dialog').getByRole('button', { name: 'Enregistrer' }).isEnabled())
      await save(page)
    else await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Profil complété à \d+/ }).click()
    const list = page.getByRole('dialog', { name: 'Ce qui manque à votre profil' })
    expect(await axe(page)).toEqual([])
    await list.getByRole('button', { name: /^Description/ }).click()
    await page.getByLabel('Présentation').fill('Retrouvée par la liste de ce qui manque.')
    await save(page)
    await page.getByText('Retrouvée par la liste de ce qui manque.').waitFor()
    await page.context().close()
  })

  test('CORE-036 CORE-044 CORE-045 CORE-046 CORE-132: the owner sees the completion, a card per person with the name that others see, the couple’s practices and the contexts', async () => {
    const page = await open()
    await page.getByRole('progressbar', { name: 'Profil complété' }).waitFor()
    await expect
      .poll(() => page.getByText(/^Les autres lisent\s:/).allTextContents())
      .toHaveLength(2)
    for (const title of ['Description', 'Pratiques du couple', 'Contextes appréciés'])
      await expect.poll(() => part(page, title).count(), { message: title }).toBe(1)
    for (const tab of ['Profil', 'Photos', 'Privé'])
      expect(await page.getByRole('tab', { name: new RegExp(tab) }).count()).toBe(0)
    await page.context().close()
    const alone = await open(DESKTOP, 'demo-2@connivence.test')
    await expect.poll(() => alone.getByText(/^Les autres lisent\s:/).count()).toBe(1)
    expect(await part(alone, 'Pratiques du couple').count()).toBe(0)
    await expect.poll(() => part(alone, 'Contextes appréciés').count()).toBe(1)
    await alone.context().close()
  })

  for (const [size, options] of [
    ['phone', PHONE],
    ['desktop', DESKTOP],
  ] as const)
    test(`CORE-049 CORE-050 CORE-101 CORE-102 CORE-127 CORE-131: everything is edited, saved and still there after a reload (${size})`, async () => {
      const page = await open(options)
      const seen = watch(page, server.url)
      await edit(page)
      await page.getByLabel('Présentation').fill(`Deux curieux de la région lyonnaise (${size}).`)
      await save(page)
      // a city from its suggestions, by keyboard
      await edit(page, 'Ville')
      await page.getByRole('combobox', { name: 'Commune' }).fill('lyo')
      await page.getByRole('option', { name: /^Lyon 69/ }).waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expect
        .poll(() => page.getByRole('combobox', { name: 'Commune' }).inputValue())
        .toBe('Lyon (69)')
      if (await page.getByRole('dialog').getByRole('button', { name: 'Enregistrer' }).isEnabled())
        await save(page)
      else await page.getByRole('dialog').getByRole('button', { name: 'Annuler' }).click()
      await form(page).waitFor({ state: 'detached' })
      await page
        .getByRole('region')
        .filter({ hasText: 'Les autres lisent : lea_h' })
        .getByRole('button', { name: /^Modifier/ })
        .click()
      const lea = page.getByRole('dialog', { name: /Femme$/ })
      await lea.getByLabel('Taille').fill(size === 'phone' ? '172' : '171')
      await lea.getByLabel('Mois').selectOption('1')
      await lea.getByLabel('Jour').selectOption('31')
      await lea.getByLabel('Année').selectOption('1988')
      await lea.getByLabel('Mois').selectOption('2')
      expect(await lea.getByLabel('Jour').inputValue()).toBe('29')
      await lea.getByLabel('Année').selectOption('1987')
      expect(await lea.getByLabel('Jour').inputValue()).toBe('28')
      await lea.getByLabel('Silhouette').selectOption('rondeurs')
      // 0 is a rating; one step further left is not rated
      const bdsm = lea.getByRole('slider', { name: 'BDSM' })
      await bdsm.press('Delete')
      await bdsm.press('ArrowRight')
      expect(await bdsm.getAttribute('aria-valuetext')).toContain('0 sur 100')
      const solo = lea.getByRole('slider', { name: 'Rencontres en solo' })
      await solo.press('Home')
      expect(await solo.getAttribute('aria-valuetext')).toBe('Non noté')
      await lea.getByRole('button', { name: /: BDSM$/ }).click()
      const dialog = page.getByRole('dialog', { name: 'BDSM' })
      await dialog.getByRole('textbox').fill('Seulement entre nous.')
      await dialog.getByRole('button', { name: 'Valider' }).click()
      await lea.getByText('Seulement entre nous.').waitFor()
      expect(await axe(page)).toEqual([])
      await save(page)

      await page.reload()
      await page.getByText(`Deux curieux de la région lyonnaise (${size}).`).waitFor()
      await part(page, 'Ville').getByText('Lyon (69)').waitFor()
      const card = page.getByRole('region').filter({ hasText: 'Les autres lisent : lea_h' })
      for (const text of [
        size === 'phone' ? '1,72\u00a0m' : '1,71\u00a0m',
        'Quelques rondeurs',
        'Seulement entre nous.',
      ])
        await card.getByText(text).waitFor()
      await expect
        .poll(() => card.getByRole('listitem').filter({ hasText: 'BDSM' }).textContent())
        .toContain('0 sur 100')
      await expect
        .poll(() => card.getByRole('button', { name: /à noter.*Rencontres en solo/ }).count())
        .toBe(1)
      expect(await axe(page)).toEqual([])
      expect(seen.errors).toEqual([])
      expect(seen.foreign).toEqual([])
      await page.context().close()
    })

  test('CORE-190: a failed save says «Erreur lors de la mise à jour», keeps every word, and can be repeated', async () => {
    const page = await open()
    await edit(page)
    await page.getByLabel('Présentation').fill('Ce texte ne doit pas se perdre.')
    await page.route('**/api/account/profile', (route) => route.abort())
    await page.getByRole('dialog').getByRole('button', { name: 'Enregistrer' }).click()
    await page.getByText('Erreur lors de la mise à jour').waitFor()
    expect(await page.getByLabel('Présentation').inputValue()).toBe(
      'Ce texte ne doit pas se perdre.',
    )
    await page.unroute('**/api/account/profile')
    await save(page)
    await page.getByText('Ce texte ne doit pas se perdre.').waitFor()
    await page.context().close()
  })

  test('unsaved changes ask before the drawer closes, by its button and by Back; «Rester» keeps them', async () => {
    const page = await open(DESKTOP, 'demo-2@connivence.test')
    await edit(page)
    await page.getByLabel('Présentation').fill('En cours…')
    const question = page.getByRole('alertdialog', { name: /Quitter sans enregistrer/ })
    await page.getByRole('dialog').getByRole('button', { name: 'Fermer', exact: true }).click()
    await question.getByRole('button', { name: 'Rester' }).click()
    await question.waitFor({ state: 'hidden' })
    expect(new URL(page.url()).pathname).toBe('/profile')
    expect(await page.getByLabel('Présentation').inputValue()).toBe('En cours…')
    await page.evaluate(() => history.back())
    await question.getByRole('button', { name: 'Quitter' }).click()
    await form(page).waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/profile')
    expect(await page.getByText('En cours…').count()).toBe(0)
    await page.context().close()
  })
})

describe('the city', () => {
  test('CORE-124 CORE-125 CORE-189 CORE-200: two characters, 200 ms, both errors, 8 details and never more than 4 at once', async () => {
    const page = await open(DESKTOP, 'demo-2@connivence.test')
    await edit(page, 'Ville')
    const field = page.getByRole('combobox', { name: 'Commune' })
    const options = page.getByRole('listbox', { name: 'Communes' }).getByRole('option')
    const asked: { input: string; at: number }[] = []
    let details = 0
    let [now, most] = [0, 0]
    const predictions = Array.from({ length: 12 }, (_, i) => ({
      place_id: `p${i}`,
      description: `Ville ${i}`,
      city: `Ville ${i}`,
      department: 'Rhône',
      department_code: '69',
      postal_code: '69000',
    }))
    await page.route('**/api/places/search?**', (route) => {
      asked.push({
        input: new URL(route.request().url()).searchParams.get('input') ?? '',
        at: Date.now(),
      })
      return route.fulfill({ json: { predictions } })
    })
    await page.route('**/api/places/details?**', async (route) => {
      details += 1
      now += 1
      most = Math.max(most, now)
      await new Promise((resolve) => setTimeout(resolve, 60))
      now -= 1
      await route.fulfill({ status: 500, json: { error: 'Panne' } })
    })
    await field.fill(' v ')
    await page.waitForTimeout(500)
    expect(asked).toEqual([])
    await field.fill('')
    const typed = await typeAtOnce(field, 'vill')
    await options.first().waitFor()
    expect(asked.map((a) => a.input)).toEqual(['vill'])
    expect(asked[0]?.at ?? 0).toBeGreaterThanOrEqual(typed + 190)
    expect(await options.count()).toBe(8)
    await expect.poll(() => details).toBe(8)
    await page.waitForTimeout(200)
    expect([details, most]).toEqual([8, 4])
    await options.first().click()
    await page.getByText('Impossible de récupérer les détails').waitFor()
    await page.unroute('**/api/places/search?**')
    await page.route('**/api/places/search?**', (route) => route.abort())
    await field.fill('ville')
    await page.getByText('Erreur lors de la recherche').waitFor()
    await page.context().close()
  })
})

describe('the picture', () => {
  test('CORE-037 CORE-190: it is changed where it stands; the crop is moved and zoomed by keyboard; a failure keeps it', async () => {
    const page = await open(DESKTOP, 'demo-3@connivence.test')
    await page.getByRole('button', { name: /photo de profil/ }).waitFor()
    await page
      .getByLabel('Choisir une photo de profil')
      .setInputFiles(await photoFile('large.jpg', 1600, 1000))
    const dialog = page.getByRole('dialog', { name: 'Recadrer la photo' })
    const picture = dialog.getByAltText('À recadrer')
    await picture.waitFor()
    const place = (): Promise<string> =>
      picture.evaluate((e) => `${(e as HTMLElement).style.left} ${(e as HTMLElement).style.width}`)
    const before = await place()
    await dialog.getByRole('application').press('+')
    const zoomed = await place()
    await dialog.getByRole('application').press('ArrowRight')
    expect(new Set([before, zoomed, await place()]).size).toBe(3)
    expect(await axe(page)).toEqual([])
    await page.route('**/api/media/upload', (route) => route.abort())
    await dialog.getByRole('button', { name: 'Enregistrer' }).click()
    await dialog.getByText('Erreur lors de la mise à jour de l’avatar').waitFor()
    await page.unroute('**/api/media/upload')
    await dialog.getByRole('button', { name: 'Enregistrer' }).click()
    await page.getByText('Votre photo est à jour.').first().waitFor()
    // what was sent is the square
    const size = await page
      .getByRole('navigation')
      .getByRole('link', { name: 'Profil' })
      .locator('img')
      .evaluate(async (img: HTMLImageElement) => {
        await img.decode()
        return [img.naturalWidth, img.naturalHeight]
      })
    expect(size[0]).toBe(size[1])
    // the picture itself is what one presses
    await page.getByRole('button', { name: 'Changer la photo de profil' }).click()
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('menuitem', { name: 'Changer la photo' }).click()
    await (await chooser).setFiles(await photoFile('haute.jpg', 800, 1200))
    await dialog.getByAltText('À recadrer').waitFor()
    await page.context().close()
  })
})
