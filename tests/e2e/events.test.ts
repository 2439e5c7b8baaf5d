import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axe } from '../support/browser/axe'
import { DESKTOP, PHONE } from '../support/browser/browser'
import { COUPLE, MAN, stage, WOMAN, type Member, type Stage } from '../support/world/talk'

let s: Stage
let man: Member
let woman: Member
let couple: Member
beforeAll(async () => {
  s = await stage({ TILE_URL: '' })
  man = await s.member(MAN)
  woman = await s.member(WOMAN)
  couple = await s.member(COUPLE)
})
afterAll(() => s.close())

interface Made {
  readonly event: { readonly id: string; readonly slug?: string }
}
const ADDRESS = '12 rue du Canari, Lyon'
const make = async (patch: object = {}, publish = true): Promise<string> => {
  const start = Date.now() + 5 * 86_400_000
  const { body, status } = await man.api.post<Made>('/api/events', {
    title: 'Souper aux chandelles',
    start_date: new Date(start).toISOString(),
    end_date: new Date(start + 3 * 3_600_000).toISOString(),
    ...patch,
  })
  expect(status).toBe(201)
  if (publish)
    expect(
      (await man.api.post(`/api/events/${body.event.id}/publish`, { status: 'published' })).status,
    ).toBe(200)
  return body.event.id
}
const invite = (id: string) =>
  man.api.post(`/api/events/${id}/invite`, { account_handle: woman.handle })
const shown = (page: Page) => page.getByRole('dialog', { name: 'Sortie' })
const menu = async (page: Page, item: string): Promise<void> => {
  await page.getByRole('button', { name: 'Actions de la sortie' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

describe.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const)('on a %s', (size, options) => {
  test('SOC-006 SOC-075 SOC-076 SOC-092: an event is made, published from its dialog, opened over the page and closed by Escape, cross and Back; editing has both parameters', async () => {
    const { page, seen } = await s.open(MAN, '/events/new', options)
    await page.getByRole('button', { name: 'Créer la sortie' }).click()
    await page.getByText('Donnez un titre à la sortie.').waitFor()
    await page.getByLabel('Titre').fill(`Veillée ${size}`)
    await page.getByLabel('Début').fill('2031-12-05T20:30')
    await page.getByLabel('Fin').fill('2031-12-06T03:00')
    // what is typed survives, and leaving asks
    await page.getByRole('button', { name: 'Retour' }).click()
    await page.getByRole('button', { name: 'Rester' }).click()
    expect(await page.getByLabel('Titre').inputValue()).toBe(`Veillée ${size}`)
    expect(await axe(page)).toEqual([])
    await page.getByRole('button', { name: 'Créer la sortie' }).click()
    const created = page.getByRole('dialog', { name: 'Votre sortie est créée' })
    await created.getByText(/pas encore publiée/).waitFor()
    await created.getByRole('button', { name: 'Publier', exact: true }).click()
    // exactly one
    await page
      .getByRole('list', { name: 'Notifications' })
      .getByText(/publiée/)
      .waitFor()
    const panel = shown(page)
    await panel.getByRole('heading', { name: `Veillée ${size}` }).waitFor()
    await panel
      .getByText(/vendredi 5 décembre 2031/i)
      .first()
      .waitFor()
    await expect.poll(() => panel.boundingBox()).toMatchObject(options.viewport)
    await expect.poll(() => panel.getByRole('tab').count()).toBe(2)
    // one hairline below the tabs, that of the whole width
    expect(
      await panel.getByRole('tablist').evaluate((list) => getComputedStyle(list).borderBottomWidth),
    ).toBe('0px')
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'hidden' })
    // the list behind it is the one that it is in
    expect(await page.getByRole('radio', { name: 'Mon calendrier' }).isChecked()).toBe(true)
    for (const leave of [
      () => shown(page).getByRole('button', { name: 'Fermer', exact: true }).click(),
      () => page.goBack().then(() => undefined),
    ]) {
      await page.getByRole('link', { name: `Veillée ${size}` }).click()
      await shown(page).getByRole('tab', { name: 'Fiche' }).waitFor()
      await leave()
      await shown(page).waitFor({ state: 'hidden' })
      expect(new URL(page.url()).pathname).toBe('/events')
    }
    await page.getByRole('link', { name: `Veillée ${size}` }).click()
    await menu(page, 'Modifier la sortie')
    await page.waitForURL(/eventId=/)
    const query = new URL(page.url()).searchParams
    expect(query.get('eventId')).toBe(query.get('editEvent'))
    await expect.poll(() => page.getByLabel('Début').inputValue()).toBe('2031-12-05T20:30')
    expect(seen.errors).toEqual([])
    expect(seen.foreign).toEqual([])
    await page.context().close()
  })

  test('SOC-097 SOC-078 SOC-084 SOC-232 SOC-233: a revealed address shows to the confirmed without a reload, with its map; hidden, it is gone from the page', async () => {
    const id = await make({
      private_location: { address: ADDRESS, lat: 45.764043, lng: 4.835659, is_public: false },
    })
    await invite(id)
    const guest = await s.open(WOMAN, `/events/${id}`, options)
    await guest.page.getByRole('button', { name: 'Je participe' }).first().click()
    await guest.page.getByRole('button', { name: 'Mon entrée' }).waitFor()
    expect(await guest.page.content()).not.toContain('Canari')
    const host = await s.open(MAN, `/events/${id}`, options)
    await host.page.getByText('(non diffusée)').waitFor()
    await menu(host.page, 'Diffuser l’adresse exacte')
    await host.page
      .getByRole('dialog', { name: 'Adresse exacte' })
      .getByText(/actualité sera publiée/)
      .waitFor()
    await host.page.getByRole('dialog').getByRole('button', { name: 'Diffuser l’adresse' }).click()
    await host.page
      .getByText('Adresse exacte diffusée aux participants confirmés')
      .first()
      .waitFor()
    await guest.page.getByText(ADDRESS).first().waitFor()
    await guest.page.getByText(/45\.764043,\s4\.835659/).waitFor()
    await guest.page.getByRole('img', { name: `Carte : ${ADDRESS}` }).waitFor()
    expect(await guest.page.getByRole('link', { name: 'Itinéraire' }).getAttribute('rel')).toBe(
      'noopener noreferrer',
    )
    expect(await axe(guest.page)).toEqual([])
    await menu(host.page, 'Diffuser l’adresse exacte')
    await host.page
      .getByRole('dialog')
      .getByRole('button', { name: 'Arrêter la diffusion' })
      .click()
    await host.page.getByText('Adresse exacte masquée pour les participants').first().waitFor()
    await guest.page.getByText(ADDRESS).first().waitFor({ state: 'detached' })
    expect(await guest.page.content()).not.toContain('Canari')
    expect([...guest.seen.foreign, ...guest.seen.errors, ...host.seen.errors]).toEqual([])
    await guest.page.context().close()
    await host.page.context().close()
  })
})

