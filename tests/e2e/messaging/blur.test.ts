import type { Page } from 'playwright'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { axe } from '../../support/browser/axe'
import { DESKTOP } from '../../support/browser/browser'
import { animationsEnded } from '../../support/browser/settled'
import { photographed } from '../../support/image/faces'
import { photoFile } from '../../support/world/photos'
import { MAN, stage, WOMAN, type Stage } from '../../support/world/talk'

let s: Stage
let talk: string
let wide: string
let tall: string
beforeAll(async () => {
  s = await stage()
  const man = await s.member(MAN)
  talk = await man.with((await s.member(WOMAN)).handle)
  wide = await photoFile('large.png', 1500, 1000, 'png')
  tall = await photoFile('haute.png', 500, 1500, 'png')
})
afterAll(() => s.close())

const IPHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 1,
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
} as const
const modal = (page: Page) => page.getByRole('dialog', { name: 'Flouter les visages' })
const picture = (page: Page) => modal(page).getByRole('img', { name: 'Aperçu' })
const spots = (page: Page) => modal(page).getByRole('button', { name: /^Zone floutée/ })
const confirm = (page: Page) =>
  modal(page).getByRole('button', { name: /^(Ajouter la photo|Suivant|Valider)/ })
const openModal = async (page: Page, file: string): Promise<void> => {
  await page.locator('input[type=file]:not([capture])').setInputFiles(file)
  await picture(page).waitFor()
  // opened to its full size, and the picture is there
  await picture(page).evaluate((img: HTMLImageElement) => img.decode().catch(() => undefined))
  await animationsEnded(page)
}
/** A click at shares of the picture; waits until the picture has been drawn with it. */
const click = async (page: Page, x: number, y: number): Promise<void> => {
  const box = await picture(page).boundingBox()
  if (!box) throw new Error('no picture')
  await page.mouse.click(box.x + box.width * x, box.y + box.height * y)
}
const drawn = (page: Page): Promise<void> => expect.poll(() => confirm(page).isEnabled()).toBe(true)
/** Mean step of grey between neighbours in a small square of the shown picture: high where there is detail. */
const detail = async (page: Page, x: number, y: number): Promise<number> => {
  const box = await picture(page).boundingBox()
  if (!box) throw new Error('no picture')
  const side = Math.round(box.width * 0.02)
  const shot = await page.screenshot({
    clip: {
      x: Math.round(box.x + box.width * x) - side / 2,
      y: Math.round(box.y + box.height * y) - side / 2,
      width: side,
      height: side,
    },
  })
  const { data, info } = await sharp(shot).greyscale().raw().toBuffer({ resolveWithObject: true })
  const steps = [...data.keys()].filter((i) => (i + 1) % info.width !== 0)
  return (
    steps.reduce((sum, i) => sum + Math.abs((data[i] ?? 0) - (data[i + 1] ?? 0)), 0) / steps.length
  )
}

