import { afterAll, beforeAll, expect, test } from 'vitest'
import { axe } from '../../support/browser/axe'
import { DESKTOP } from '../../support/browser/browser'
import { COMPOSER, MAN, stage, WOMAN, type Member, type Stage } from '../../support/world/talk'

let s: Stage
let man: Member
let woman: Member
beforeAll(async () => {
  s = await stage({ TILE_URL: '' })
  man = await s.member(MAN)
  woman = await s.member(WOMAN)
})
afterAll(() => s.close())

test('Ctrl+K opens one search over any screen: relations first, then conversations, messages and events; the focus comes back', async () => {
  // the same word in a message and in an event
  const word = woman.handle
  await man.say(await man.with(woman.handle), `À propos de ${word}`)
  await man.api.post('/api/events', {
    title: `Souper avec ${word}`,
    start_date: new Date(Date.now() + 5 * 86_400_000).toISOString(),
  })
  const { page, seen } = await s.open(MAN, '/news', DESKTOP)
  const fetched: string[] = []
  page.on('request', (r) => void (/find-panel/.test(r.url()) && fetched.push(r.url())))
  const link = page.getByRole('navigation').getByRole('link', { name: 'Sorties' })
  const dialog = page.getByRole('dialog', { name: 'Rechercher' })
  const isFocused = (): Promise<boolean> => link.evaluate((n) => n === document.activeElement)
  await link.focus()
  expect(fetched).toEqual([])
  await expect
    .poll(async () => {
      await page.keyboard.press('Control+k')
      return dialog.count()
    })
    .toBe(1)
  const relations = dialog.getByRole('list', { name: 'Membres que vous connaissez' })
  await relations.getByRole('button').first().waitFor()
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(isFocused).toBe(true)

  await page.keyboard.press('Control+k')
  await dialog.waitFor()
  await page.keyboard.type(word)
  await expect
    .poll(() => dialog.getByRole('heading', { level: 2 }).allInnerTexts())
    .toEqual(['Rechercher', 'Membres', 'Discussions', 'Messages', 'Sorties'])
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('ArrowDown')
  await expect
    .poll(() =>
      relations
        .getByRole('button')
        .first()
        .evaluate((n) => n === document.activeElement),
    )
    .toBe(true)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/conversations\/./)
  await page.getByPlaceholder(COMPOSER).waitFor()
  await dialog.waitFor({ state: 'detached' })

  await page.keyboard.press('Control+k')
  await dialog.waitFor()
  await page.keyboard.type(`Souper avec ${word}`)
  await dialog.getByRole('region', { name: 'Sorties trouvées' }).getByRole('button').first().click()
  await page
    .getByRole('dialog', { name: 'Sortie' })
    .getByText(`Souper avec ${word}`)
    .first()
    .waitFor()
  expect(seen.errors).toEqual([])
  await page.context().close()
})
