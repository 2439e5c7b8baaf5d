import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axe } from '../../support/browser/axe'
import { DESKTOP, PHONE } from '../../support/browser/browser'
import { http, login } from '../../support/server/http'
import {
  bubbles,
  COMPOSER,
  MAN,
  stage,
  WOMAN,
  type Member,
  type Stage,
} from '../../support/world/talk'
import { picture } from '../../support/world/world'

let s: Stage
let man: Member
let woman: Member
let page: Page
let other: Page
beforeAll(async () => {
  s = await stage()
  man = await s.member(MAN)
  woman = await s.member(WOMAN)
  // both have written: they are relations
  const talk = await man.with(woman.handle)
  await man.say(talk, 'Bonsoir, un pique-nique samedi ?')
  await woman.say(talk, 'Avec plaisir, sous le grand marronnier')
  page = (await s.open(MAN, '/conversations', DESKTOP)).page
  other = (await s.open(WOMAN, '/conversations', PHONE)).page
})
afterAll(() => s.close())

const row = (p: Page, title: string) =>
  p
    .getByRole('region', { name: 'Liste des discussions' })
    .getByRole('link', { name: new RegExp(title) })
const focused = (at: Locator) =>
  expect.poll(() => at.evaluate((node) => node === document.activeElement)).toBe(true)
const rowMenu = async (p: Page, title: string, item: string): Promise<void> => {
  await row(p, title).click({ button: 'right' })
  await p.getByRole('menuitem', { name: item }).click()
}

