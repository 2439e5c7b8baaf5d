import type { Locator } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axe } from '../../support/browser/axe'
import { PHONE } from '../../support/browser/browser'
import { photographed } from '../../support/image/faces'
import { photoFile } from '../../support/world/photos'
import { COMPOSER, MAN, stage, WOMAN, type Member, type Stage } from '../../support/world/talk'

let s: Stage
let man: Member
let talk: string
beforeAll(async () => {
  s = await stage({ TILE_URL: '' })
  man = await s.member(MAN)
  talk = await man.with((await s.member(WOMAN)).handle)
  await man.say(talk, 'Bonsoir')
})
afterAll(() => s.close())

const counted = () => {
  let taps = 0
  return {
    tap: async (target: Locator): Promise<void> => {
      await target.tap()
      taps += 1
    },
    /** In the file chooser of the system: one for each photo. */
    pick: (photos: number): void => {
      taps += photos
    },
    taps: () => taps,
  }
}
test.each([
  ['one photo', 4, 1],
  ['three photos', 6, 3],
])(
  'from the list, %s with blurred faces: %i taps, covered before it leaves',
  async (_, most, count) => {
    const { page, seen } = await s.open(MAN, '/conversations', PHONE)
    const { tap, pick, taps } = counted()
    await tap(page.locator(`a[href="/conversations/${talk}"]`).first())
    await page.getByPlaceholder(COMPOSER).waitFor()
    const chooser = page.waitForEvent('filechooser')
    await tap(page.getByRole('button', { name: 'Joindre une image' }))
    const wide = await photoFile('large.jpg', 900, 600)
    pick(count)
    await (await chooser).setFiles([photographed(1), wide, photographed(3)].slice(0, count))
    const editor = page.getByRole('dialog', { name: 'Flouter les visages' })
    await editor.getByRole('status').filter({ hasText: '3 visages trouvés' }).waitFor()
    expect(await axe(page)).toEqual([])
    const uploads: string[] = []
    page.on('request', (r) => {
      if (r.method() === 'POST' && r.url().includes('/media/upload')) uploads.push(r.url())
    })
    await tap(editor.getByRole('button', { name: /^Envoyer/ }))
    await editor.waitFor({ state: 'detached', timeout: 30_000 })
    await expect.poll(() => uploads.length).toBe(count)
    await expect
      .poll(() => page.locator('[data-message]').last().locator('img').count())
      .toBe(count)
    // nothing was left visible: nothing is asked
    expect(await page.getByRole('alertdialog').count()).toBe(0)
    expect(await page.getByRole('list', { name: 'Photos jointes' }).count()).toBe(0)
    expect(taps()).toBe(most)
    expect(seen.errors).toEqual([])
    await page.context().close()
  },
)

test('from the list, an event is created, published and five relations are invited in nine taps', async () => {
  const { page } = await s.open(MAN, '/conversations', PHONE)
  const { tap, taps } = counted()
  await tap(page.getByRole('navigation').getByRole('link', { name: 'Sorties' }))
  await tap(page.getByRole('link', { name: 'Créer une sortie' }).first())
  await page.getByLabel('Titre').fill('Neuf touches')
  await page.getByLabel('Début').fill('2031-12-05T20:30')
  await page.getByLabel('Fin').fill('2031-12-06T03:00')
  await tap(page.getByRole('button', { name: 'Créer la sortie' }))
  await tap(page.getByRole('button', { name: 'Publier et inviter' }))
  const dialog = page.getByRole('dialog', { name: 'Inviter' })
  const invite = dialog.getByRole('button', { name: /^Inviter ./ })
  await invite.first().waitFor()
  for (let done = 1; done <= 5; done += 1) {
    await tap(invite.first())
    await expect.poll(() => dialog.getByText('Déjà invité').count()).toBe(done)
  }
  expect(taps()).toBe(9)
  await page.context().close()
})
