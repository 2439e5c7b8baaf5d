// `npm run browsers`: a member's walk through the built app in Firefox and in WebKit, where they
// are installed. Last line: N passed, N failed, N skipped.
import { freePort, startServer } from '../support/server/process'
import { http, login } from '../support/server/http'
import { photoFile } from '../support/world/photos'
import { PASSWORD } from '../support/browser/browser'
import { COUPLE, MAN } from '../support/world/talk'
import { findFirefox, openFirefox } from './firefox.mjs'
import { pause } from './page.mjs'
import { findWebkit, openWebkit } from './webkit.mjs'

const ROW = 'section[aria-label="Liste des discussions"] a'
const ENTER = '\uE007'
const COMPOSER = 'textarea[placeholder^="Écrire"]'
/** What the device keeps of the conversations stands after this, ms. */
const KEPT_MS = 15_000

const press = (label) => {
  const button = [...document.querySelectorAll('button, a')]
    .filter(
      (one) =>
        one.checkVisibility() &&
        (one.getAttribute('aria-label') ?? one.textContent).startsWith(label),
    )
    .at(-1)
  if (!button) throw new Error(`no button «${label}»`)
  button.click()
}
const isSaid = (text) =>
  [...document.querySelectorAll('[data-message]')].some((one) => one.textContent.includes(text))
const isSent = (text) =>
  [...document.querySelectorAll('[data-message]')].some(
    (one) =>
      one.textContent.includes(text) &&
      one.querySelector('[aria-label="Envoyé"], [aria-label="Lu"]'),
  )
const seenMarkers = () =>
  [...document.querySelectorAll('.leaflet-marker-pane button')].filter((one) =>
    one.checkVisibility({ opacityProperty: true }),
  ).length

const walk = (page, server) => {
  let talk = ''
  const other = async () => {
    const { token, identityIds } = await login(server.url, MAN)
    return { api: http(server.url, token), identityId: identityIds[0] }
  }
  return {
    'signs in': async () => {
      await page.go(`${server.url}/login`)
      await page.until('the form', () => document.querySelector('input[type=email]') !== null)
      await page.type('input[type=email]', COUPLE)
      await page.type('input[type=password]', PASSWORD)
      await page.click('button[type=submit]')
      await page.until('the list', (row) => document.querySelector(row) !== null, ROW)
    },
    'a couple says who is behind the screen': async () => {
      await page.until('the dialog', () => document.querySelector('dialog[open]') !== null)
      // a click of the driver: what has no size or is covered cannot be clicked
      await page.click('dialog[open] button[aria-pressed]')
      await page.until('the choice', () => document.querySelector('dialog[open]') === null)
    },
    'a conversation opens at its end': async () => {
      const { api } = await other()
      const mine = http(server.url, (await login(server.url, COUPLE)).token)
      const theirs = new Set(
        (await api.get('/api/conversations')).body.conversations.map((c) => c.id),
      )
      talk = (await mine.get('/api/conversations')).body.conversations.find(
        (c) => c.type === 'direct' && theirs.has(c.id),
      ).id
      await page.go(`${server.url}/conversations/${talk}`)
      await page.until('the last message', () => {
        const scroller = document.querySelector('[data-thread]')
        return (
          document.querySelector('[data-message]') !== null &&
          scroller.scrollTop + scroller.clientHeight > scroller.scrollHeight - 65
        )
      })
    },
    'a message goes, and one comes without asking': async () => {
      await page.type(COMPOSER, `Bonjour d’ailleurs${ENTER}`)
      await page.until('sent', isSent, 'Bonjour d’ailleurs')
      const { api, identityId } = await other()
      const { status } = await api.post(`/api/conversations/${talk}/messages`, {
        content: 'Bonjour à toi',
        client_msg_id: crypto.randomUUID(),
        sender_identity_id: identityId,
      })
      if (status !== 201) throw new Error(`the other one could not write: ${status}`)
      await page.until('come', isSaid, 'Bonjour à toi')
    },
    'a photo goes through the workers and is seen': async () => {
      await page.type('input[type=file]:not([capture])', await photoFile('lac.jpg', 1_600, 1_200))
      await page.until('the dialog', () =>
        [...document.querySelectorAll('button')].some(
          (one) => one.textContent.includes('Ajouter la photo') && !one.disabled,
        ),
      )
      // its picture is read
      await pause(3_000)
      await page.run(press, 'Ajouter la photo')
      await page.until('the draft', () =>
        [...document.querySelectorAll('button')].every(
          (one) => !one.textContent.includes('Ajouter la photo'),
        ),
      )
      await page.run(press, 'Envoyer')
      await page.until('the picture', () => {
        const picture = [...document.querySelectorAll('[data-message]')]
          .at(-1)
          ?.querySelector('img')
        return (
          picture?.complete &&
          picture.naturalWidth > 0 &&
          !document.body.textContent.includes('Envoi…')
        )
      })
    },
    'the map shows its markers, before and after a zoom': async () => {
      await page.go(`${server.url}/radar`)
      await page.until('the map', () => document.querySelector('.leaflet-container') !== null)
      await page.run(press, 'Tout voir')
      await page.until('markers', seenMarkers)
      await pause(1_000)
      await page.type('.leaflet-container', '++')
      await pause(3_000)
      await page.until('markers after the zoom', seenMarkers)
    },
    'nothing went wrong without a word': async () => {
      const wrong = await page.run(
        () =>
          document.body.textContent.includes('Une erreur est survenue') ||
          document.body.textContent.includes('Connexion interrompue'),
      )
      if (wrong) throw new Error('the page says so')
    },
    'without a server the list stands, and says that it is offline': async () => {
      await page.go(`${server.url}/conversations`)
      await page.until('the list', (row) => document.querySelector(row) !== null, ROW)
      await pause(KEPT_MS)
      await server.kill()
      await page.go(`${server.url}/conversations`)
      await page.until('the list', (row) => document.querySelector(row) !== null, ROW)
      await page.until('said', () => document.body.innerText.includes('Hors ligne'))
    },
  }
}

process.chdir(new URL('../..', import.meta.url).pathname)
const { build } = await import('../../scripts/build.mjs')
await build()
const counts = { passed: 0, failed: 0, skipped: 0 }
for (const [name, path, open] of [
  ['Firefox', findFirefox(), openFirefox],
  ['WebKit', findWebkit(), openWebkit],
]) {
  if (!path) {
    console.log(`↓ ${name}: not installed`)
    counts.skipped += 1
    continue
  }
  const server = await startServer({ DEMO: '1' })
  const page = await open(path, await freePort())
  console.log(page.name)
  for (const [what, step] of Object.entries(walk(page, server))) {
    try {
      await step()
      counts.passed += 1
      console.log(`  ✓ ${what}`)
    } catch (error) {
      counts.failed += 1
      console.log(`  ✗ ${what}: ${error.message}`)
    }
  }
  await page.close()
  await server.close().catch(() => undefined)
}
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
process.exit(counts.failed > 0 ? 1 : 0)
