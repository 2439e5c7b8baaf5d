import type { Browser, Locator, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axe } from '../../support/browser/axe'
import {
  DESKTOP,
  launch,
  left,
  newContext,
  PHONE,
  signIn,
  watch,
} from '../../support/browser/browser'
import { typeAtOnce } from '../../support/browser/type-at-once'
import { startServer, type RunningServer } from '../../support/server/process'

let server: RunningServer
let browser: Browser
beforeAll(async () => {
  server = await startServer({ DEMO: '1' })
  browser = await launch()
})
afterAll(async () => {
  await browser.close()
  await server.close()
})

const COUPLE = 'demo-1@connivence.test'
const MAN = 'demo-2@connivence.test'
const signed = async (
  email: string,
  options: Parameters<typeof newContext>[1] = DESKTOP,
): Promise<Page> => {
  const page = await (await newContext(browser, options)).newPage()
  await signIn(page, server.url, email, email === COUPLE ? 'Tous les deux' : undefined)
  return page
}
/** Opens a relation's profile from the list, in the panel. */
const openPanel = async (page: Page, handle: string): Promise<Locator> => {
  await page.goto(`${server.url}/connection`)
  await page
    .getByRole('region', { name: 'Mes relations' })
    .getByRole('button')
    .filter({ hasText: handle })
    .first()
    .click()
  const panel = page.getByRole('dialog', { name: 'Profil' })
  await panel.getByRole('heading', { name: handle }).first().waitFor()
  return panel
}
/** The address of a member's profile page, read from the link of the panel's own tabs. */
const idOf = async (panel: Locator): Promise<string> =>
  ((await panel.getByRole('tab').first().getAttribute('id')) ?? '')
    .replace('profile-', '')
    .replace('-tab-profil', '')
const privateSide = async (panel: Locator | Page, side: 'Notes' | 'Partages'): Promise<void> => {
  await panel.getByRole('tab', { name: /^Privé/ }).click()
  await panel.getByRole('radio', { name: side }).check()
}

describe('the profile of another member', () => {
  test('SOC-010 SOC-011 SOC-012 SOC-013 SOC-014 CORE-035 CORE-036 CORE-039 CORE-041: a panel over the page, one history entry, its header and its tabs', async () => {
    const page = await signed(COUPLE)
    const seen = watch(page, server.url)
    let panel = await openPanel(page, 'antoine_69')
    const width = async (): Promise<number> => Math.round((await panel.boundingBox())?.width ?? NaN)
    await expect.poll(width).toBe(640)
    const talk = panel.getByRole('button', { name: 'Parler en direct' })
    expect(await talk.getAttribute('title')).toBe('Discussion privée')
    const tabs = (await panel.getByRole('tab').allTextContents())
      .map((t) => t.replace(/\d+/, 'N'))
      .filter((t) => !t.startsWith('Sorties'))
    expect(tabs).toEqual(['Profil N\u00a0%', 'Photos N', 'Privé Non'])
    expect(await panel.getByRole('progressbar').count()).toBe(0)
    const layers = () =>
      page.evaluate(() => (history.state as { layers?: number } | null)?.layers ?? 0)
    const below = await layers()
    await panel.getByRole('button', { name: 'Voir la photo d’antoine_69' }).click()
    await page.getByRole('dialog', { name: 'Photo 1 sur 1' }).getByRole('img').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Photo 1 sur 1' }).waitFor({ state: 'hidden' })
    await expect.poll(layers).toBe(below)
    await page.goBack()
    await panel.waitFor({ state: 'hidden' })
    await expect.poll(() => layers()).toBe(below - 1)
    expect(new URL(page.url()).pathname).toBe('/connection')
    await page.setViewportSize({ width: 1279, height: 800 })
    panel = await openPanel(page, 'antoine_69')
    await expect.poll(width).toBe(1279)
    expect(await axe(page)).toEqual([])
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect.poll(width).toBe(640)
    await panel.getByRole('button', { name: 'Fermer', exact: true }).click()
    await panel.waitFor({ state: 'hidden' })
    await expect.poll(layers).toBe(below - 1)
    await page.getByRole('region', { name: 'Mes relations' }).waitFor()
    expect(seen.errors).toEqual([])
    await page.context().close()
  })

  test('CORE-133: a visitor sees what is filled and no placeholder; nothing can be edited', async () => {
    const page = await signed(COUPLE)
    const panel = await openPanel(page, 'antoine_69')
    for (const word of [/à compléter/, /Non noté/, /^affiché/])
      expect(await panel.getByText(word).count()).toBe(0)
    expect(await panel.getByRole('button', { name: /^Modifier/ }).count()).toBe(0)
    await page.context().close()
  })

  test('SOC-008 SOC-022: its own address shows it too; an unknown one says «Profil introuvable»', async () => {
    const page = await signed(COUPLE)
    const id = await idOf(await openPanel(page, 'antoine_69'))
    await page.goto(`${server.url}/profile/${id}`)
    await page.getByRole('heading', { name: 'antoine_69', level: 1 }).waitFor()
    expect(await axe(page)).toEqual([])
    await page.goto(`${server.url}/profile/00000000-0000-4000-8000-000000000000`)
    await page.getByText('Profil introuvable').waitFor()
    await page.context().close()
  })

  test('SOC-005 SOC-068 SOC-219 SOC-228: «Parler en direct» asks, says «Ouverture…» while it works, and leads to the conversation', async () => {
    const page = await signed(COUPLE, PHONE)
    const panel = await openPanel(page, 'antoine_69')
    await panel.getByRole('button', { name: 'Parler en direct' }).click()
    const question = page.getByRole('alertdialog', { name: 'Discussion privée' })
    await question.getByText(/^Écrire à antoine_69\s\?$/).waitFor()
    let release = (): void => undefined
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/api/conversations/start', async (route) => {
      await released
      await route.continue()
    })
    const answer = page.waitForResponse('**/api/conversations/start')
    const [start] = await Promise.all([
      page.waitForRequest('**/api/conversations/start'),
      question.getByRole('button', { name: 'Écrire' }).click(),
    ])
    expect([start.method(), start.postDataJSON()]).toEqual(['POST', { handle: 'antoine_69' }])
    await question.getByText('Ouverture…').waitFor()
    release()
    const { conversation } = (await (await answer).json()) as { conversation: { id: string } }
    await page.waitForURL(`**/conversations/${conversation.id}`)
    await page.getByText('Conversation ouverte').first().waitFor()
    await page.context().close()
  })
})