describe('a group', () => {
  test('is created with relations, opens, and is shown in the other’s list at once', async () => {
    await page.getByRole('button', { name: 'Nouvelle discussion' }).click()
    await page.getByRole('button', { name: 'Nouveau groupe' }).click()
    const dialog = page.getByRole('dialog', { name: 'Nouveau groupe' })
    await dialog.getByRole('button', { name: 'Créer le groupe' }).click()
    await dialog.getByText('Donnez un nom au groupe.').waitFor()
    await dialog.getByText('Choisissez au moins un membre.').waitFor()
    await dialog.getByLabel('Nom du groupe').fill('Pique-nique du samedi')
    await dialog.getByLabel('Chercher parmi vos relations').fill(woman.handle.slice(0, 4))
    await dialog.getByRole('checkbox', { name: woman.handle }).check()
    expect(await axe(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Créer le groupe' }).click()
    await page.getByPlaceholder(COMPOSER).waitFor()
    await page.getByRole('heading', { name: /Pique-nique du samedi/ }).waitFor()
    await row(other, 'Pique-nique du samedi').waitFor()
    await page.getByPlaceholder(COMPOSER).fill('On se retrouve à midi')
    await page.keyboard.press('Enter')
    await row(other, 'On se retrouve à midi').waitFor()
  })

  test('its title opens the panel; renaming changes it for all members', async () => {
    await page.getByRole('button', { name: /Pique-nique du samedi/ }).click()
    const panel = page.getByRole('dialog', { name: 'Infos du groupe' })
    await panel.getByText(`${man.handle} (vous)`).waitFor()
    expect(await panel.getByText('Admin', { exact: true }).count()).toBe(1)
    expect(await axe(page)).toEqual([])
    await panel.getByRole('button', { name: 'Modifier le nom et la description' }).click()
    await page
      .getByRole('dialog', { name: 'Modifier le groupe' })
      .getByLabel('Nom du groupe')
      .fill('Pique-nique au bord de l’eau')
    await page.getByRole('button', { name: 'Enregistrer' }).click()
    await row(other, 'Pique-nique au bord de l’eau').waitFor()
    await panel.getByRole('button', { name: `Actions : ${woman.handle}` }).click()
    await page.getByRole('menuitem', { name: 'Nommer admin' }).click()
    await expect.poll(() => panel.getByText('Admin', { exact: true }).count()).toBe(2)
    await panel.getByRole('button', { name: 'Fermer', exact: true }).click()
  })

  test('a removed member is notified and panel and conversation close; they can be added again', async () => {
    await row(other, 'Pique-nique au bord de l’eau').click()
    await other.getByPlaceholder(COMPOSER).waitFor()
    await other.getByRole('button', { name: /Pique-nique au bord/ }).click()
    await other
      .getByRole('dialog', { name: 'Infos du groupe' })
      .getByText(`${woman.handle} (vous)`)
      .waitFor()
    await page.getByRole('button', { name: /Pique-nique au bord/ }).click()
    const panel = page.getByRole('dialog', { name: 'Infos du groupe' })
    await panel.getByRole('button', { name: `Actions : ${woman.handle}` }).click()
    await page.getByRole('menuitem', { name: 'Retirer du groupe' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Retirer' }).click()
    await focused(panel.getByRole('heading', { name: 'Membres' }))
    await other
      .getByRole('list', { name: 'Notifications' })
      .getByText(/Vous ne faites plus partie de .{1,2}Pique-nique au bord de l’eau/)
      .waitFor()
    await other.waitForURL(/\/conversations$/)
    await expect.poll(() => row(other, 'Pique-nique au bord').count()).toBe(0)
    await expect.poll(() => other.getByRole('dialog').count()).toBe(0)
    await expect.poll(() => panel.getByText(woman.handle).count()).toBe(0)
    await panel.getByRole('button', { name: 'Ajouter', exact: true }).click()
    const picker = page.getByRole('dialog', { name: 'Ajouter des membres' })
    await picker.getByLabel('Chercher parmi vos relations').fill(` ${woman.handle} `)
    await picker.getByRole('checkbox', { name: woman.handle }).check()
    await picker.getByRole('button', { name: 'Ajouter', exact: true }).click()
    await picker.waitFor({ state: 'detached' })
    await panel.getByText(woman.handle).waitFor()
    await row(other, 'Pique-nique au bord').waitFor()
    await expect.poll(() => panel.getByText('Admin', { exact: true }).count()).toBe(1)
  })

  test('SOC-004: leaving asks first and returns to /conversations; another member becomes admin', async () => {
    const panel = page.getByRole('dialog', { name: 'Infos du groupe' })
    await panel.getByRole('button', { name: 'Quitter le groupe' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Annuler' }).click()
    expect(await panel.count()).toBe(1)
    await panel.getByRole('button', { name: 'Quitter le groupe' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Quitter le groupe' }).click()
    await page.waitForURL(/\/conversations$/)
    await expect.poll(() => row(page, 'Pique-nique au bord').count()).toBe(0)
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await focused(page.getByRole('heading', { name: 'Discussions' }))
    expect(await page.getByText(/Vous ne faites plus partie/).count()).toBe(0)
    await row(other, 'Pique-nique au bord').click()
    await other.getByRole('button', { name: /Pique-nique au bord/ }).click()
    const infos = other.getByRole('dialog', { name: 'Infos du groupe' })
    await infos.getByText('Admin', { exact: true }).waitFor()
    await infos.getByText('1 membre', { exact: true }).waitFor()
    await other.goto(`${s.server.url}/conversations`)
  })
})

describe('the list', () => {
  test('mute, pin, archive and mark as read from the row’s menu; the badge follows', async () => {
    await row(page, `^${woman.handle}`).waitFor()
    // by keyboard: the menu opens at the row and returns the focus to it
    await row(page, `^${woman.handle}`).focus()
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: 'Épingler' }).waitFor()
    await page.keyboard.press('Escape')
    await expect
      .poll(() => row(page, `^${woman.handle}`).evaluate((n) => n === document.activeElement))
      .toBe(true)
    await rowMenu(page, `^${woman.handle}`, 'Épingler')
    await row(page, `^${woman.handle}`).getByRole('img', { name: 'Épinglée' }).waitFor()
    await expect
      .poll(
        async () =>
          (await page
            .getByRole('region', { name: 'Liste des discussions' })
            .getByRole('link')
            .first()
            .textContent()) ?? '',
      )
      .toContain(woman.handle)
    await rowMenu(page, `^${woman.handle}`, 'Couper les notifications')
    await row(page, `^${woman.handle}`)
      .getByRole('img', { name: 'Notifications coupées' })
      .waitFor()
    // the row and the archive button are removed: the title gets the focus
    await rowMenu(page, `^${woman.handle}`, 'Archiver')
    await focused(page.getByRole('heading', { name: 'Discussions' }))
    await page.getByRole('button', { name: /Archivées \(1\)/ }).press('Enter')
    await focused(page.getByRole('heading', { name: 'Archivées' }))
    await row(page, `^${woman.handle}`).waitFor()
    // a muted conversation stays archived when a message arrives
    await woman.say(await woman.with(man.handle), 'Encore moi')
    await row(page, 'Encore moi').waitFor()
    await rowMenu(page, `^${woman.handle}`, 'Réactiver les notifications')
    await woman.say(await woman.with(man.handle), 'Toujours moi')
    await page.getByRole('heading', { name: 'Discussions' }).waitFor()
    await row(page, 'Toujours moi').waitFor()
    await rowMenu(page, `^${woman.handle}`, 'Marquer comme lu')
    await expect
      .poll(() => row(page, `^${woman.handle}`).getByText('messages non lus').count())
      .toBe(0)
  })

  test('the search also finds messages and opens the conversation there', async () => {
    const search = page.getByLabel('Rechercher une discussion')
    await search.fill('MARRONNIER')
    const found = page.getByRole('region', { name: 'Messages trouvés' })
    let answer = (): void => undefined
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route(/around=/, async (route) => {
      await held
      await route.continue()
    })
    await found.getByText('marronnier').first().click()
    // a member who is typing keeps the focus when the message renders
    await search.click()
    answer()
    await bubbles(page, 'Avec plaisir, sous le grand marronnier').waitFor()
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)))
    expect(await search.evaluate((node) => node === document.activeElement)).toBe(true)
    await search.fill('')
  })
})

/** Sends a photo as a member, through the API. */
const sendPhoto = async (email: string, conversation: string, seed: number): Promise<void> => {
  const { token, identityIds } = await login(s.server.url, email)
  const form = new FormData()
  form.set(
    'files',
    new Blob([new Uint8Array(await picture(seed))], { type: 'image/jpeg' }),
    'photo.jpg',
  )
  const up = await fetch(`${s.server.url}/api/media/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  const { media_id } = (await up.json()) as { media_id: string }
  const sent = await http(s.server.url, token, identityIds[0] as string).post(
    `/api/conversations/${conversation}/messages`,
    {
      content: '',
      sender_identity_id: identityIds[0],
      client_msg_id: crypto.randomUUID(),
      media_ids: [media_id],
    },
  )
  expect(sent.status).toBe(201)
}

describe('the photos of a conversation', () => {
  let talk: string
  beforeAll(async () => {
    const { relations } = (
      await man.api.get<{ relations: { with_account_id: string; with_account_handle: string }[] }>(
        '/api/relations',
      )
    ).body
    const account = relations.find((r) => r.with_account_handle === woman.handle)?.with_account_id
    talk = (
      await man.api.post<{ conversation: { id: string } }>('/api/conversations/groups', {
        title: 'Photos de l’été',
        account_ids: [account],
      })
    ).body.conversation.id
    await woman.say(talk, 'Les voici bientôt')
  })
  const tab = (name: string) => page.getByRole('tab', { name })
  const choose = (name: string) => page.getByRole('radio', { name }).check()
  const tiles = (name: RegExp) => page.getByRole('button', { name })

  test('MSG-025 MSG-049: tabs for messages and photos; without photos, «Aucune photo»', async () => {
    await row(page, 'Photos de l’été').click()
    await bubbles(page, 'Les voici bientôt').waitFor()
    expect(await page.getByText('Aucune photo').count()).toBe(0)
    await tab('Photos').click()
    await page.getByText('Aucune photo').waitFor()
    expect(await bubbles(page, 'Les voici bientôt').isVisible()).toBe(false)
    expect(await page.getByPlaceholder(COMPOSER).isVisible()).toBe(false)
    await choose('Envoyées')
    await page.getByText('Aucune photo').waitFor()
    expect(await axe(page)).toEqual([])
  })

  test('MSG-047 MSG-048 MSG-051 MSG-176: received and sent tabs, with a viewer', async () => {
    // the tab «Envoyées» would follow new photos
    await tab('Messages').click()
    for (const seed of [1, 2, 3]) await sendPhoto(WOMAN, talk, seed)
    await sendPhoto(MAN, talk, 4)
    const asked: (string | null)[] = []
    page.on('request', (r) => {
      if (r.url().includes('/photos?')) asked.push(new URL(r.url()).searchParams.get('direction'))
    })
    await tab('Photos').click()
    await expect.poll(() => tiles(new RegExp(`Photo de ${woman.handle}`)).count()).toBe(3)
    expect(await tiles(/Photo de vous/).count()).toBe(0)
    expect(new Set(asked)).toEqual(new Set(['received']))
    await tiles(new RegExp(`Photo de ${woman.handle}`))
      .nth(1)
      .click()
    await page.getByRole('dialog', { name: 'Photo 2 sur 3' }).waitFor()
    await page.getByRole('button', { name: 'Photo suivante' }).click()
    await page.getByRole('dialog', { name: 'Photo 3 sur 3' }).waitFor()
    await page.getByRole('button', { name: 'Photo précédente' }).click()
    await page.getByRole('dialog', { name: 'Photo 2 sur 3' }).waitFor()
    await page.keyboard.press('Escape')
    await choose('Envoyées')
    await expect.poll(() => tiles(/Photo de vous/).count()).toBe(1)
    expect(asked.at(-1)).toBe('sent')
    expect(await tiles(new RegExp(`Photo de ${woman.handle}`)).count()).toBe(0)
    // a new photo appears without leaving the tab
    await sendPhoto(MAN, talk, 5)
    await expect.poll(() => tiles(/Photo de vous/).count()).toBe(2)
    await tiles(/Photo de vous/)
      .first()
      .click()
    await page.getByRole('dialog', { name: 'Photo 1 sur 2' }).waitFor()
    await page.getByRole('button', { name: 'Fermer', exact: true }).click()
    await tab('Messages').click()
    await tab('Photos').click()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await page.getByRole('radio', { name: 'Reçues' }).isChecked()).toBe(true)
  })

  test('MSG-050: photos that fail to load show an error and a retry', async () => {
    await tab('Messages').click()
    await page.route('**/photos?**', (route) => route.abort())
    await tab('Photos').click()
    await choose('Envoyées')
    await page.getByText('Impossible de charger les photos. Veuillez réessayer.').waitFor()
    await page.unroute('**/photos?**')
    await page.getByRole('button', { name: 'Réessayer' }).click()
    await expect.poll(() => tiles(/Photo de vous/).count()).toBe(2)
  })
})
