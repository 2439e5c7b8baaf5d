import type { Browser, Locator, Page } from 'playwright'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { DESKTOP, launch, newContext, signIn } from '../../support/browser/browser'
import { ringContrast } from '../../support/browser/ring'
import { http, login } from '../../support/server/http'
import { startServer, type RunningServer } from '../../support/server/process'
import { COMPOSER } from '../../support/world/talk'

const MAN = 'demo-2@connivence.test'
const WOMAN = 'demo-3@connivence.test'
const ALBUM = 'Couleurs'
/** Both ends, the middle between them, and the colours of the theme's own rings. */
const COLOURS = ['#ffffff', '#000000', '#777777', '#f9a3ae', '#b8003f'] as const

let server: RunningServer
let browser: Browser
let talk: string
beforeAll(async () => {
  server = await startServer({ DEMO: '1' })
  browser = await launch()
  const { token, identityIds } = await login(server.url, MAN)
  const api = http(server.url, token, identityIds[0])
  const plain = async (background: string): Promise<string> => {
    const { width, height } = DESKTOP.viewport
    const bytes = await sharp({ create: { width, height, channels: 3, background } })
      .jpeg()
      .toBuffer()
    const body = new FormData()
    body.set('files', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'photo.jpg')
    const reply = await fetch(`${server.url}/api/media/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body,
    })
    return ((await reply.json()) as { media_id: string }).media_id
  }
  const { album } = (
    await api.post<{ album: { id: string } }>('/api/albums', { name: ALBUM, isPublic: true })
  ).body
  const mediaIds: string[] = []
  for (const colour of COLOURS) mediaIds.push(await plain(colour))
  await api.post(`/api/albums/${album.id}/media`, { mediaIds })
  const nora = http(server.url, (await login(server.url, WOMAN)).token)
  const { body } = await nora.get<{ account: { account_handle: string } }>('/api/auth/me')
  talk = (
    await api.post<{ conversation: { id: string } }>('/api/conversations/start', {
      handle: body.account.account_handle,
    })
  ).body.conversation.id
  const media_ids: string[] = []
  for (const colour of COLOURS) media_ids.push(await plain(colour))
  const sent = await api.post(`/api/conversations/${talk}/messages`, {
    content: '',
    sender_identity_id: identityIds[0],
    client_msg_id: crypto.randomUUID(),
    media_ids,
  })
  if (sent.status !== 201) throw new Error(JSON.stringify(sent.body))
})
afterAll(async () => {
  await browser.close()
  await server.close()
})

/** The photo of a colour is on the screen: decoded, faded in. */
const shown = (picture: Locator): Promise<void> =>
  expect
    .poll(() =>
      picture.evaluate(
        (img: HTMLImageElement) =>
          img.complete && img.naturalWidth > 0 && getComputedStyle(img).opacity,
      ),
    )
    .toBe('1')

/** Focused as by the keyboard. */
const focus = async (page: Page, at: Locator): Promise<void> => {
  await page.keyboard.press('Shift')
  await at.focus()
  await expect.poll(() => at.evaluate((node) => node.matches(':focus-visible'))).toBe(true)
}

const isSeen = (
  page: Page,
  at: Locator,
  side: 'inside' | 'outside',
  message: string,
): Promise<void> =>
  expect.poll(() => ringContrast(page, at, side), { message }).toBeGreaterThanOrEqual(3)

describe.each(['dark', 'light'] as const)(
  'the focus over photos of any colour, %s theme',
  (colorScheme) => {
    const open = async (path: string): Promise<Page> => {
      const page = await (await newContext(browser, { ...DESKTOP, colorScheme })).newPage()
      await signIn(page, server.url, MAN, undefined, path)
      return page
    }
    const all = async (page: Page, tiles: Locator): Promise<void> => {
      await expect.poll(() => tiles.count()).toBeGreaterThanOrEqual(COLOURS.length)
      for (let at = 0; at < (await tiles.count()); at += 1) {
        await focus(page, tiles.nth(at))
        await shown(tiles.nth(at).locator('xpath=..').locator('img'))
        await isSeen(page, tiles.nth(at), 'inside', `photo ${at + 1}`)
      }
    }

    test('in an album, also carried to another place, and on a button of the viewer', async () => {
      const page = await open('/albums')
      await page.getByRole('button', { name: ALBUM, exact: true }).click()
      const tiles = page
        .getByRole('region', { name: ALBUM })
        .getByRole('button', { name: /^Ouvrir/ })
      await all(page, tiles)
      for (const [at, colour] of COLOURS.entries()) {
        await focus(page, tiles.nth(at))
        await page.keyboard.press('Enter')
        const viewer = page.getByRole('dialog', { name: `Photo ${at + 1} sur ${COLOURS.length}` })
        await shown(viewer.locator('img'))
        const close = viewer.getByRole('button', { name: 'Fermer', exact: true })
        await focus(page, close)
        await isSeen(page, close, 'outside', colour)
        await page.keyboard.press('Escape')
        await viewer.waitFor({ state: 'detached' })
      }
      await page.getByRole('button', { name: 'Actions de l’album' }).click()
      await page.getByRole('menuitem', { name: 'Déplacer les photos' }).click()
      const carried = page
        .getByRole('region', { name: ALBUM })
        .getByRole('button', { pressed: true })
      for (const [at, colour] of COLOURS.entries()) {
        const tile = page.getByRole('button', { name: /^Déplacer/ }).nth(at)
        await focus(page, tile)
        await page.keyboard.press('Enter')
        await carried.waitFor()
        await isSeen(page, tile, 'inside', colour)
        await page.keyboard.press('Escape')
        await carried.waitFor({ state: 'detached' })
      }
      await page.context().close()
    })

    test('in a thread and in the photos of the conversation', async () => {
      const page = await open(`/conversations/${talk}`)
      await page.getByPlaceholder(COMPOSER).waitFor()
      await all(
        page,
        page.getByRole('button', { name: new RegExp(`^Photo \\d sur ${COLOURS.length}$`) }),
      )
      await page.getByRole('button', { name: 'Actions de la discussion' }).click()
      await page.getByRole('menuitem', { name: 'Photos', exact: true }).click()
      await page.getByRole('radio', { name: 'Envoyées' }).check()
      await all(page, page.getByRole('button', { name: /^Photo de vous/ }))
      await page.context().close()
    })
  },
)
