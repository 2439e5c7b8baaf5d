import { copyFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Page, Route } from 'playwright'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bubbles, MAN, WOMAN } from '../../support/world/talk'
import {
  setUp,
  s,
  man,
  talk,
  photo,
  other,
  box,
  button,
  modal,
  thumbs,
  choose,
  confirmed,
  isSend,
} from './composer-setup'
import { composerTests } from './composer.spec'

setUp()

/** Holds every send until `release`. */
const hold = async (
  page: Page,
): Promise<{
  readonly held: Route[]
  release: (status?: number, json?: object) => Promise<void>
}> => {
  const held: Route[] = []
  await page.route('**/messages', (route) =>
    isSend(route.request()) ? void held.push(route) : route.fallback(),
  )
  return {
    held,
    release: async (status, json) => {
      for (const route of held.splice(0))
        await (status ? route.fulfill({ status, json: json ?? {} }) : route.continue())
      await page.unroute('**/messages')
    },
  }
}

describe('on a desktop', () => {
  let page: Page
  beforeAll(async () => {
    ;({ page } = await s.open(MAN, `/conversations/${talk}`))
  })
  afterAll(() => page.close())
  beforeEach(() => box(page).fill(''))

  test('MSG-052 MSG-054: «Joindre une image» opens a choice of files, a text area and a send button stand beside; MSG-053: no camera', async () => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Joindre une image' }).click()
    expect((await chooser).isMultiple()).toBe(true)
    expect(await page.locator('input[type=file]').getAttribute('accept')).toContain('image/*')
    expect(await box(page).evaluate((n) => [n.tagName, getComputedStyle(n).display])).toEqual([
      'TEXTAREA',
      'block',
    ])
    expect(await button(page).isVisible()).toBe(true)
    expect(await page.getByRole('button', { name: 'Prendre une photo' }).count()).toBe(0)
  })

  test('MSG-057: Shift+Enter makes a line, Enter sends; with the keyboard alone', async () => {
    await box(page).focus()
    const text = `Deux lignes ${Date.now()}`
    await page.keyboard.type(text)
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('la seconde')
    expect(await box(page).inputValue()).toBe(`${text}\nla seconde`)
    await page.keyboard.press('Enter')
    await bubbles(page, text)
      .getByLabel(/Envoyé|Lu/)
      .waitFor()
    expect(await bubbles(page, text).innerText()).toContain(`${text}\nla seconde`)
    // the focus never left the text
    expect(await box(page).evaluate((n) => n === document.activeElement)).toBe(true)
  })

  test('MSG-058: 44 px when empty, 128 px with twenty lines, which then scroll', async () => {
    const height = async (): Promise<number> => (await box(page).boundingBox())?.height ?? 0
    await expect.poll(height).toBe(44)
    await box(page).fill('un\ndeux\ntrois')
    await expect.poll(() => height()).toBeGreaterThan(60)
    expect(await height()).toBeLessThan(128)
    await box(page).fill(Array.from({ length: 20 }, (_, i) => `ligne ${i}`).join('\n'))
    await expect.poll(() => height()).toBe(128)
    await expect.poll(() => box(page).evaluate((n) => n.scrollHeight > n.clientHeight)).toBe(true)
  })

  test('MSG-141: blanks cannot be sent, text can', async () => {
    expect(await button(page).isDisabled()).toBe(true)
    await box(page).fill('   \n ')
    expect(await button(page).isDisabled()).toBe(true)
    await box(page).fill('a')
    expect(await button(page).isDisabled()).toBe(false)
  })

  test('MSG-098 MSG-099 MSG-142: the bubble stands before the answer; meanwhile the button waits and Enter sends nothing more; then all is cleared', async () => {
    const sends = await hold(page)
    const text = `Retenu ${Date.now()}`
    await box(page).fill(text)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await bubbles(page, text).getByLabel('Envoi en cours').waitFor()
    await expect.poll(() => box(page).inputValue()).toBe('')
    await expect.poll(() => button(page).isDisabled()).toBe(true)
    await expect.poll(() => button(page).getAttribute('aria-busy')).toBe('true')
    await box(page).fill('Un autre')
    await page.keyboard.press('Enter')
    expect(await box(page).inputValue()).toBe('Un autre')
    await expect.poll(() => sends.held.length).toBe(1)
    await box(page).fill('')
    await sends.release()
    await bubbles(page, text)
      .getByLabel(/Envoyé|Lu/)
      .waitFor()
    expect(await bubbles(page, text).count()).toBe(1)
    expect(await box(page).inputValue()).toBe('')
  })

  test('a text whose author has left the account comes back without «Réessayer»', async () => {
    const sends = await hold(page)
    await box(page).fill('Sans auteur')
    await page.keyboard.press('Enter')
    await expect.poll(() => sends.held.length).toBe(1)
    await sends.release(403, { error: 'Non.', code: 'foreign_identity' })
    const alert = page.getByRole('alert').filter({ hasText: 'a quitté ce compte' })
    await alert.waitFor()
    await expect.poll(() => box(page).inputValue()).toBe('Sans auteur')
    expect(await alert.getByRole('button').count()).toBe(0)
    await box(page).fill('')
  })

  test('MSG-100 MSG-189: a failure gives the text back with the server’s words; gone to another conversation, the bubble keeps it', async () => {
    let sends = await hold(page)
    const text = `Refusé ${Date.now()}`
    await box(page).fill(text)
    await page.keyboard.press('Enter')
    await expect.poll(() => sends.held.length).toBe(1)
    await sends.release(403, { error: 'Vous ne pouvez pas écrire ici.' })
    await page.getByRole('alert').filter({ hasText: 'Vous ne pouvez pas écrire ici.' }).waitFor()
    expect(await box(page).inputValue()).toBe(text)
    expect(await bubbles(page, text).count()).toBe(0)
    sends = await hold(page)
    await page.keyboard.press('Enter')
    await expect.poll(() => sends.held.length).toBe(1)
    await page.locator(`a[href^="/conversations/"]:not([href$="${talk}"])`).first().click()
    await bubbles(page, text).waitFor({ state: 'detached' })
    await sends.release(500)
    await page.locator(`a[href="/conversations/${talk}"]`).click()
    await bubbles(page, text).getByText('Échec').waitFor()
    await bubbles(page, text).getByRole('button', { name: 'Réessayer' }).click()
    await bubbles(page, text)
      .getByLabel(/Envoyé|Lu/)
      .waitFor()
    expect(await bubbles(page, text).count()).toBe(1)
  })

  test('what is typed waits in its conversation, over a reload too', async () => {
    await box(page).fill('Brouillon')
    await page.locator(`a[href^="/conversations/"]:not([href$="${talk}"])`).first().click()
    await expect.poll(() => box(page).inputValue()).toBe('')
    await page.goto(`${s.server.url}/conversations/${talk}`)
    await expect.poll(() => box(page).inputValue()).toBe('Brouillon')
  })

  test('MSG-096 MSG-097 MSG-141: a photo is in the composer once it is confirmed, and not at all when cancelled', async () => {
    await choose(page, photo)
    await modal(page).getByRole('button', { name: 'Annuler' }).waitFor()
    expect(await thumbs(page).count()).toBe(0)
    await modal(page).getByRole('button', { name: 'Annuler' }).click()
    await modal(page).waitFor({ state: 'detached' })
    await expect
      .poll(async () => [await thumbs(page).count(), await button(page).isDisabled()])
      .toEqual([0, true])
    await confirmed(page, photo)
    await expect
      .poll(async () => [await thumbs(page).count(), await button(page).isDisabled()])
      .toEqual([1, false])
    await page.getByRole('button', { name: 'Retirer la photo 1' }).click()
  })

  test('MSG-055 MSG-056 MSG-061: of two photos one is removed and the other adjusted; it alone is sent', async () => {
    await confirmed(page, [photo, other], 2)
    await page.getByRole('button', { name: /Ajuster le flou de la photo 2/ }).click()
    await modal(page).getByRole('button', { name: 'Valider' }).click()
    await modal(page).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Retirer la photo 1' }).click()
    await expect.poll(() => thumbs(page).count()).toBe(1)
    const text = `Une photo ${Date.now()}`
    await box(page).fill(text)
    const sent = page.waitForResponse((r) => isSend(r.request()))
    await page.keyboard.press('Enter')
    const message = (await (await sent).json()) as { media: { width: number; height: number }[] }
    expect(message.media.map((m) => [m.width, m.height])).toEqual([[600, 600]])
    await bubbles(page, text).locator('img').waitFor()
    await expect.poll(() => thumbs(page).count()).toBe(0)
  })

  test('MSG-088: a photo confirmed with a spot shows it, and opened again has its spot, and behind it the original', async () => {
    const shown = async (): Promise<Buffer> =>
      sharp(await modal(page).getByRole('img', { name: 'Aperçu' }).screenshot())
        .greyscale()
        .raw()
        .toBuffer()
    const spots = modal(page).getByRole('button', { name: /^Zone floutée/ })
    await choose(page, photo)
    await modal(page)
      .getByRole('button', { name: /^(Ajouter la photo|Suivant)/ })
      .waitFor()
    await modal(page).getByRole('img', { name: 'Aperçu' }).waitFor()
    // the toast of an earlier photo throws its shadow on this one
    await expect
      .poll(() =>
        page
          .getByRole('list', { name: 'Notifications' })
          .getByText(/ajoutée/)
          .count(),
      )
      .toBe(0)
    await page.waitForTimeout(500)
    const original = await shown()
    await modal(page).getByRole('button', { name: 'Flouter le centre' }).click()
    await spots.waitFor()
    await modal(page)
      .getByRole('button', { name: /^(Ajouter la photo|Suivant)/ })
      .click()
    await modal(page).waitFor({ state: 'detached' })
    await page
      .getByRole('button', { name: 'Ajuster le flou de la photo 1 (1 zone floutée)' })
      .click()
    await spots.waitFor()
    await expect.poll(async () => (await shown()).equals(original)).toBe(false)
    await modal(page).getByRole('button', { name: 'Effacer' }).click()
    await page.mouse.move(5, 5)
    await expect.poll(async () => (await shown()).equals(original)).toBe(true)
    await modal(page).getByRole('button', { name: 'Annuler' }).click()
    await modal(page).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Retirer la photo 1' }).click()
  })

  test('MSG-152: a PNG leaves as a JPEG; a picture that cannot be converted leaves as it is', async () => {
    await page.evaluate(() => {
      const send = XMLHttpRequest.prototype.send
      const left: { type: string; name: string; text: string }[] = []
      Object.assign(window, { left })
      XMLHttpRequest.prototype.send = function (body) {
        const file = body instanceof FormData ? body.get('files') : null
        if (file instanceof File)
          void file.arrayBuffer().then((b) =>
            left.push({
              type: file.type,
              name: file.name,
              text: String.fromCharCode(...new Uint8Array(b.slice(0, 3000))),
            }),
          )
        send.call(this, body)
      }
    })
    const left = () =>
      page.evaluate(
        () => (window as unknown as { left: { type: string; name: string; text: string }[] }).left,
      )
    await confirmed(page, other)
    await button(page).click()
    await expect.poll(async () => (await left()).length).toBe(1)
    expect((await left())[0]).toMatchObject({
      type: 'image/jpeg',
      text: expect.stringMatching(/^\u00ff\u00d8\u00ff/) as string,
    })
    await expect.poll(() => thumbs(page).count()).toBe(0)
    // says that it is a PNG of 600 × 600, and holds nothing that can be drawn
    const broken = Buffer.concat([
      readFileSync(other).subarray(0, 33),
      Buffer.from('rien à dessiner'),
    ])
    await choose(page, { name: 'cassee.png', mimeType: 'image/png', buffer: broken })
    await modal(page)
      .getByRole('button', { name: /^(Ajouter la photo|Suivant)/ })
      .click()
    await modal(page).waitFor({ state: 'detached' })
    await button(page).click()
    // no detector can look at it
    await page.getByRole('button', { name: 'Envoyer ainsi' }).click()
    await expect.poll(async () => (await left()).length).toBe(2)
    expect((await left())[1]).toEqual({
      type: 'image/png',
      name: 'cassee.png',
      text: broken.toString('latin1'),
    })
    await page.getByRole('alert').first().waitFor()
    await page.getByRole('button', { name: 'Retirer la photo 1' }).click()
  })

  test('MSG-191: a photo whose upload fails is told and kept, text and all; it goes when tried again', async () => {
    await confirmed(page, photo)
    const text = `Gardée ${Date.now()}`
    await box(page).fill(text)
    await page.route('**/media/upload', (r) => r.fulfill({ status: 500, json: {} }))
    await page.keyboard.press('Enter')
    await page
      .getByRole('alert')
      .filter({ hasText: 'Envoi de la photo impossible. Merci de réessayer.' })
      .waitFor()
    await expect
      .poll(async () => [await thumbs(page).count(), await box(page).inputValue()])
      .toEqual([1, text])
    await page.unroute('**/media/upload')
    await page.getByRole('button', { name: 'Réessayer' }).click()
    await bubbles(page, text).locator('img').waitFor()
    await bubbles(page, text)
      .getByLabel(/Envoyé|Lu/)
      .waitFor()
  })

  test('MSG-138 MSG-139 MSG-140: pictures and TIFF are taken, others and those over 30 MB are ignored without a word', async () => {
    const file = (name: string, bytes: number | string): string => {
      const path = join(dirname(photo), name)
      copyFileSync(photo, path)
      if (typeof bytes === 'number') truncateSync(path, bytes)
      else writeFileSync(path, bytes)
      return path
    }
    for (const ignored of [file('lettre.pdf', '%PDF-1.4'), file('enorme.jpg', 31 * 1024 * 1024)]) {
      await choose(page, ignored)
      await page.waitForTimeout(300)
      expect([
        await modal(page).count(),
        await thumbs(page).count(),
        await page.getByRole('alert').count(),
      ]).toEqual([0, 0, 0])
    }
    for (const taken of [other, file('scan.tiff', 'II*\0'), file('grande.jpg', 29 * 1024 * 1024)]) {
      await choose(page, taken)
      await modal(page).getByRole('button', { name: 'Annuler' }).click()
      await modal(page).waitFor({ state: 'detached' })
    }
  })

  test('a corpus of hostile text stays text: nothing runs, nothing is reported', async () => {
    const corpus = [
      '<script>alert(1)</script>',
      '<img src=x onerror=alert(1)>',
      '"><svg onload=alert(1)>',
      '<a href="javascript:alert(1)">x</a>',
      'javascript:alert(1)',
      '{{constructor.constructor("alert(1)")()}}',
      '</textarea><script>alert(1)</script>',
      '${alert(1)}',
      '<iframe srcdoc="<script>alert(1)</script>">',
    ]
    // nothing unread: it opens at its end and follows it
    await (await s.member(WOMAN)).read(talk)
    const seen = await s.open(WOMAN, `/conversations/${talk}`)
    let dialogs = 0
    seen.page.on('dialog', (d) => {
      dialogs += 1
      void d.dismiss()
    })
    for (const text of corpus) await man.say(talk, text)
    await man.say(talk, '\u202Egnp.exe')
    await bubbles(seen.page, 'gnp.exe').waitFor()
    for (const text of corpus)
      await expect
        .poll(() => seen.page.locator('[data-message]').filter({ hasText: text }).count(), {
          message: text,
        })
        .toBeGreaterThan(0)
    expect(
      await seen.page.locator('[data-message]').locator('script, iframe, svg[onload], a').count(),
    ).toBe(0)
    expect([dialogs, seen.seen.errors, seen.seen.foreign]).toEqual([0, [], []])
    await seen.page.close()
  })
})

composerTests()