describe('a participant', () => {
  test('SOC-081 SOC-182 SOC-230: invited, takes part, copies the code, leaves again', async () => {
    const id = await make({
      slug: `souper-${Date.now() % 100_000}`,
      access_type: 'open_to_relations',
    })
    await invite(id)
    const { page } = await s.open(WOMAN, '/events', {
      ...DESKTOP,
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await page
      .getByRole('article')
      .filter({ hasText: 'Souper aux chandelles' })
      .filter({ hasText: 'Invité' })
      .getByRole('link')
      .first()
      .click()
    const panel = shown(page)
    await panel.getByRole('button', { name: 'Je participe' }).click()
    await panel.getByRole('button', { name: 'Mon entrée' }).waitFor()
    await panel.getByRole('button', { name: /Copier le code/ }).click()
    await page.getByText('Code copié').first().waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('souper-')
    await panel.getByRole('button', { name: 'Quitter' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Me désinscrire' }).click()
    await page.getByText('Désinscription effectuée').first().waitFor()
    await panel.getByRole('button', { name: 'Je participe' }).waitFor()
    // its discussion leaves as well, without a second toast
    expect(await page.getByText(/Vous avez quitté la discussion/).count()).toBe(0)
    await page.context().close()
  })

  test('MSG-010 SOC-229: a full event, its details and its participants each at their own address, says so and lets one talk to the organizers', async () => {
    const id = await make({ title: 'Comble', max_participants: 2 })
    await invite(id)
    await man.api.post(`/api/events/${id}/invite`, { account_handle: couple.handle })
    const { page } = await s.open(WOMAN, `/events/${id}`)
    await expect
      .poll(() => page.getByRole('tab', { name: 'Fiche' }).getAttribute('aria-selected'))
      .toBe('true')
    await page.goto(`${s.server.url}/events/${id}/subscribers`)
    await page.getByRole('heading', { name: 'Comble' }).first().waitFor()
    await expect
      .poll(() => page.getByRole('tab', { name: 'Participants' }).getAttribute('aria-selected'))
      .toBe('true')
    const reads = (url: URL): boolean => url.pathname === `/api/events/${id}`
    // the page does not hear in time that the last places went
    let isHeld = true
    let first: unknown
    await page.route(reads, async (route) => {
      const response = await route.fetch()
      const now: unknown = await response.json()
      first ??= now
      return route.fulfill({ json: isHeld ? first : now })
    })
    await page.goto(`${s.server.url}/events/${id}`)
    await page.getByRole('button', { name: 'Je participe' }).waitFor()
    expect((await couple.api.post(`/api/events/${id}/subscribe`)).status).toBe(200)
    await page.getByRole('button', { name: 'Je participe' }).click()
    await page
      .getByText(
        'Capacité maximale atteinte. Contactez les organisateurs pour vérifier s’il reste des places.',
      )
      .first()
      .waitFor()
    isHeld = false
    await page.getByRole('button', { name: 'Parler aux organisateurs' }).click()
    await page
      .getByRole('alertdialog', { name: 'Contacter les organisateurs' })
      .getByRole('button', { name: 'Créer une discussion' })
      .click()
    await page.waitForURL(/\/conversations\/[0-9a-f-]{36}$/)
    await page.getByText('Conversation ouverte').first().waitFor()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.context().close()
  })

  test('SOC-007: the code of an event opens it for who holds it; without a code an invitation is needed', async () => {
    const id = await make({ title: 'Au code', slug: `code-${Date.now() % 100_000}` })
    const { slug } = (await man.api.get<Made>(`/api/events/${id}`)).body.event
    const { page } = await s.open(WOMAN, `/events/${id}`)
    await page.getByRole('alertdialog', { name: 'Sur invitation' }).waitFor()
    await page.goto(`${s.server.url}/events/${slug}`)
    await page
      .getByRole('dialog', { name: 'Sur invitation' })
      .getByRole('button', { name: 'Utiliser ce code' })
      .click()
    await page.getByRole('heading', { name: 'Au code' }).waitFor()
    await page.getByText('En attente').first().waitFor()
    await page.context().close()
  })
})

test('who accepts a request by the keyboard keeps it, on the row of who asked', async () => {
  const { page } = await s.open(COUPLE, '/events/quatre-mains', DESKTOP, 'Tous les deux')
  await page.getByRole('tab', { name: /Participants/ }).click()
  await page.getByRole('button', { name: `Accepter ${woman.handle}` }).press('Enter')
  await page
    .getByRole('button', { name: `Accepter ${woman.handle}` })
    .waitFor({ state: 'detached' })
  await expect
    .poll(() =>
      page
        .getByRole('button', { name: `Modifier ${woman.handle}` })
        .evaluate((node) => node === document.activeElement),
    )
    .toBe(true)
  await page.context().close()
})

test('the month is walked through by keys, and the page passes axe in both presentations', async () => {
  const { page } = await s.open(MAN, '/events')
  await page.getByRole('article').first().waitFor()
  expect(await axe(page)).toEqual([])
  await page.getByRole('radio', { name: 'Mois' }).check()
  const day = page.locator('[data-day][tabindex="0"]')
  await day.focus()
  const from = await day.getAttribute('data-day')
  await page.keyboard.press('ArrowRight')
  await expect
    .poll(() => page.evaluate(() => (document.activeElement as HTMLElement).dataset['day']))
    .not.toBe(from)
  await page.keyboard.press('PageDown')
  await expect
    .poll(() =>
      page.evaluate(() => (document.activeElement as HTMLElement).dataset['day']?.slice(0, 7)),
    )
    .not.toBe(from?.slice(0, 7))
  expect(await axe(page)).toEqual([])
  await page.context().close()
})

test('a banner is chosen by a press anywhere on it, or among the drawn ones; the map comes into view', async () => {
  const { page, seen } = await s.open(MAN, '/events/new', PHONE)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Ajouter une bannière' }).click()
  await chooser
  const drawn = page.getByRole('list', { name: 'Bannières dessinées' }).getByRole('button')
  expect(await drawn.count()).toBe(6)
  await drawn.nth(1).click()
  await page.getByRole('img', { name: 'Bannière choisie' }).waitFor()
  await page.getByRole('button', { name: 'Changer la bannière' }).waitFor()
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Choisir sur la carte' }).click()
  const map = page.getByRole('application')
  await map.waitFor()
  const box = await map.boundingBox()
  expect(box?.y).toBeGreaterThanOrEqual(0)
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(PHONE.viewport.height)
  expect([...seen.errors, ...seen.foreign]).toEqual([])
  await page.context().close()
})

test('another month leaves the page as wide as a phone, with its arrows in place', async () => {
  const { page } = await s.open(MAN, '/events', PHONE)
  await page.getByRole('radio', { name: 'Mois' }).check()
  const next = page.getByRole('button', { name: 'Mois suivant' })
  for (const width of [320, 390, 412, 430]) {
    await page.setViewportSize({ width, height: 844 })
    const arrows = () =>
      Promise.all(
        [page.getByRole('button', { name: 'Mois précédent' }), next].map((e) => e.boundingBox()),
      )
    const before = await arrows()
    await next.click()
    await page.getByRole('button', { name: 'Aujourd’hui' }).waitFor()
    expect(await arrows()).toEqual(before)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await page.getByRole('button', { name: 'Aujourd’hui' }).click()
    await page.getByRole('button', { name: 'Aujourd’hui' }).waitFor({ state: 'hidden' })
  }
  await page.context().close()
})

test.each(['100', '200'])(
  'on a phone, letters at %s percent: nothing of a sortie’s head is cut off, its form can be sent from anywhere, and a search shows its word',
  async (size) => {
    const title = `Souper aux chandelles, puis danse jusqu’au bout de la nuit, à ${size}`
    const slug = `tete-${size}-${Date.now() % 10_000}`
    const id = await make({
      title,
      slug,
      description: 'On se retrouve sur la terrasse.\n'.repeat(30),
    })
    const { page } = await s.open(MAN, '/events', PHONE)
    await page.evaluate((v) => localStorage.setItem('text_size', v), size)
    await page.reload()
    const search = page.getByRole('searchbox', { name: 'Rechercher une sortie' })
    await search.waitFor()
    expect(
      await search.evaluate((e: HTMLInputElement) => {
        const pen = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
        const { font, paddingLeft, paddingRight } = getComputedStyle(e)
        pen.font = font
        return (
          e.clientWidth -
          parseFloat(paddingLeft) -
          parseFloat(paddingRight) -
          pen.measureText(e.placeholder).width
        )
      }),
    ).toBeGreaterThan(0)
    await page.getByRole('radio', { name: 'Mon calendrier' }).check()
    await page.locator(`a[href*="${id}"]`).first().click()
    const heading = shown(page).getByRole('heading', { name: title })
    await heading.waitFor()
    await page.waitForTimeout(400)
    const boxes = (parts: readonly Locator[]) => Promise.all(parts.map((e) => e.boundingBox()))
    const tablist = shown(page).getByRole('tablist')
    const [top, when, tabs] = await boxes([
      heading,
      heading.locator('xpath=following-sibling::p'),
      tablist,
    ])
    expect(top?.y).toBeGreaterThanOrEqual(0)
    expect((when?.y ?? 0) + (when?.height ?? 0)).toBeLessThanOrEqual(tabs?.y ?? 0)
    // a clipped line would be taller than the tails of letters
    expect(await heading.evaluate((e) => e.scrollHeight - e.clientHeight)).toBeLessThan(8)
    // scrolled, the tabs stay between the two buttons
    await shown(page).getByRole('button', { name: 'Afficher le QR code' }).scrollIntoViewIfNeeded()
    const [back, stuck, more] = await boxes([
      shown(page).getByRole('button', { name: 'Fermer', exact: true }),
      tablist,
      shown(page).getByRole('button', { name: 'Actions de la sortie' }),
    ])
    expect(stuck?.y).toBeGreaterThanOrEqual(0)
    expect(stuck?.y).toBeLessThan(60)
    expect((back?.x ?? 0) + (back?.width ?? 0)).toBeLessThanOrEqual(stuck?.x ?? 0)
    expect((stuck?.x ?? 0) + (stuck?.width ?? 0)).toBeLessThanOrEqual(more?.x ?? 0)
    await page.goto(new URL('/events/new', page.url()).href)
    const send = page.getByRole('button', { name: 'Créer la sortie' })
    await send.waitFor()
    // seen, and not under the bar of the rooms
    expect(
      await send.evaluate((e) => {
        const { left, width, top: y, height } = e.getBoundingClientRect()
        return e.contains(document.elementFromPoint(left + width / 2, y + height / 2))
      }),
    ).toBe(true)
    await page.context().close()
  },
)