describe('what is private', () => {
  test('SOC-020 SOC-058 SOC-059 SOC-060 SOC-061 SOC-154 SOC-156: notes of a couple: one slider each, the global feeling once both have rated, kept after a reload, unseen by the other', async () => {
    const page = await signed(COUPLE)
    const panel = await openPanel(page, 'antoine_69')
    await privateSide(panel, 'Notes')
    await panel
      .getByText(
        'Les informations de cette page sont confidentielles et accessibles seulement pour vous.',
      )
      .waitFor()
    await panel
      .getByText('Donnez votre avis en tant que couple pour calculer automatiquement')
      .waitFor()
    await panel.getByText('Ressenti de chacun :').waitFor()
    const lea = panel.getByRole('group', { name: 'Ressenti de Léa' })
    const hugo = panel.getByRole('group', { name: 'Ressenti de Hugo' })
    const slider = (of: Locator): Locator => of.getByRole('slider')
    expect(await lea.getByRole('button', { name: 'Enregistrer' }).isDisabled()).toBe(true)
    await slider(lea).press('End')
    await lea.getByRole('button', { name: 'Annuler' }).click()
    await expect.poll(() => slider(lea).getAttribute('aria-valuetext')).toBe('Non noté')
    await slider(lea).press('End')
    await lea.getByRole('button', { name: 'Commentaire de Léa' }).click()
    const dialog = page.getByRole('dialog', { name: 'Commentaire de Léa' })
    expect(await dialog.getByRole('textbox').getAttribute('placeholder')).toBe(
      'Ajoutez un commentaire…',
    )
    await dialog.getByRole('textbox').fill('Marqueur secret de Léa')
    await dialog.getByRole('button', { name: 'Valider' }).click()
    await slider(hugo).press('End')
    await lea.getByRole('button', { name: 'Enregistrer' }).click()
    await page.getByText('Notes enregistrées').first().waitFor()
    // Hugo's was not sent, and is still there to be saved
    await expect
      .poll(() => hugo.getByRole('button', { name: 'Enregistrer' }).isEnabled())
      .toBe(true)
    await hugo.getByRole('button', { name: 'Enregistrer' }).click()
    await expect
      .poll(() => hugo.getByRole('button', { name: 'Enregistrer' }).isDisabled())
      .toBe(true)
    await panel.getByText('Excellent').first().waitFor()
    const global = panel.getByPlaceholder('Ajoutez un commentaire général sur ce profil…')
    await global.fill('À revoir')
    await panel
      .getByRole('region', { name: 'Commentaire global' })
      .getByRole('button', { name: 'Annuler' })
      .click()
    await expect.poll(() => global.inputValue()).toBe('')
    await global.fill('À revoir en janvier')
    await panel
      .getByRole('region', { name: 'Commentaire global' })
      .getByRole('button', { name: 'Enregistrer' })
      .click()
    await expect
      .poll(() => panel.getByRole('tab', { name: /^Privé/ }).textContent())
      .toBe('Privé Oui')
    expect(await axe(page)).toEqual([])
    const again = await openPanel(page, 'antoine_69')
    await privateSide(again, 'Notes')
    await again.getByText('Marqueur secret de Léa').waitFor()
    await expect
      .poll(() =>
        again.getByPlaceholder('Ajoutez un commentaire général sur ce profil…').inputValue(),
      )
      .toBe('À revoir en janvier')
    await page.context().close()

    const other = await signed(MAN)
    const answers: string[] = []
    other.on('response', (r) => {
      if (r.url().includes('/api/'))
        void r.text().then(
          (t) => answers.push(t),
          () => undefined,
        )
    })
    const theirs = await openPanel(other, 'lea_hugo')
    await privateSide(theirs, 'Notes')
    await theirs
      .getByText('Donnez votre avis en tant que personne pour calculer automatiquement')
      .waitFor()
    await theirs.getByText('Ressenti :', { exact: true }).waitFor()
    await expect.poll(() => theirs.getByRole('slider').count()).toBe(1)
    expect(answers.length).toBeGreaterThan(2)
    expect(answers.join()).not.toContain('Marqueur secret')
    await other.context().close()
  })

  test('SOC-050 SOC-051 SOC-222 CORE-135: first names are shared, appear to the other without a reload, and go again when they are cut', async () => {
    const couple = await signed(COUPLE)
    const man = await signed(MAN, PHONE)
    const theirs = await openPanel(man, 'lea_hugo')
    await theirs.getByRole('heading', { name: 'lea_h', exact: true }).waitFor()
    expect(await theirs.getByRole('heading', { name: 'Léa' }).count()).toBe(0)
    const panel = await openPanel(couple, 'antoine_69')
    await privateSide(panel, 'Partages')
    await panel.getByText('Partage avec cette relation').waitFor()
    const names = panel.getByRole('switch', { name: 'Partager mes prénoms' })
    await couple.route('**/api/relations/*/sharing', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    )
    await names.check()
    await couple.getByText('Erreur lors de la sauvegarde').first().waitFor()
    await panel.getByText('Impossible d’enregistrer vos préférences pour cette relation.').waitFor()
    await expect.poll(() => names.isChecked()).toBe(false)
    await couple.unroute('**/api/relations/*/sharing')
    await names.check()
    await couple.getByText('antoine_69 peut lire vos prénoms').first().waitFor()
    await theirs.getByRole('heading', { name: 'Léa', exact: true }).waitFor()
    await theirs.getByRole('heading', { name: 'Hugo', exact: true }).waitFor()

    // «Qui voit quoi», and the cut
    await couple.goto(`${server.url}/connection`)
    await couple
      .getByRole('listitem')
      .filter({ hasText: 'antoine_69' })
      .getByText('Partiel')
      .waitFor()
    await couple.getByRole('tab', { name: 'Qui voit quoi' }).click()
    expect(new URL(couple.url()).pathname).toBe('/connection/partages')
    await couple.getByRole('region', { name: 'Qui voit quoi' }).getByText('Vos prénoms').waitFor()
    expect(await axe(couple)).toEqual([])
    await couple.getByRole('button', { name: 'Tout couper' }).click()
    await couple.getByRole('alertdialog').getByRole('button', { name: 'Tout couper' }).click()
    await couple.getByText('Vous ne partagez rien').waitFor()
    await theirs.getByRole('heading', { name: 'lea_h', exact: true }).waitFor()
    expect(await theirs.getByRole('heading', { name: 'Léa' }).count()).toBe(0)
    await couple.context().close()
    await man.context().close()
  })

  test('SOC-221: a failed load of the sharing says so', async () => {
    const page = await signed(COUPLE)
    await page.route('**/api/relations/*/sharing', (route) =>
      route.fulfill({ status: 403, json: { error: 'Non' } }),
    )
    const panel = await openPanel(page, 'antoine_69')
    await privateSide(panel, 'Partages')
    await panel
      .getByText('Impossible de récupérer vos préférences de partage pour cette relation.')
      .waitFor()
    await page.context().close()
  })
})