describe('on a desktop', () => {
  let page: Page
  beforeAll(async () => {
    ;({ page } = await s.open(MAN, `/conversations/${talk}`))
  })
  afterAll(() => page.close())
  afterEach(async () => {
    await modal(page).getByRole('button', { name: 'Annuler' }).click()
    await modal(page).waitFor({ state: 'detached' })
  })
  beforeEach(() => openModal(page, wide))

  test('MSG-059 MSG-203: a click makes the place unrecognisable and leaves the rest; the strength is 3 to begin with', async () => {
    const before = [await detail(page, 0.3, 0.8), await detail(page, 0.7, 0.9)]
    await click(page, 0.3, 0.8)
    await drawn(page)
    expect(await spots(page).count()).toBe(1)
    await expect.poll(() => detail(page, 0.3, 0.8)).toBeLessThan((before[0] ?? 0) / 4)
    expect(await detail(page, 0.7, 0.9)).toBeGreaterThan((before[1] ?? 0) * 0.9)
    expect(await modal(page).getByRole('radio', { name: 'Fort' }).isChecked()).toBe(true)
  })

  test('MSG-060 MSG-061: three spots, «Effacer», and the preview is the photo again; «Annuler» and «Ajouter la photo» stand below', async () => {
    const greys = async (): Promise<Buffer> =>
      sharp(await picture(page).screenshot())
        .greyscale()
        .raw()
        .toBuffer()
    const blurThree = async (): Promise<void> => {
      for (const x of [0.2, 0.5, 0.8]) await click(page, x, 0.8)
      await drawn(page)
      await expect.poll(() => spots(page).count()).toBe(3)
    }
    const clear = async (): Promise<void> => {
      await modal(page).getByRole('button', { name: 'Effacer' }).click()
      await drawn(page)
      await page.mouse.move(5, 5)
      expect(await spots(page).count()).toBe(0)
    }
    const steps = await detail(page, 0.2, 0.8)
    // the first preview of a photo may come from a smaller copy than the one after a spot
    await blurThree()
    await expect.poll(() => detail(page, 0.2, 0.8)).toBeLessThan(steps / 4)
    await clear()
    await expect.poll(() => detail(page, 0.2, 0.8)).toBeGreaterThan(steps * 0.9)
    let clean: Buffer = Buffer.alloc(0)
    await expect
      .poll(async () => {
        const last = clean
        clean = await greys()
        return last.equals(clean)
      })
      .toBe(true)
    await blurThree()
    await expect.poll(async () => (await greys()).equals(clean)).toBe(false)
    await clear()
    await expect.poll(async () => (await greys()).equals(clean)).toBe(true)
    for (const name of ['Annuler', 'Ajouter la photo'])
      expect(await modal(page).getByRole('button', { name }).isVisible()).toBe(true)
  })

  test('MSG-146: of 31 clicks 30 make a spot, the last one an alert; one taken back makes room', async () => {
    for (let i = 0; i < 31; i += 1)
      await click(page, 0.1 + (i % 8) * 0.1, 0.2 + Math.floor(i / 8) * 0.15)
    await modal(page)
      .getByRole('alert')
      .filter({ hasText: 'Vous avez atteint la limite de flous manuels (30).' })
      .waitFor()
    await expect.poll(() => spots(page).count()).toBe(30)
    await modal(page).getByRole('button', { name: 'Retirer le dernier' }).click()
    await expect
      .poll(async () => [await spots(page).count(), await modal(page).getByRole('alert').count()])
      .toEqual([29, 0])
    await drawn(page)
  })

  test('with the keyboard alone: a spot in the middle, moved by the arrows, taken away by Delete; axe finds nothing', async () => {
    await modal(page).getByRole('button', { name: 'Flouter le centre' }).focus()
    await page.keyboard.press('Enter')
    await spots(page).waitFor()
    await drawn(page)
    expect(await axe(page)).toEqual([])
    await spots(page).focus()
    const at = async (): Promise<{ x: number; y: number } | null> => spots(page).boundingBox()
    const from = await at()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowUp')
    const to = await at()
    expect([(to?.x ?? 0) < (from?.x ?? 0), (to?.y ?? 0) < (from?.y ?? 0)]).toEqual([true, true])
    await page.keyboard.press('Delete')
    expect(await spots(page).count()).toBe(0)
  })
})

