import { afterAll, beforeAll, expect, test } from 'vitest'
import { DESKTOP } from '../../support/browser/browser'
import { enter, isFocused, regains, tabTo } from '../../support/browser/keyboard'
import {
  bubbles,
  COMPOSER,
  COUPLE,
  MAN,
  stage,
  WOMAN,
  type Member,
  type Stage,
} from '../../support/world/talk'

let s: Stage
let man: Member
let woman: Member
let talk: string
beforeAll(async () => {
  s = await stage({ TILE_URL: '' })
  man = await s.member(MAN)
  woman = await s.member(WOMAN)
  talk = await man.with(woman.handle)
  await woman.say(talk, 'Bonsoir à vous')
})
afterAll(() => s.close())

test('by keyboard alone: a text with an emoji is written and sent, the focus is back in the field', async () => {
  const { page } = await s.open(MAN, `/conversations/${talk}`, DESKTOP)
  const field = page.getByPlaceholder(COMPOSER)
  await tabTo(page, field)
  await page.keyboard.type('À ce soir ')
  await enter(page, page.getByRole('button', { name: 'Emoji' }))
  const picker = page.getByRole('dialog', { name: 'Emoji' })
  await picker.waitFor()
  await page.keyboard.type('coeur rouge')
  await picker.getByRole('group', { name: 'Résultats' }).waitFor()
  await page.keyboard.press('Enter')
  await picker.waitFor({ state: 'detached' })
  await regains(field)
  await page.keyboard.press('Enter')
  await bubbles(page, 'À ce soir ❤️').waitFor()
  await regains(field)
  // closed without a choice
  await enter(page, page.getByRole('button', { name: 'Emoji' }))
  await picker.waitFor()
  await page.keyboard.press('Escape')
  await picker.waitFor({ state: 'detached' })
  await expect
    .poll(
      async () =>
        (await isFocused(field)) || (await isFocused(page.getByRole('button', { name: 'Emoji' }))),
    )
    .toBe(true)
  await page.context().close()
})

test('by keyboard alone: a message is reacted to and quoted, the focus is back on it, then in the field', async () => {
  const { page } = await s.open(MAN, `/conversations/${talk}`, DESKTOP)
  const id = await woman.say(talk, 'Un message à citer')
  const row = page.locator(`[data-row="${id}"]`)
  await row.waitFor()
  await tabTo(page, page.getByPlaceholder(COMPOSER))
  await tabTo(page, page.locator('[data-thread]'), true)
  await page.keyboard.press('ArrowUp')
  // from the last one in view to the last one
  for (let i = 0; i < 30 && !(await isFocused(row)); i += 1) await page.keyboard.press('ArrowDown')
  await regains(row)
  await page.keyboard.press('Enter')
  const menu = page.getByRole('menu', { name: /message/i })
  await menu.waitFor()
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'detached' })
  await regains(row)
  await page.keyboard.press('Enter')
  await menu.waitFor()
  // the first reaction has the focus
  await page.keyboard.press('Enter')
  await menu.waitFor({ state: 'detached' })
  await row.getByRole('button', { name: /^Réactions/ }).waitFor()
  await regains(row)
  await page.keyboard.press('Enter')
  await menu.waitFor()
  const answer = menu.getByRole('menuitem', { name: 'Répondre' })
  for (let i = 0; i < 20 && !(await isFocused(answer)); i += 1)
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const field = page.getByPlaceholder(COMPOSER)
  await regains(field)
  await page.keyboard.type('Voici la réponse')
  await page.keyboard.press('Enter')
  await bubbles(page, 'Voici la réponse').getByText('Un message à citer').waitFor()
  await page.context().close()
})

test('by keyboard alone: a group is made; closed without one, the dialog gives the focus back', async () => {
  const { page } = await s.open(MAN, '/conversations', DESKTOP)
  const plus = page.getByRole('button', { name: 'Nouvelle discussion' })
  await enter(page, plus)
  const start = page.getByRole('dialog', { name: 'Nouvelle discussion' })
  await start.waitFor()
  await page.keyboard.press('Escape')
  await start.waitFor({ state: 'detached' })
  await regains(plus)
  await page.keyboard.press('Enter')
  await enter(page, start.getByRole('button', { name: 'Nouveau groupe' }))
  const dialog = page.getByRole('dialog', { name: 'Nouveau groupe' })
  await regains(dialog.getByLabel('Nom du groupe'))
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await regains(plus)
  await page.keyboard.press('Enter')
  await enter(page, start.getByRole('button', { name: 'Nouveau groupe' }))
  await regains(dialog.getByLabel('Nom du groupe'))
  await page.keyboard.type('Au clavier')
  await tabTo(page, dialog.getByRole('checkbox').first())
  await page.keyboard.press('Space')
  await enter(page, dialog.getByRole('button', { name: 'Créer le groupe' }))
  await page.waitForURL(/\/conversations\/./)
  await page
    .getByRole('heading', { name: /Au clavier/ })
    .first()
    .waitFor()
  await page.context().close()
})

