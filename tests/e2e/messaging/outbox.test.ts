import type { Locator, Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { settled } from '../../support/browser/settled'
import {
  setUp,
  server,
  proxy,
  context,
  photo,
  box,
  bubble,
  sent,
  write,
  stored,
  words,
  open,
  show,
  attach,
  confirm,
  kept,
  EMPTY,
  pending,
  restartServer,
} from './outbox-setup'
import { outboxTests } from './outbox.spec'

setUp()

const waits = (page: Page, text: string): Locator => bubble(page, text).getByText('En attente')

const shown = (page: Page, mark: string): Promise<string[]> =>
  bubble(page, mark).evaluateAll((list) =>
    list.map((n) => n.querySelector('[dir]')?.textContent ?? ''),
  )

describe('without network', () => {
  test('MSG-099: three waiting messages are sent once each, in order, and leave the device', async () => {
    const page = await open()
    const mark = `trois ${Date.now()}`
    proxy.mode = 'reset'
    for (const n of [1, 2, 3]) {
      await write(page, `${n} ${mark}`)
      await waits(page, `${n} ${mark}`).waitFor()
      // nothing is given back, and nothing is told to have failed
      expect([
        await box(page).inputValue(),
        await page.getByRole('alert').filter({ hasText: 'Erreur' }).count(),
      ]).toEqual(['', 0])
    }
    await expect.poll(() => kept(page)).toEqual({ acts: 0, drafts: 0, files: 0, outbox: 3 })
    proxy.mode = 'pass'
    await sent(page, `3 ${mark}`).waitFor()
    expect(await words(mark)).toEqual([`1 ${mark}`, `2 ${mark}`, `3 ${mark}`])
    expect(await shown(page, mark)).toEqual([`1 ${mark}`, `2 ${mark}`, `3 ${mark}`])
    await expect.poll(() => kept(page)).toEqual(EMPTY)
  })

  test('waiting messages and photos survive a reload and a closed page', async () => {
    const page = await open()
    const mark = `gardé ${Date.now()}`
    proxy.mode = 'reset'
    await write(page, `1 ${mark}`)
    await waits(page, `1 ${mark}`).waitFor()
    await attach(page, photo)
    await confirm(page)
    await write(page, `2 ${mark}`)
    // without network the detector could not be fetched
    await page.getByRole('button', { name: 'Envoyer ainsi' }).click()
    await waits(page, `2 ${mark}`).waitFor()
    await show(page)
    await waits(page, `2 ${mark}`).waitFor()
    expect(await shown(page, mark)).toEqual([`1 ${mark}`, `2 ${mark}`])
    await expect
      .poll(() =>
        bubble(page, `2 ${mark}`)
          .locator('img')
          .evaluate((n: HTMLImageElement) => n.naturalWidth),
      )
      .toBeGreaterThan(0)
    await page.close()
    const later = await show(await context.newPage())
    await waits(later, `1 ${mark}`).waitFor()
    proxy.mode = 'pass'
    await sent(later, `2 ${mark}`).waitFor({ timeout: 30_000 })
    const messages = await stored(mark)
    expect(messages.map((m) => [m.content, m.media.length])).toEqual([
      [`1 ${mark}`, 0],
      [`2 ${mark}`, 1],
    ])
    await expect.poll(() => kept(later)).toEqual(EMPTY)
  })

  test('MSG-099: the bubble is shown within two frames of the tap, with and without network', async () => {
    const page = await open()
    for (const mode of ['pass', 'reset'] as const) {
      proxy.mode = mode
      const text = `image ${mode} ${Date.now()}`
      await box(page).fill(text)
      const frames = await page.evaluate(
        (wanted) =>
          new Promise<number>((done) => {
            const stands = (): boolean =>
              [...document.querySelectorAll('[data-message]')].some((n) =>
                n.textContent?.includes(wanted),
              )
            let n = 0
            const count = (): void => {
              if (stands() || n > 60) done(n)
              n += 1
              requestAnimationFrame(count)
            }
            document.querySelector<HTMLButtonElement>('button[aria-label="Envoyer"]')?.click()
            requestAnimationFrame(count)
          }),
        text,
      )
      expect(frames).toBeLessThanOrEqual(1)
      await waits(page, text).or(sent(page, text)).first().waitFor()
    }
  })

  test('a discarded waiting message is not sent', async () => {
    const page = await open()
    const mark = `annulé ${Date.now()}`
    proxy.mode = 'reset'
    for (const n of [1, 2]) {
      await write(page, `${n} ${mark}`)
      await waits(page, `${n} ${mark}`).waitFor()
    }
    await bubble(page, `1 ${mark}`).getByRole('button', { name: 'Annuler' }).click()
    await bubble(page, `1 ${mark}`).waitFor({ state: 'detached' })
    proxy.mode = 'pass'
    await sent(page, `2 ${mark}`).waitFor()
    expect(await words(mark)).toEqual([`2 ${mark}`])
  })

  test('two tabs share waiting messages; the second sends all in order after the first closes', async () => {
    const first = await open()
    const second = await show(await context.newPage())
    const mark = `deux onglets ${Date.now()}`
    proxy.mode = 'reset'
    for (const [n, page] of [
      [1, first],
      [2, second],
      [3, first],
    ] as const) {
      await write(page, `${n} ${mark}`)
      for (const tab of [first, second]) await waits(tab, `${n} ${mark}`).waitFor()
    }
    await first.close()
    proxy.mode = 'pass'
    await sent(second, `3 ${mark}`).waitFor()
    await second.waitForTimeout(1_000)
    expect(await words(mark)).toEqual([`1 ${mark}`, `2 ${mark}`, `3 ${mark}`])
    expect(await shown(second, mark)).toEqual([`1 ${mark}`, `2 ${mark}`, `3 ${mark}`])
  })

  test('messages written while the server is down are sent when it is back', async () => {
    const page = await open()
    const mark = `redémarré ${Date.now()}`
    await server.kill('SIGKILL')
    try {
      for (const n of [1, 2]) {
        await write(page, `${n} ${mark}`)
        await waits(page, `${n} ${mark}`).waitFor()
      }
    } finally {
      await restartServer()
    }
    await sent(page, `2 ${mark}`).waitFor({ timeout: 30_000 })
    expect(await words(mark)).toEqual([`1 ${mark}`, `2 ${mark}`])
  })

  test('a lost reply and a reload still make one message', async () => {
    const page = await open()
    const mark = `une fois ${Date.now()}`
    // a request of the start that is cut would hold the message back, and six pictures that hang
    // all connections of the browser
    const first = `avant ${Date.now()}`
    await write(page, first)
    await sent(page, first).waitFor()
    await settled(page)
    await expect.poll(() => pending.size).toBe(0)
    proxy.mode = 'half-open'
    await write(page, mark)
    await expect.poll(async () => (await stored(mark)).length).toBe(1)
    proxy.mode = 'reset'
    await show(page)
    proxy.mode = 'pass'
    await sent(page, mark).waitFor()
    await expect.poll(() => kept(page)).toEqual(EMPTY)
    expect([(await stored(mark)).length, await bubble(page, mark).count()]).toEqual([1, 1])
  })
})

test('MSG-189: a refused message stays as «Échec» over a reload until it is deleted', async () => {
  const page = await open()
  const mark = `refusé ${Date.now()}`
  proxy.mode = 'reset'
  await write(page, mark)
  await waits(page, mark).waitFor()
  await page.route('**/messages', (r) =>
    r.request().method() === 'POST'
      ? r.fulfill({
          status: 409,
          json: {
            error: 'Ce message a déjà été envoyé avec un autre contenu.',
            code: 'message_reused',
          },
        })
      : r.fallback(),
  )
  proxy.mode = 'pass'
  await bubble(page, mark).getByText('Échec').waitFor()
  await bubble(page, mark)
    .getByText('Ce message a déjà été envoyé avec un autre contenu.')
    .waitFor()
  await show(page)
  await bubble(page, mark).getByText('Échec').waitFor()
  await bubble(page, mark).getByRole('button', { name: 'Supprimer' }).click()
  await expect.poll(() => kept(page)).toEqual(EMPTY)
  expect([await bubble(page, mark).count(), (await stored(mark)).length]).toEqual([0, 0])
})

outboxTests()