test('faces are found on the device and proposed; each proposal is moved, resized and removed, by pointer and keyboard; nothing goes to another host', async () => {
  const { page } = await s.open(MAN, `/conversations/${talk}`, DESKTOP)
  const fetched: string[] = []
  page.on('request', (r) => {
    if (!/^(?:blob|data):/.test(r.url())) fetched.push(r.url())
  })
  await openModal(page, photographed(1))
  await modal(page).getByRole('status').filter({ hasText: '3 visages trouvés' }).waitFor()
  await modal(page)
    .getByText('La détection peut oublier un visage : vérifiez avant d’envoyer.')
    .waitFor()
  await drawn(page)
  expect(await spots(page).count()).toBe(3)
  const veiled = await detail(page, 0.26, 0.4)
  await modal(page).getByRole('button', { name: 'Effacer' }).click()
  await expect.poll(() => detail(page, 0.26, 0.4)).toBeGreaterThan(veiled * 2)
  await modal(page).getByRole('button', { name: 'Flouter les visages' }).click()
  await expect.poll(() => spots(page).count()).toBe(3)
  await expect.poll(() => detail(page, 0.26, 0.4)).toBeLessThan(veiled * 1.5)
  expect(fetched.filter((url) => /tiny_face_detector|faces-.*\.wasm/.test(url)).length).toBe(2)
  expect(fetched.every((url) => url.startsWith(new URL(page.url()).origin))).toBe(true)
  await drawn(page)
  // asked again, faces that have a spot get no second one
  await modal(page).getByRole('button', { name: 'Flouter les visages' }).click()
  await modal(page).getByText('Aucun autre visage trouvé.').waitFor()
  expect(await spots(page).count()).toBe(3)

  const first = spots(page).first()
  const box = async (): Promise<{ x: number; y: number; width: number; height: number }> =>
    (await first.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const from = await box()
  const [cx, cy] = [from.x + from.width / 2, from.y + from.height / 2]
  await page.mouse.move(cx, cy)
  await page.mouse.down()
  await page.mouse.move(cx + 40, cy + 20, { steps: 4 })
  await page.mouse.up()
  await expect.poll(async () => Math.round((await box()).x - from.x)).toBe(40)
  // the handle, at the lower right of the circle
  const at = await box()
  const reach = at.width / 2 / Math.SQRT2
  const corner = [at.x + at.width / 2 + reach, at.y + at.height / 2 + reach] as const
  await page.mouse.move(...corner)
  await page.mouse.down()
  await page.mouse.move(corner[0] + 20, corner[1] + 20, { steps: 4 })
  await page.mouse.up()
  await expect.poll(async () => (await box()).width - at.width).toBeGreaterThan(40)
  await modal(page).getByRole('button', { name: 'Réduire', exact: true }).click()
  const large = (await box()).width
  await first.focus()
  await page.keyboard.press('-')
  await expect.poll(async () => (await box()).width).toBeLessThan(large)
  await page.keyboard.press('Delete')
  await expect.poll(() => spots(page).count()).toBe(2)
  await drawn(page)
  expect(await axe(page)).toEqual([])
  await page.close()
})

test('MSG-062: a click beside the photo, in the dark band, does nothing', async () => {
  const { page } = await s.open(MAN, `/conversations/${talk}`, DESKTOP)
  await openModal(page, tall)
  const [stageBox, box] = [
    await modal(page).locator('[data-stage]').boundingBox(),
    await picture(page).boundingBox(),
  ]
  if (!stageBox || !box) throw new Error('no boxes')
  expect(stageBox.width).toBeGreaterThan(box.width + 100)
  await page.mouse.click(stageBox.x + 20, stageBox.y + stageBox.height / 2)
  await page.mouse.click(box.x + box.width + 20, stageBox.y + stageBox.height / 2)
  expect(await spots(page).count()).toBe(0)
  await click(page, 0.5, 0.5)
  expect(await spots(page).count()).toBe(1)
  await page.close()
})

test('MSG-146 MSG-203: on iOS the strength is 2 to begin with, and 31 clicks make 31 spots', async () => {
  const { page } = await s.open(MAN, `/conversations/${talk}`, IPHONE)
  await openModal(page, wide)
  expect(await modal(page).getByRole('radio', { name: 'Moyen' }).isChecked()).toBe(true)
  for (let i = 0; i < 31; i += 1)
    await click(page, 0.1 + (i % 8) * 0.1, 0.2 + Math.floor(i / 8) * 0.15)
  await expect
    .poll(async () => [await spots(page).count(), await modal(page).getByRole('alert').count()])
    .toEqual([31, 0])
  await page.close()
})

test('MSG-195: a picture that cannot be drawn says «Prévisualisation indisponible (type)» over the preview', async () => {
  const { page } = await s.open(MAN, `/conversations/${talk}`)
  await page.locator('input[type=file]:not([capture])').setInputFiles({
    name: 'cassee.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from('pas une image'),
  })
  await modal(page).getByText('Prévisualisation indisponible (type)').waitFor()
  await page.close()
})

test('«Tout ajouter» adds photos that were never opened with their faces blurred; a lifted face is named on its thumbnail and asked about before it leaves', async () => {
  const { page } = await s.open(MAN, `/conversations/${talk}`, DESKTOP)
  await openModal(page, wide)
  await page.keyboard.press('Escape')
  await modal(page).waitFor({ state: 'detached' })
  await page
    .locator('input[type=file]:not([capture])')
    .setInputFiles([wide, photographed(1), photographed(3)])
  await modal(page).getByRole('button', { name: 'Tout ajouter' }).click()
  await modal(page).waitFor({ state: 'detached', timeout: 30_000 })
  const thumb = (n: number) =>
    page.getByRole('button', { name: new RegExp(`^Ajuster le flou de la photo ${n}`) })
  await expect.poll(() => thumb(2).getAttribute('aria-label')).toMatch(/3.zones floutées\)$/)
  await thumb(2).click()
  await spots(page).first().focus()
  await page.keyboard.press('Delete')
  await modal(page)
    .getByRole('status')
    .filter({ hasText: '1\u00a0visage visible. Touchez-le pour le flouter.' })
    .waitFor()
  await confirm(page).click()
  await modal(page).waitFor({ state: 'detached' })
  await page.getByText(/^1.visage visible$/).waitFor()
  const sent: string[] = []
  page.on('request', (r) => {
    if (r.method() === 'POST' && r.url().includes('/media/upload')) sent.push(r.url())
  })
  await page.getByRole('button', { name: 'Envoyer', exact: true }).click()
  const question = page.getByRole('alertdialog')
  await question.getByText(/Un visage est visible sur 1.photo\./).waitFor()
  await question.getByRole('button', { name: 'Flouter' }).click()
  await spots(page).first().waitFor()
  await modal(page).getByRole('button', { name: 'Annuler' }).click()
  await modal(page).waitFor({ state: 'detached' })
  expect(sent).toEqual([])
  await page.getByRole('button', { name: 'Envoyer', exact: true }).click()
  await question.getByRole('button', { name: 'Envoyer ainsi' }).click()
  await expect.poll(() => sent.length).toBe(3)
  await page.close()
})