test('by keyboard alone: an event is created and published', async () => {
  const { page } = await s.open(MAN, '/events', DESKTOP)
  await enter(page, page.getByRole('link', { name: 'Créer une sortie' }))
  await page.waitForURL(/\/events\/new/)
  await tabTo(page, page.getByLabel('Titre'))
  await page.keyboard.type('Au clavier seul')
  await tabTo(page, page.getByLabel('Début'))
  // each part of the date, whatever their order
  for (let part = 0; part < 8 && (await isFocused(page.getByLabel('Début'))); part += 1) {
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Tab')
  }
  expect(await page.getByLabel('Début').inputValue()).not.toBe('')
  await enter(page, page.getByRole('button', { name: 'Créer la sortie' }))
  const created = page.getByRole('dialog', { name: 'Votre sortie est créée' })
  await enter(page, created.getByRole('button', { name: 'Publier', exact: true }))
  await page
    .getByRole('dialog', { name: 'Sortie' })
    .getByRole('heading', { name: 'Au clavier seul' })
    .waitFor()
  await page.context().close()
})

test('by keyboard alone: an invitation is answered, the closed event gives the focus back to the page', async () => {
  const title = `Invitation ${Date.now()}`
  const { body } = await man.api.post<{ event: { id: string } }>('/api/events', {
    title,
    start_date: new Date(Date.now() + 5 * 86_400_000).toISOString(),
  })
  await man.api.post(`/api/events/${body.event.id}/publish`, { status: 'published' })
  await man.api.post(`/api/events/${body.event.id}/invite`, { account_handle: woman.handle })
  const { page } = await s.open(WOMAN, '/events', DESKTOP)
  const link = page.getByRole('article').getByRole('link', { name: title })
  await enter(page, link)
  const panel = page.getByRole('dialog', { name: 'Sortie' })
  await enter(page, panel.getByRole('button', { name: 'Je participe' }))
  const ticket = panel.getByRole('button', { name: 'Mon entrée' })
  await enter(page, ticket)
  const entry = page.getByRole('dialog', { name: 'Mon entrée' })
  await entry.waitFor()
  await page.keyboard.press('Escape')
  await entry.waitFor({ state: 'detached' })
  await regains(ticket)
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'hidden' })
  // its card has left the invitations
  await regains(page.getByRole('main'))
  await page.context().close()
})

test('by keyboard alone: a point of the map is opened and its card closed, the focus stays on the map', async () => {
  const { page } = await s.open(MAN, '/radar', DESKTOP)
  await enter(page, page.getByRole('button', { name: 'Tout voir' }).first())
  const row = page.getByRole('button', { name: /^Montrer .* sur la carte$/ }).first()
  await enter(page, row)
  const card = page.getByRole('region', { name: 'Point choisi' })
  await card.waitFor()
  await enter(page, card.getByRole('button', { name: 'Fermer la carte du point' }))
  await card.waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true)
  expect(
    (await isFocused(row)) ||
      (await isFocused(page.getByRole('region', { name: 'Carte des sorties et des relations' }))),
  ).toBe(true)
  await page.context().close()
})

test('by keyboard alone: the identity is changed, the focus is back on its button', async () => {
  const couple = await s.member(COUPLE)
  const id = (await couple.conversations()).find((c) => c.type === 'direct')?.id ?? ''
  const { page } = await s.open(COUPLE, `/conversations/${id}`, DESKTOP, 'Tous les deux')
  const face = page.getByRole('button', { name: /^Changer d’identité/ })
  await enter(page, face)
  const dialog = page.getByRole('dialog', { name: 'Qui est derrière l’écran ?' })
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await regains(face)
  await page.keyboard.press('Enter')
  await enter(page, dialog.locator('[aria-pressed="false"]').first())
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => face.getAttribute('aria-label')).not.toContain('Tous les deux')
  await regains(face)
  await page.context().close()
})
