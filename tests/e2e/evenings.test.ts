import { afterAll, beforeAll, expect, test } from 'vitest'
import { axe } from '../support/browser/axe'
import { PHONE } from '../support/browser/browser'
import { COUPLE, MAN, stage, type Member, type Stage } from '../support/world/talk'

let s: Stage
let man: Member
let couple: Member
/** Tomorrow, and asked about again. */
let tomorrow: string
beforeAll(async () => {
  s = await stage({ TILE_URL: '' })
  man = await s.member(MAN)
  couple = await s.member(COUPLE)
  // the server’s own job asks within a minute: begun here, so that the other tests pass meanwhile
  const { body } = await man.api.post<{ event: { id: string } }>('/api/events', {
    title: 'Bal de demain',
    start_date: new Date(Date.now() + 40 * 3_600_000).toISOString(),
    max_participants: 2,
    has_waitlist: true,
    reconfirm_hours: 48,
  })
  tomorrow = body.event.id
  await man.api.post(`/api/events/${tomorrow}/publish`, { status: 'published' })
  await man.api.post(`/api/events/${tomorrow}/invite`, { account_handle: couple.handle })
  await couple.api.post(`/api/events/${tomorrow}/subscribe`)
})
afterAll(() => s.close())

test('places by kind, house rules and a question: set in the form, accepted by both of a couple, answered, read by the organizers', async () => {
  const host = await s.open(MAN, '/events/new', PHONE)
  await host.page.getByLabel('Titre').fill('Nuit blanche')
  await host.page.getByLabel('Début').fill('2031-12-05T20:30')
  await host.page.getByLabel('Adresse précise').fill('12 rue du Canari, Lyon')
  // folded until it is wanted, opened by the keyboard
  expect(await host.page.getByLabel('Couples').isVisible()).toBe(false)
  await host.page.locator('summary').filter({ hasText: 'Équilibre et règles' }).press('Enter')
  await host.page.getByLabel('Couples').fill('2')
  await host.page.getByLabel('Hommes seuls').fill('1')
  await host.page.getByLabel('Règles de la maison').fill('Pas de photos.\nNon veut dire non.')
  await host.page.getByRole('button', { name: 'Ajouter une question' }).click()
  await host.page.getByLabel('Question 1').fill('Un régime ?')
  expect(await axe(host.page)).toEqual([])
  await host.page.getByRole('button', { name: 'Créer la sortie' }).click()
  await host.page
    .getByRole('dialog', { name: 'Votre sortie est créée' })
    .getByRole('button', { name: 'Publier', exact: true })
    .click()
  const panel = host.page.getByRole('dialog', { name: 'Sortie' })
  await panel.getByText('Encore 2 places pour des couples').waitFor()
  // the organizer takes the place of men
  await panel.getByText('Complet pour les hommes seuls').waitFor()
  const { body } = await man.api.get<{ events: { id: string; title: string }[] }>(
    '/api/events/my-calendar?q=nuit',
  )
  const id = body.events.find((e) => e.title === 'Nuit blanche')?.id ?? ''
  await man.api.post(`/api/events/${id}/invite`, { account_handle: couple.handle })
  await man.api.post(`/api/events/${id}/reveal-location`)

  const guest = await s.open(COUPLE, `/events/${id}`, PHONE, 'Tous les deux')
  await guest.page.getByRole('button', { name: 'Je participe' }).click()
  const dialog = guest.page.getByRole('dialog', { name: 'Votre venue' })
  await dialog.getByText('Non veut dire non.').waitFor()
  await dialog.getByRole('radio', { name: 'Tous les deux' }).waitFor()
  const enter = dialog.getByRole('button', { name: 'Je participe' })
  expect(await enter.isDisabled()).toBe(true)
  for (const box of await dialog.getByRole('checkbox').all()) await box.check()
  await dialog.getByLabel('Un régime ?').fill('Sans noix')
  expect(await axe(guest.page)).toEqual([])
  await enter.press('Enter')
  await guest.page.getByText('Encore 1 place pour un couple').waitFor()
  await guest.page.getByText('Vous venez à deux.').waitFor()
  await guest.page.getByText('12 rue du Canari, Lyon').first().waitFor()

  // rewritten: the address goes until both have accepted again
  await man.api.put(`/api/events/${id}`, {
    rules: 'Pas de photos. Non veut dire non. Sans alcool.',
  })
  await guest.page.getByText(/L’adresse vous sera montrée quand/).waitFor()
  expect(await guest.page.content()).not.toContain('Canari')
  const rules = guest.page.getByRole('region', { name: 'Règles de la maison' })
  for (const box of await rules.getByRole('checkbox').all()) await box.check()
  await rules.getByRole('button', { name: 'J’accepte' }).click()
  await guest.page.getByText('12 rue du Canari, Lyon').first().waitFor()

  await panel.getByRole('tab', { name: 'Participants' }).click()
  await panel.getByRole('button', { name: 'Réponses' }).click()
  const answers = host.page.getByRole('dialog', { name: 'Réponses' })
  await answers.getByText('Sans noix').waitFor()
  expect(await axe(host.page)).toEqual([])
  expect([...host.seen.errors, ...guest.seen.errors]).toEqual([])
  await host.page.context().close()
  await guest.page.context().close()
})

