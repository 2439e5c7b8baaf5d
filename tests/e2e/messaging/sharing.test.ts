import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axe } from '../../support/browser/axe'
import { DESKTOP, PHONE } from '../../support/browser/browser'
import { photographed } from '../../support/image/faces'
import { COMPOSER, MAN, stage, WOMAN, type Member, type Stage } from '../../support/world/talk'

let s: Stage
let man: Member
let woman: Member
let talk: string
beforeAll(async () => {
  s = await stage()
  man = await s.member(MAN)
  woman = await s.member(WOMAN)
  talk = await man.with(woman.handle)
})
afterAll(() => s.close())

const act = async (page: Page, name: string): Promise<void> => {
  // a toast may lie over it, and stays while the pointer is there
  await page.getByRole('button', { name: 'Actions de la discussion' }).dispatchEvent('click')
  await page.getByRole('menuitem', { name, exact: true }).click()
}

test('the menu of a direct conversation shares an album at once, reports and blocks', async () => {
  const name = `Un été ${Date.now()}`
  const { body } = await man.api.post<{ album: { id: string } }>('/api/albums', {
    name,
    isPublic: false,
  })
  const mayOpen = async (): Promise<boolean> => {
    const { shares } = (
      await woman.api.get<{ shares: { album_id: string }[] }>('/api/albums/shares?type=incoming')
    ).body
    return shares.some((share) => share.album_id === body.album.id)
  }
  const { page, seen } = await s.open(MAN, `/conversations/${talk}`, PHONE)
  await act(page, 'Partager un album')
  const panel = page.getByRole('dialog', { name: `Partager un album avec ${woman.handle}` })
  const album = panel.getByRole('switch', { name })
  await album.waitFor()
  expect(await axe(page)).toEqual([])
  expect(await mayOpen()).toBe(false)
  await album.click()
  await expect.poll(mayOpen).toBe(true)
  await expect.poll(() => album.isChecked()).toBe(true)
  await album.click()
  await expect.poll(mayOpen).toBe(false)
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })

  await act(page, 'Signaler')
  const report = page.getByRole('dialog', { name: `Signaler ${woman.handle}` })
  await report.getByRole('button', { name: 'Annuler' }).click()
  await report.waitFor({ state: 'detached' })
  await act(page, 'Bloquer')
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Annuler' }).click()
  await question.waitFor({ state: 'detached' })
  await act(page, 'Bloquer')
  await question.getByRole('button', { name: 'Bloquer' }).click()
  await page.getByPlaceholder(COMPOSER).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Actions de la discussion' }).dispatchEvent('click')
  expect(await page.getByRole('menuitem', { name: 'Partager un album' }).count()).toBe(0)
  expect(seen.errors).toEqual([])
  await page.context().close()
})

test('an own photo is shared from the viewer to another conversation, its faces looked for again; another member’s is not', async () => {
  const other = (await man.conversations()).find((c) => c.id !== talk && c.type === 'group')?.id
  if (!other) throw new Error('no group')
  const { page, seen } = await s.open(MAN, `/conversations/${other}`, DESKTOP)
  await page.locator('input[type=file]:not([capture])').setInputFiles(photographed(1))
  const editor = page.getByRole('dialog', { name: 'Flouter les visages' })
  await editor.getByRole('button', { name: 'Envoyer' }).click()
  await editor.waitFor({ state: 'detached' })
  await page.locator('[data-message]').last().getByRole('button', { name: 'Photo 1 sur 1' }).click()
  const viewer = page.getByRole('dialog', { name: /^Photo 1 sur/ })
  await viewer.waitFor()
  expect(await viewer.getByRole('button', { name: 'Signaler cette photo' }).count()).toBe(0)
  await viewer.getByRole('button', { name: 'Partager cette photo' }).click()
  await page.waitForURL(/\/share$/)
  await page.getByRole('list', { name: 'Photos reçues' }).getByRole('img').waitFor()
  await page.getByRole('list', { name: 'Discussions' }).getByRole('button').first().click()
  await page.waitForURL(/\/conversations\/./)
  await editor.getByRole('button', { name: 'Ajouter la photo' }).waitFor()
  expect(seen.errors).toEqual([])
  await page.context().close()
})
