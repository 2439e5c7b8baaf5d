import type { Locator } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axe } from '../../support/browser/axe'
import { DESKTOP, PASSWORD, PHONE } from '../../support/browser/browser'
import {
  bubbles,
  COMPOSER,
  COUPLE,
  MAN,
  stage,
  type Member,
  type Stage,
} from '../../support/world/talk'

let s: Stage
let couple: Member
let man: Member
let talk: string
beforeAll(async () => {
  s = await stage()
  couple = await s.member(COUPLE)
  man = await s.member(MAN)
  talk = await couple.with(man.handle)
})
afterAll(() => s.close())

/** What the other member reads. */
const read = async (): Promise<string[]> =>
  (
    await man.api.get<{ messages: { content: string }[] }>(`/api/conversations/${talk}/messages`)
  ).body.messages.map((m) => m.content)

test('a message of both waits on both their devices, is changed by one, and leaves with two yeses', async () => {
  const { page: both, seen } = await s.open(
    COUPLE,
    `/conversations/${talk}`,
    PHONE,
    'Tous les deux',
  )
  const { page: hugo } = await s.open(COUPLE, `/conversations/${talk}`, DESKTOP, 'Hugo')
  await both.getByRole('button', { name: 'Actions de la discussion' }).click()
  await both.getByRole('menuitem', { name: 'Écrire à quatre mains' }).click()
  await both.getByRole('button', { name: 'Écrire à quatre mains' }).click()
  await both.getByText('votre message attendra vos deux accords').waitFor()
  await both.getByPlaceholder(COMPOSER).fill('Samedi soir, chez nous ?')
  await both.getByRole('button', { name: 'Envoyer' }).click()
  const own = both.locator('[data-held]')
  await own.getByText('Attend l’accord de Léa et de Hugo').waitFor()
  expect(await own.count()).toBe(1)
  expect(await bubbles(both, 'Samedi soir').count()).toBe(0)
  expect(await axe(both)).toEqual([])

  // on the other device, without a reload
  const his = hugo.locator('[data-held]')
  await his.getByText('Samedi soir, chez nous ?').waitFor()
  await his.getByRole('button', { name: 'Modifier' }).click()
  const dialog = hugo.getByRole('dialog', { name: 'Modifier le message' })
  await dialog.getByRole('textbox', { name: 'Message' }).fill('Dimanche soir, chez nous ?')
  await dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await his.getByText('Attend l’accord de Léa', { exact: true }).waitFor()
  expect(await his.getByRole('button', { name: 'Donner mon accord' }).count()).toBe(0)
  await own.getByText('Dimanche soir, chez nous ?').waitFor()
  expect((await read()).filter((x) => /soir, chez nous/.test(x))).toEqual([])

  await own.getByRole('button', { name: 'Donner mon accord' }).press('Enter')
  await own.waitFor({ state: 'detached' })
  for (const page of [both, hugo]) await bubbles(page, 'Dimanche soir').waitFor()
  await his.waitFor({ state: 'detached' })
  expect((await read()).filter((x) => /soir, chez nous/.test(x))).toEqual([
    'Dimanche soir, chez nous ?',
  ])

  // taken back: the text returns to the composer, and nothing leaves
  await both.getByPlaceholder(COMPOSER).fill('Plutôt non')
  await both.getByRole('button', { name: 'Envoyer' }).click()
  await own.getByRole('button', { name: 'Annuler l’envoi' }).click()
  await own.waitFor({ state: 'detached' })
  await expect.poll(() => both.getByPlaceholder(COMPOSER).inputValue()).toBe('Plutôt non')
  expect(await read()).not.toContain('Plutôt non')
  expect(seen.errors).toEqual([])
  await both.context().close()
  await hugo.context().close()
})