test('seats in a car are offered, asked about in the app, and withdrawn', async () => {
  const start = Date.now() + 5 * 86_400_000
  const { body } = await man.api.post<{ event: { id: string } }>('/api/events', {
    title: 'Covoiturage du soir',
    start_date: new Date(start).toISOString(),
    end_date: new Date(start + 10_800_000).toISOString(),
  })
  const { id } = body.event
  await man.api.post(`/api/events/${id}/publish`, { status: 'published' })
  await man.api.post(`/api/events/${id}/invite`, { account_handle: couple.handle })
  const guest = await s.open(COUPLE, `/events/${id}`, PHONE, 'Tous les deux')
  await guest.page.getByRole('button', { name: 'Je participe' }).click()
  await guest.page.getByRole('button', { name: 'Proposer des places' }).press('Enter')
  const dialog = guest.page.getByRole('dialog', { name: 'Proposer des places' })
  await dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await dialog.getByText('Choisissez la commune de départ.').waitFor()
  await dialog.getByLabel('Places libres').selectOption('3')
  await dialog.getByLabel('Heure de départ').fill('19:30')
  await dialog.getByRole('combobox', { name: 'Commune de départ' }).fill('Villeurb')
  await dialog.getByRole('option', { name: /Villeurbanne/ }).click()
  expect(await axe(guest.page)).toEqual([])
  await dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await guest.page.getByText(/3.places · depuis Villeurbanne \(69\) · vers.19.h.30/).waitFor()

  const host = await s.open(MAN, `/events/${id}`, PHONE)
  await host.page
    .getByRole('button', { name: `Écrire à ${couple.handle} pour le covoiturage` })
    .click()
  await host.page
    .getByRole('alertdialog')
    .getByRole('button', { name: 'Créer une discussion' })
    .waitFor()
  await host.page.keyboard.press('Escape')
  await guest.page.getByRole('button', { name: 'Retirer' }).click()
  await guest.page.getByRole('alertdialog').getByRole('button', { name: 'Retirer' }).click()
  await guest.page.getByText(/Personne ne propose encore de places/).waitFor()
  await host.page.getByText(/Personne ne propose encore de places/).waitFor()
  expect([...host.seen.errors, ...guest.seen.errors]).toEqual([])
  await host.page.context().close()
  await guest.page.context().close()
})

