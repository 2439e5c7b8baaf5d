import { expect, test } from 'vitest'
import { axe } from '../../support/browser/axe'
import { PHONE, watch } from '../../support/browser/browser'
import { api, OTHER, OWNER, other, owner, photos, server, setUp, signedIn } from './albums-setup'

setUp()

test('«Partagés avec moi»: an album opened by another appears at once, is two taps away, and leaves when it is closed', async () => {
  // of an earlier try
  const { albums } = await api<{ albums: { id: string; name: string }[] }>(owner, 'GET', '/albums')
  for (const { id, name } of albums)
    if (name === 'Brume d’octobre') await api(owner, 'DELETE', `/albums/${id}`)
  const { media } = await api<{ media: { id: string }[] }>(owner, 'GET', '/media')
  const { album } = await api<{ album: { id: string; name: string } }>(owner, 'POST', '/albums', {
    name: 'Brume d’octobre',
  })
  await api(owner, 'POST', `/albums/${album.id}/media`, { mediaIds: [media[0]?.id] })
  const page = await signedIn(OTHER, PHONE, '/albums')
  const { errors } = watch(page, server.url)
  await page.getByRole('tab', { name: 'Partagés avec moi' }).click()
  await page.getByText('Aucun album partagé avec vous').waitFor()
  expect(await axe(page)).toEqual([])
  // the list is told
  const { share } = await api<{ share: { id: string } }>(owner, 'POST', '/albums/shares', {
    album_id: album.id,
    account_id: other.accountId,
  })
  const list = page.getByRole('region', { name: 'Partagés avec moi' })
  await list.waitFor()
  expect(await axe(page)).toEqual([])
  await list.getByRole('button', { name: album.name }).click()
  const panel = page.getByRole('dialog', { name: 'Profil' })
  await photos(page, album.name).first().waitFor()
  // the album comes first, before the owner's public photos
  await expect
    .poll(() =>
      panel.getByRole('heading', { name: /^(Albums|Photos publiques)$/ }).allTextContents(),
    )
    .toEqual(['Albums', 'Photos publiques'])
  await expect
    .poll(() => panel.getByRole('tab', { name: /^Photos/ }).getAttribute('aria-selected'))
    .toBe('true')
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })

  await api(owner, 'DELETE', `/albums/shares/${share.id}`)
  await expect.poll(() => list.getByText(album.name).count()).toBe(0)
  expect(errors).toEqual([])
})

test('«Je suis sur cette photo»: in four taps it leaves the screen, and its owner reads that it is hidden', async () => {
  // of an earlier try
  const { albums } = await api<{ albums: { id: string; name: string }[] }>(owner, 'GET', '/albums')
  for (const { id, name } of albums)
    if (name === 'Pique-nique') await api(owner, 'DELETE', `/albums/${id}`)
  const { media } = await api<{ media: { id: string; people?: { claimed?: boolean } }[] }>(
    owner,
    'GET',
    '/media',
  )
  const { album } = await api<{ album: { id: string; name: string } }>(owner, 'POST', '/albums', {
    name: 'Pique-nique',
    isPublic: true,
  })
  const id = media.find((m) => !m.people?.claimed)?.id ?? ''
  await api(owner, 'POST', `/albums/${album.id}/media`, { mediaIds: [id] })
  const page = await signedIn(OTHER, PHONE, `/profile/${owner.accountId}`)
  await page.getByRole('tab', { name: /^Photos/ }).click()
  await page.getByRole('button', { name: album.name }).click()
  await photos(page, album.name).first().click()
  await page.getByRole('button', { name: 'Signaler cette photo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Signaler cette photo' })
  await dialog.getByLabel('Raison').selectOption('Je suis sur cette photo')
  await dialog.getByText(/masquée aussitôt/).waitFor()
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Envoyer le signalement' }).click()
  await page.getByText(/^La photo est masquée/).waitFor()
  await page.getByText('Cette photo n’est plus disponible.').waitFor()
  const own = await signedIn(OWNER, PHONE, '/albums')
  await own.getByRole('button', { name: album.name }).click()
  await own.getByText('un membre dit y être').waitFor()
})