const invitedTo = async (title: string): Promise<string> => {
  const { body } = await man.api.post<{ event: { id: string } }>('/api/events', {
    title,
    start_date: new Date(Date.now() + 72 * 3_600_000).toISOString(),
    place_id: '69123',
  })
  const { id } = body.event
  await man.api.post(`/api/events/${id}/publish`, { status: 'published' })
  const invited = await man.api.post<{ success: boolean }>(`/api/events/${id}/invite`, {
    account_handle: couple.handle,
  })
  expect(invited.body.success).toBe(true)
  return id
}

test('an answer of both is on the devices of both, and the second yes on one gives it on the other', async () => {
  await couple.api.put('/api/account/answers-together', { on: true })
  const path = `/events/${await invitedTo('Un apéritif à quatre')}`
  const { page: lea, seen } = await s.open(COUPLE, path, PHONE, 'Léa')
  const { page: hugo } = await s.open(COUPLE, path, DESKTOP, 'Hugo')
  const [hers, his] = [lea, hugo].map((page) =>
    page.getByRole('region', { name: 'Votre participation' }),
  ) as [Locator, Locator]
  await his.getByRole('button', { name: 'Je participe' }).waitFor()
  await hers.getByRole('button', { name: 'Je participe' }).click()
  await hers.getByText('attend l’accord de Hugo').waitFor()
  expect(await hers.getByRole('button', { name: 'Donner mon accord' }).count()).toBe(0)
  await his.getByRole('button', { name: 'Donner mon accord' }).waitFor()
  expect(await axe(hugo)).toEqual([])
  await his.getByRole('button', { name: 'Donner mon accord' }).click()
  for (const bar of [hers, his]) await bar.getByRole('button', { name: 'Mon entrée' }).waitFor()
  expect(seen.errors).toEqual([])
  await lea.context().close()
  await hugo.context().close()
})

test('an answer to an invitation waits on the event’s page for the second yes, and for a code', async () => {
  const id = await invitedTo('Un dîner à quatre')
  const { page } = await s.open(COUPLE, '/account', PHONE, 'Tous les deux')
  await couple.api.put('/api/account/answers-together', { on: true })
  await couple.api.put('/api/account/agreements/code', { password: PASSWORD, code: '274913' })
  await page.goto(`${s.server.url}/events/${id}`)
  const bar = page.getByRole('region', { name: 'Votre participation' })
  await bar.getByRole('button', { name: 'Je participe' }).click()
  await bar.getByText('attend l’accord de Léa et de Hugo').waitFor()
  await bar.getByRole('button', { name: 'Accord de Léa' }).click()
  const asks = page.getByRole('dialog', { name: 'Accord de Léa' })
  await asks.getByLabel('Code de Léa').fill('112358')
  await asks.getByRole('button', { name: 'Donner mon accord' }).click()
  await asks.getByText('Ce code n’est pas le bon.').waitFor()
  await asks.getByLabel('Code de Léa').fill('274913')
  await page.keyboard.press('Enter')
  await asks.waitFor({ state: 'detached' })
  await bar.getByText('attend l’accord de Hugo').waitFor()
  expect(await axe(page)).toEqual([])
  await bar.getByRole('button', { name: 'Donner mon accord' }).click()
  await bar.getByRole('button', { name: 'Mon entrée' }).waitFor()
  await page.context().close()
})

test('to end it, who has a code gives it', async () => {
  const { page } = await s.open(COUPLE, `/conversations/${talk}`, PHONE, 'Léa')
  await page.getByRole('button', { name: 'Actions de la discussion' }).click()
  await page.getByRole('menuitem', { name: 'Arrêter' }).click()
  const asks = page.getByRole('dialog', { name: 'Accord de Léa' })
  await asks.getByLabel('Code de Léa').fill('274913')
  await asks.getByRole('button', { name: 'Donner mon accord' }).click()
  await asks.waitFor({ state: 'detached' })
  await page.getByText('souhaite arrêter « à quatre mains »').waitFor()
  await page.context().close()
})
