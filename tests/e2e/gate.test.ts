import { afterAll, beforeAll, expect, test } from 'vitest'
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

test('an organizer closes an event to who is not verified; who is invited reads it, and finds the way to a verification', async () => {
  const start_date = new Date(Date.now() + 5 * 86_400_000).toISOString()
  const made = await man.api.post<{ event: { id: string } }>('/api/events', {
    title: 'Souper vérifié',
    start_date,
  })
  const { id } = made.body.event
  await man.api.post(`/api/events/${id}/publish`, { status: 'published' })
  await man.api.post(`/api/events/${id}/invite`, { account_handle: woman.handle })
  const organizer = await s.open(MAN, `/events/${id}/edit`)
  const gate = organizer.page.getByRole('switch', { name: 'Réservée aux membres vérifiés' })
  await gate.check()
  await organizer.page.getByRole('button', { name: 'Enregistrer' }).click()
  await organizer.page.getByText('Réservée aux membres vérifiés').waitFor()

  const guest = await s.open(WOMAN, `/events/${id}`, PHONE)
  await guest.page.getByText('Réservée aux membres vérifiés').waitFor()
  expect(await guest.page.getByRole('button', { name: 'Je participe' }).count()).toBe(0)
  expect(await axe(guest.page)).toEqual([])
  await guest.page.getByRole('button', { name: 'Me faire vérifier' }).tap()
  await guest.page.getByRole('heading', { name: 'Profil vérifié' }).waitFor()

  // the only invitations are of organizers who are not verified
  await guest.page.goto(`${s.server.url}/events`)
  await guest.page.getByRole('link', { name: /Souper vérifié/ }).waitFor()
  await guest.page.getByRole('button', { name: 'Organisateurs vérifiés' }).tap()
  await guest.page.getByRole('link', { name: /Souper vérifié/ }).waitFor({ state: 'detached' })
  expect([organizer.seen.errors, guest.seen.errors]).toEqual([[], []])
  await guest.page.context().close()
  await organizer.page.context().close()
})