describe('leaving somebody', () => {
  test('a report is sent with its reason and its comment; without a reason nothing leaves', async () => {
    const page = await signed(COUPLE)
    const panel = await openPanel(page, 'antoine_69')
    await panel.getByRole('button', { name: 'Plus d’actions' }).click()
    await page.getByRole('menuitem', { name: 'Signaler' }).click()
    const dialog = page.getByRole('dialog', { name: 'Signaler antoine_69' })
    await dialog.getByRole('button', { name: 'Envoyer le signalement' }).click()
    await dialog.getByText('Choisissez une raison.').waitFor()
    await dialog.getByLabel('Raison').selectOption('spam')
    await dialog.getByLabel('Commentaire').fill('Un lien vers une boutique.')
    const sent = page.waitForRequest('**/api/reports')
    await dialog.getByRole('button', { name: 'Envoyer le signalement' }).click()
    expect((await sent).postDataJSON()).toMatchObject({
      kind: 'profile',
      reason: 'spam',
      comment: 'Un lien vers une boutique.',
    })
    await page
      .getByText(/^Signalement envoyé/)
      .first()
      .waitFor()
    await page.context().close()
  })

  test('a blocked member sees the profile disappear at once, is found in the list of blocks, and comes back when unblocked', async () => {
    const couple = await signed(COUPLE)
    const man = await signed(MAN)
    const theirs = await openPanel(man, 'lea_hugo')
    const panel = await openPanel(couple, 'antoine_69')
    const id = await idOf(panel)
    await panel.getByRole('button', { name: 'Plus d’actions' }).click()
    await couple.getByRole('menuitem', { name: 'Bloquer' }).click()
    await couple
      .getByRole('alertdialog', { name: /Bloquer antoine_69/ })
      .getByRole('button', { name: 'Bloquer' })
      .click()
    await panel.waitFor({ state: 'hidden' })
    await theirs.getByText('Profil introuvable').waitFor()
    await expect
      .poll(() =>
        couple.getByRole('region', { name: 'Mes relations' }).getByText('antoine_69').count(),
      )
      .toBe(0)
    await couple.getByRole('tab', { name: 'Bloqués' }).click()
    await couple.setViewportSize(PHONE.viewport)
    const since = couple.getByText(/^Depuis le \d+ \S+ \d{4}$/)
    await since.waitFor()
    // the date is not cut
    expect(
      await since.evaluate((e) =>
        [e, e.parentElement ?? e].some((part) => part.scrollWidth > part.clientWidth),
      ),
    ).toBe(false)
    expect(await axe(couple)).toEqual([])
    await couple.getByRole('button', { name: 'Débloquer antoine_69' }).click()
    await couple.getByRole('alertdialog').getByRole('button', { name: 'Débloquer' }).click()
    await couple.getByText('Vous ne bloquez personne').waitFor()
    await left(couple)
    await couple.goto(`${server.url}/profile/${id}`)
    await couple.getByRole('heading', { name: 'antoine_69' }).first().waitFor()
    await couple.context().close()
    await man.context().close()
  })

  test('a relation that ends leaves the list of the other at once', async () => {
    const couple = await signed(COUPLE, PHONE)
    await couple.goto(`${server.url}/connection`)
    await couple.getByRole('button', { name: 'Actions sur alma_gabriel' }).click()
    // safety is two presses away
    for (const name of ['Signaler', 'Bloquer'])
      await couple.getByRole('menuitem', { name, exact: true }).waitFor()
    await couple.getByRole('menuitem', { name: 'Mettre fin à la relation' }).click()
    const question = couple.getByRole('alertdialog', { name: /Mettre fin à la relation/ })
    await question.getByText(/les partages s’arrêtent/).waitFor()
    await question.getByRole('button', { name: 'Mettre fin à la relation' }).click()
    await expect
      .poll(() =>
        couple.getByRole('region', { name: 'Mes relations' }).getByText('alma_gabriel').count(),
      )
      .toBe(0)
    expect(await axe(couple)).toEqual([])
    await couple.context().close()
  })
})

describe('the list', () => {
  test('the search asks the server, 300 ms after the last key; a link has its QR code', async () => {
    const page = await signed(COUPLE)
    await page.goto(`${server.url}/connection`)
    // the list asks again for the same when the connection is late
    const asked = new Set<string>()
    page.on('request', (r) => {
      if (r.url().includes('/api/relations?q=')) asked.add(r.url().replace(/.*\?q=/, ''))
    })
    await typeAtOnce(page.getByRole('searchbox', { name: 'Rechercher une relation' }), 'clara<>')
    await expect
      .poll(() => page.getByRole('region', { name: 'Mes relations' }).getByRole('listitem').count())
      .toBe(1)
    expect([...asked]).toEqual(['clara'])
    await page.getByRole('button', { name: 'Inviter une relation' }).click()
    await page.getByRole('button', { name: 'QR code' }).click()
    await page.getByRole('img', { name: 'QR code de votre lien d’invitation' }).waitFor()
    expect(await axe(page)).toEqual([])
    await page.context().close()
  })
})
