import type { Page } from 'playwright'
import { afterAll, beforeAll, expect } from 'vitest'
import { photoFile } from '../../support/world/photos'
import { COMPOSER, MAN, stage, WOMAN, type Member, type Stage } from '../../support/world/talk'

export let s: Stage

export let man: Member

export let talk: string

export let photo: string

export let other: string

export const box = (page: Page) => page.getByPlaceholder(COMPOSER)

export const button = (page: Page) => page.getByRole('button', { name: /^Envo/ })

export const modal = (page: Page) => page.getByRole('dialog', { name: 'Flouter les visages' })

export const thumbs = (page: Page) =>
  page.getByRole('list', { name: 'Photos jointes' }).getByRole('listitem')

type Chosen = Parameters<ReturnType<Page['locator']>['setInputFiles']>[0]

export const choose = (page: Page, files: Chosen) =>
  page.locator('input[type=file]:not([capture])').setInputFiles(files)

export const confirmed = async (page: Page, files: Chosen, count = 1): Promise<void> => {
  await choose(page, files)
  for (let i = 0; i < count; i += 1) {
    await modal(page)
      .getByRole('button', { name: /^(Ajouter la photo|Suivant)/ })
      .click()
    await expect.poll(() => thumbs(page).count()).toBeGreaterThanOrEqual(i + 1)
  }
  await modal(page).waitFor({ state: 'detached' })
}

export const isSend = (r: { method(): string; url(): string }): boolean =>
  r.method() === 'POST' && r.url().endsWith('/messages')

/** Starts what every test of this file shares. */
export const setUp = (): void => {
  beforeAll(async () => {
    s = await stage()
    man = await s.member(MAN)
    talk = await man.with((await s.member(WOMAN)).handle)
    photo = await photoFile('vue.jpg', 900, 600)
    other = await photoFile('autre.png', 600, 600, 'png')
  })
  afterAll(() => s.close())
}
