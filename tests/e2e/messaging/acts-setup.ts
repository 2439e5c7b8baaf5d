import type { Page } from 'playwright'
import { afterAll, beforeAll } from 'vitest'
import { bubbles, MAN, stage, WOMAN, type Member, type Stage } from '../../support/world/talk'

export let s: Stage

export let man: Member

export let woman: Member

export let talk: string

export const bubble = (page: Page, text: string) => bubbles(page, text).locator('[data-bubble]')

export const menu = (page: Page) => page.getByRole('menu', { name: 'Actions du message' })

/** Opens the menu by right click near the upper left corner. */
export const ask = async (page: Page, text: string): Promise<void> => {
  await bubble(page, text)
    .last()
    .click({ button: 'right', position: { x: 8, y: 8 } })
  await menu(page).waitFor()
}

/** Starts what every test of this file shares. */
export const setUp = (): void => {
  beforeAll(async () => {
    s = await stage()
    man = await s.member(MAN)
    woman = await s.member(WOMAN)
    talk = await man.with(woman.handle)
    for (let i = 0; i < 90; i += 1)
      await woman.say(talk, `Phrase ${i}, ${i === 3 ? 'libellule' : 'et des mots '.repeat(i % 7)}`)
    await man.say(talk, 'Un mot à moi')
    await woman.say(talk, 'Bonsoir à samedi')
  })
  afterAll(() => s.close())
}
