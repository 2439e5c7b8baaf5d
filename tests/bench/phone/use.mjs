// The ten journeys of a member with a phone, by touch, from the list of conversations.
import { COMPOSER } from '../../support/world/talk'

export const conversationsOn = (page) => page.locator('a[href^="/conversations/"]')

/** Journeys by name. `tap`: touches a locator; the caller may count. */
export const createJourneys = (page, tap) => {
  const nav = (name) => page.getByRole('navigation').getByRole('link', { name })
  const back = async () => {
    await page.goBack()
    await page.waitForTimeout(400)
  }
  const conversation = () => conversationsOn(page)
  const composer = () => page.getByPlaceholder(COMPOSER)

  return {
    'open, write, send': async () => {
      await tap(conversation().nth(1))
      await composer().waitFor()
      await composer().tap()
      await page.keyboard.type('Bonsoir à vous', { delay: 60 })
      await tap(page.getByRole('button', { name: 'Envoyer', exact: true }))
      await back()
    },
    'thread, photos, viewer': async () => {
      await tap(conversation().filter({ hasText: 'clara_et_tom' }).first())
      await composer().waitFor()
      await tap(page.getByRole('tab', { name: 'Photos' }))
      await tap(page.getByRole('tab', { name: 'Messages' }))
      await tap(page.getByRole('button', { name: /^Photo 1 sur/ }).last())
      await page.getByRole('dialog').getByRole('button', { name: 'Fermer' }).tap()
      await back()
    },
    'search of conversations': async () => {
      await tap(page.getByRole('searchbox').first())
      await page.keyboard.type('nora', { delay: 80 })
      await page.waitForTimeout(600)
      await page.getByRole('searchbox').first().fill('')
    },
    'new conversation': async () => {
      await tap(page.getByRole('button', { name: 'Nouvelle discussion' }))
      const sheet = page.getByRole('dialog', { name: 'Nouvelle discussion' })
      await sheet.waitFor()
      await page.waitForTimeout(500)
      await page.keyboard.press('Escape')
      await sheet.waitFor({ state: 'detached' })
    },
    'events, one event': async () => {
      await tap(nav(/Sorties/))
      await tap(page.getByRole('radio', { name: 'Mon calendrier' }))
      await tap(page.getByRole('radio', { name: 'Invitations' }))
      await tap(page.getByRole('link', { name: /Soirée velours/ }).first())
      await page.getByRole('heading', { name: 'Soirée velours' }).last().waitFor()
      await page.waitForTimeout(500)
      await back()
    },
    'new event, typed': async () => {
      await tap(nav(/Sorties/))
      await tap(page.getByRole('link', { name: 'Créer une sortie' }).first())
      await page.getByLabel('Titre').tap()
      await page.keyboard.type('Dîner', { delay: 60 })
      await back()
    },
    map: async () => {
      await tap(nav(/Carte/))
      await page.locator('.leaflet-marker-pane').getByRole('button').first().waitFor()
      await tap(page.getByRole('button', { name: 'Agrandir la carte' }))
      await page.waitForTimeout(500)
      await tap(page.getByRole('button', { name: 'Réduire la carte' }))
      await page.waitForTimeout(500)
      await tap(page.locator('.leaflet-marker-pane').getByRole('button').first())
      await page.waitForTimeout(500)
    },
    news: async () => {
      await tap(nav(/Actualités/))
      await page.getByRole('heading', { name: 'Actualités', level: 1 }).waitFor()
      await page.waitForTimeout(500)
    },
    'profile, settings, theme': async () => {
      await tap(nav(/Profil/))
      await tap(page.getByRole('button', { name: 'Paramètres' }))
      await tap(page.getByRole('dialog').getByText('Apparence', { exact: true }))
      await tap(page.getByRole('radio', { name: 'Clair' }))
      await tap(page.getByRole('radio', { name: 'Sombre' }))
      await back()
      await back()
    },
    'profile card, albums': async () => {
      await tap(nav(/Profil/))
      await tap(page.getByRole('button', { name: /^Modifier/ }).first())
      await page.getByRole('dialog').waitFor()
      await page.waitForTimeout(500)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await tap(page.getByRole('link', { name: 'Mes photos' }))
      await tap(page.getByRole('tab', { name: 'Publiques' }))
      await back()
    },
  }
}