test('a tablet that is turned keeps the open viewer, and the photo being blurred with its spots', async () => {
  const upright = { width: 834, height: 1112 }
  const onItsSide = { width: 1112, height: 834 }
  const { page } = await s.open(MAN, `/conversations/${talk}`, { viewport: upright })
  const editor = page.getByRole('dialog', { name: 'Flouter les visages' })
  const spots = editor.getByRole('button', { name: /^Zone floutée/ })
  const turn = async (size: { width: number; height: number }): Promise<void> => {
    await page.setViewportSize(size)
    const isSplit = size.width >= 900
    await expect.poll(() => page.locator('[data-overlay]').count()).toBe(isSplit ? 0 : 1)
  }
  await page.locator('input[type=file]:not([capture])').setInputFiles(photographed(1))
  await editor.getByRole('status').filter({ hasText: '3 visages trouvés' }).waitFor()
  await spots.first().focus()
  await page.keyboard.press('Delete')
  await turn(onItsSide)
  await expect.poll(() => spots.count()).toBe(2)
  await turn(upright)
  await expect.poll(() => spots.count()).toBe(2)
  await editor.getByRole('button', { name: 'Effacer' }).click()
  await editor.getByRole('button', { name: 'Flouter les visages' }).click()
  await expect.poll(() => spots.count()).toBe(3)
  await editor.getByRole('button', { name: 'Envoyer' }).click()
  await editor.waitFor({ state: 'detached' })
  await page
    .locator('[data-message]')
    .last()
    .getByRole('button', { name: /^Photo/ })
    .click()
  const viewer = page.getByRole('button', { name: 'Fermer', exact: true })
  await viewer.waitFor()
  await turn(onItsSide)
  expect(await viewer.isVisible()).toBe(true)
  await page.close()
})
