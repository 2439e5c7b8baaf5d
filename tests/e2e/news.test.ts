import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { axe } from '../support/browser/axe'
import { PHONE } from '../support/browser/browser'
import { MAN, stage, WOMAN, type Member, type Stage } from '../support/world/talk'

let s: Stage
let man: Member
let woman: Member
beforeAll(async () => {
  s = await stage({ TILE_URL: '' })
  man = await s.member(MAN)
  woman = await s.member(WOMAN)
})
afterAll(() => s.close())

/** A published event of the man, with the woman invited. */
const make = async (title: string): Promise<string> => {
  const start_date = new Date(Date.now() + 5 * 86_400_000).toISOString()
  const { body } = await man.api.post<{ event: { id: string } }>('/api/events', {
    title,
    start_date,
    private_location: {
      address: '12 rue du Canari, Lyon',
      lat: 45.764043,
      lng: 4.835659,
      is_public: false,
    },
  })
  const { id } = body.event
  expect((await man.api.post(`/api/events/${id}/publish`, { status: 'published' })).status).toBe(
    200,
  )
  await man.api.post(`/api/events/${id}/invite`, { account_handle: woman.handle })
  return id
}
const rows = (page: Page) => page.locator('[data-news]')

test('MSG-005 MSG-076 MSG-126 MSG-128: an item raises the badge; the feed lists, updates and removes it', async () => {
  const { page, seen } = await s.open(WOMAN, '/events')
  const entry = page
    .getByRole('navigation', { name: 'Navigation' })
    .getByRole('link', { name: /Actualités/ })
  await page.getByRole('heading', { name: 'Sorties', level: 1 }).waitFor()
  const { unread: before } = (await woman.api.get<{ unread: number }>('/api/news/unread')).body
  if (before > 0) await entry.getByText(String(before), { exact: true }).waitFor()
  const id = await make('Concert secret')
  await entry.getByText(String(before + 1), { exact: true }).waitFor()
  await entry.click()
  const first = rows(page).first()
  await first.getByText(`${man.handle} vous invite à Concert secret.`).waitFor()
  await first.getByText('Nouveau').waitFor({ state: 'attached' })
  await first.getByRole('button', { name: `Profil d’${man.handle}` }).waitFor()
  await expect.poll(() => entry.textContent()).toBe('Actualités')
  expect(await axe(page)).toEqual([])
  await first.getByRole('link').click()
  await page
    .getByRole('dialog', { name: 'Sortie' })
    .getByRole('heading', { name: 'Concert secret' })
    .waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Sortie' }).waitFor({ state: 'hidden' })
  expect((await woman.api.post(`/api/events/${id}/subscribe`)).status).toBe(200)
  await man.api.post(`/api/events/${id}/reveal-location`)
  const told = rows(page).filter({
    hasText: 'L’adresse exacte de Concert secret vous est révélée.',
  })
  await told.waitFor()
  // opening the feed marks it as read on the server, and the badge stays hidden
  await expect
    .poll(async () => (await woman.api.get<{ unread: number }>('/api/news/unread')).body.unread)
    .toBe(0)
  await expect.poll(() => entry.textContent()).toBe('Actualités')
  await man.api.post(`/api/events/${id}/hide-location`)
  await told.waitFor({ state: 'detached' })
  expect([...seen.errors, ...seen.foreign]).toEqual([])
  await page.context().close()
})

test.each([
  ['Je participe', 'accepted', 'Vous participez'],
  ['Non merci', 'declined', 'Invitation déclinée'],
] as const)(
  'MSG-126: on a phone an invitation is answered in two taps from the conversations: «%s»',
  async (label, status, said) => {
    const title = `Réponse ${status}`
    const id = await make(title)
    const { page } = await s.open(WOMAN, '/conversations', PHONE)
    const row = rows(page).filter({ hasText: `vous invite à ${title}` })
    await page
      .getByRole('navigation', { name: 'Navigation' })
      .getByRole('link', { name: /Actualités/ })
      .tap()
    await row.getByRole('button', { name: label }).waitFor()
    expect(await axe(page)).toEqual([])
    await row.getByRole('button', { name: label }).tap()
    await row.getByRole('button', { name: label }).waitFor({ state: 'detached' })
    await row.getByText(said).waitFor()
    const { body } = await man.api.get<{
      participants: { account_handle: string; status: string }[]
    }>(`/api/events/${id}/participants`)
    expect(body.participants.find((p) => p.account_handle === woman.handle)?.status).toBe(status)
    await page.context().close()
  },
)

test('MSG-201: pages of 25 load on scroll; a failure shows an error and a retry', async () => {
  for (let i = 0; i < 40; i += 1) await make(`Sortie ${i}`)
  const { page } = await s.open(WOMAN, '/events', PHONE)
  let cut = true
  const asked: string[] = []
  await page.route('**/api/news?*', (route) => {
    asked.push(new URL(route.request().url()).search)
    return cut ? route.abort() : route.continue()
  })
  await page
    .getByRole('navigation', { name: 'Navigation' })
    .getByRole('link', { name: /Actualités/ })
    .click()
  await page.getByText('Impossible de charger vos actualités. Vérifiez votre connexion.').waitFor()
  cut = false
  asked.length = 0
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await rows(page).first().waitFor()
  expect(asked[0]).toBe('?limit=25')
  expect(await rows(page).count()).toBe(25)
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await rows(page).nth(39).waitFor({ state: 'attached' })
  expect(asked).toContainEqual(expect.stringMatching(/^\?limit=25&cursor=/))
  await page.context().close()
})