test('the day after: home safely or help, a choice that shows nowhere until the other makes it too', async () => {
  const start = Date.now() + 86_400_000
  const { body } = await man.api.post<{ event: { id: string } }>('/api/events', {
    title: 'Velours',
    start_date: new Date(start).toISOString(),
  })
  const { id } = body.event
  await man.api.post(`/api/events/${id}/publish`, { status: 'published' })
  await man.api.post(`/api/events/${id}/invite`, { account_handle: couple.handle })
  await couple.api.post(`/api/events/${id}/subscribe`)
  const { account } = (await couple.api.get<{ account: { id: string } }>('/api/auth/me')).body
  await man.api.delete(`/api/relations/${account.id}`)
  await man.api.put(`/api/events/${id}`, {
    start_date: new Date(Date.now() - 36 * 3_600_000).toISOString(),
  })

  const guest = await s.open(COUPLE, `/events/${id}`, PHONE, 'Tous les deux')
  await guest.page.getByRole('button', { name: 'Ouvrir', exact: true }).press('Enter')
  await guest.page.getByRole('heading', { name: 'Après la sortie', level: 1 }).waitFor()
  const home = guest.page.getByRole('region', { name: /Bien rentrés/ })
  await home.getByRole('button', { name: 'Non', exact: true }).press('Enter')
  await home.getByRole('link', { name: '3919' }).waitFor()
  expect(await axe(guest.page)).toEqual([])
  await home.getByRole('button', { name: 'Signaler à l’équipe' }).press('Enter')
  const report = guest.page.getByRole('dialog', { name: 'Signaler à l’équipe' })
  await report.waitFor()
  await guest.page.keyboard.press('Escape')
  await report.waitFor({ state: 'detached' })
  await home.getByRole('button', { name: 'Fermer', exact: true }).press('Enter')
  await home.getByRole('button', { name: 'Oui', exact: true }).press('Enter')
  await home.getByRole('button', { name: 'Retirer ma réponse' }).waitFor()
  // home, and still free to talk
  await home.getByRole('button', { name: 'J’ai besoin de parler' }).press('Enter')
  await home.getByText(/Ouvrir cette page n’est enregistré nulle part/).waitFor()
  await home.getByRole('button', { name: 'Fermer', exact: true }).press('Enter')
  const evening = guest.page.getByRole('region', { name: /Comment était la soirée/ })
  const send = evening.getByRole('button', { name: 'Envoyer' })
  expect(await send.isDisabled()).toBe(true)
  for (const [group, answer] of [
    [/L’accueil/, 'Oui'],
    [/Vos limites/, 'Non'],
    [/reviendriez/, 'Plutôt'],
  ] as const)
    await evening
      .getByRole('group', { name: group })
      .getByRole('radio', { name: answer })
      .press(' ')
  await evening.getByRole('button', { name: 'J’ai besoin de parler' }).waitFor()
  expect(await axe(guest.page)).toEqual([])
  await send.press('Enter')
  await evening.getByText(/Merci, c’est noté/).waitFor()
  const choice = guest.page.getByRole('button', { name: `Revoir ${man.handle}` })
  await choice.press('Enter')
  await guest.page.getByRole('button', { name: `Revoir ${man.handle}`, pressed: true }).waitFor()

  const host = await s.open(MAN, `/events/${id}/after`, PHONE)
  await host.page.getByText('Un compte dit être bien rentré.').waitFor()
  await host.page.getByText(/à partir de trois réponses/).waitFor()
  const theirs = host.page.getByRole('button', { name: `Revoir ${couple.handle}` })
  expect(await theirs.getAttribute('aria-pressed')).toBe('false')
  expect(await axe(host.page)).toEqual([])
  await theirs.press('Enter')
  await host.page
    .getByText(/C’est réciproque/)
    .first()
    .waitFor()
  await choice.waitFor({ state: 'detached' })
  await guest.page.goto(`${s.server.url}/news`)
  await guest.page
    .getByText(/L’envie de se revoir après/)
    .first()
    .waitFor()
  expect([...host.seen.errors, ...guest.seen.errors]).toEqual([])
  await host.page.context().close()
  await guest.page.context().close()
})

test('«Toujours partants ?»: one bar asks the guest, one key answers, and the organizer reads it', async () => {
  const guest = await s.open(COUPLE, `/events/${tomorrow}`, PHONE, 'Tous les deux')
  const bar = guest.page.getByRole('region', { name: 'Votre participation' })
  const yes = bar.getByRole('button', { name: 'Oui, je viens' })
  await yes.waitFor({ timeout: 90_000 })
  await bar.getByText(/votre place pourra aller à quelqu’un qui attend/).waitFor()
  expect(await axe(guest.page)).toEqual([])
  const host = await s.open(MAN, `/events/${tomorrow}`, PHONE)
  await host.page.getByRole('button', { name: /1.invité n’a pas redit oui/ }).press('Enter')
  const people = host.page.getByRole('region', { name: 'Participants' })
  await people.getByText('N’a pas redit oui').waitFor()
  expect(await axe(host.page)).toEqual([])
  await yes.press('Enter')
  await bar.getByRole('button', { name: 'Mon entrée' }).waitFor()
  await people.getByText('A redit oui').waitFor()
  expect([...host.seen.errors, ...guest.seen.errors]).toEqual([])
  await host.page.context().close()
  await guest.page.context().close()
})

test('a card opens its event though the network went: its code came after the list', async () => {
  const { page } = await s.open(MAN, '/events', PHONE)
  await page.getByRole('radio', { name: 'Mon calendrier' }).check()
  const card = page.getByRole('link', { name: 'Bal de demain' })
  await card.waitFor()
  const loaded = () =>
    page.evaluate(() =>
      ['/events-panel-', '/event-view-'].map((part) =>
        performance.getEntriesByType('resource').some(({ name }) => name.includes(part)),
      ),
    )
  await expect.poll(loaded).toEqual([true, true])
  await page.context().setOffline(true)
  await card.click()
  await page
    .getByRole('dialog', { name: 'Sortie' })
    .getByRole('button', { name: 'Fermer', exact: true })
    .waitFor()
  await page.context().close()
})
