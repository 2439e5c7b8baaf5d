import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axe } from '../../support/browser/axe'
import { DESKTOP, newContext, PHONE, signIn } from '../../support/browser/browser'
import { typeAtOnce } from '../../support/browser/type-at-once'
import {
  bubbles,
  COMPOSER,
  COUPLE,
  MAN,
  stage,
  WOMAN,
  type Member,
  type Stage,
} from '../../support/world/talk'

let s: Stage
let man: Member
let woman: Member
let talk: string
beforeAll(async () => {
  s = await stage()
  man = await s.member(MAN)
  woman = await s.member(WOMAN)
  talk = await man.with(woman.handle)
})
afterAll(() => s.close())

describe('the list', () => {
  test('MSG-109 MSG-110 MSG-102: a message moves its conversation first and counts until it is opened', async () => {
    for (const c of (await man.conversations()).filter((x) => x.id !== talk).slice(0, 2))
      await man.say(c.id, 'Bonsoir')
    const { page } = await s.open(MAN, '/conversations')
    const rows = page.getByRole('region', { name: 'Liste des discussions' }).getByRole('link')
    const row = page.locator(`a[href="/conversations/${talk}"]`)
    await row.waitFor()
    // a second try may see the copy on the device first
    await expect.poll(() => rows.first().getAttribute('href')).not.toBe(`/conversations/${talk}`)
    const unread = async (): Promise<number> =>
      Number(
        /(\d+)\smessages?\snon\slus?/.exec(
          (await row.evaluate((n) => n.outerHTML)).replaceAll('&nbsp;', ' '),
        )?.[1] ?? 0,
      )
    const before = await unread()
    const text = `Liste ${Date.now()}`
    await woman.say(talk, text)
    await row.getByText(text).waitFor()
    await expect.poll(() => rows.first().getAttribute('href')).toBe(`/conversations/${talk}`)
    await expect.poll(() => unread()).toBe(before + 1)
    await man.say(talk, `de mon téléphone ${Date.now()}`)
    await row.getByText(/de mon téléphone/).waitFor()
    expect(await unread()).toBeLessThanOrEqual(before + 1)
    await woman.say(talk, `encore ${Date.now()}`)
    await row.getByText(/encore/).waitFor()
    await expect.poll(() => unread()).toBeGreaterThan(0)
    await page.route('**/mark-read', () => undefined)
    await row.click()
    await expect.poll(unread).toBe(0)
    // messages that arrive while it is open are read
    await woman.say(talk, `pendant ${Date.now()}`)
    await bubbles(page, 'pendant').first().waitFor()
    await expect.poll(() => unread()).toBe(0)
    await page.close()
  })

  test('a search makes one request, 300 ms after the last key, without < and >', async () => {
    const { page } = await s.open(COUPLE, '/conversations', DESKTOP, 'Tous les deux')
    const rows = page.getByRole('region', { name: 'Liste des discussions' }).getByRole('link')
    await rows.first().waitFor()
    const all = await rows.count()
    const asked: string[] = []
    page.on('request', (r) => {
      if (r.url().includes('/conversations/search'))
        asked.push(new URL(r.url()).searchParams.get('q') ?? '')
    })
    await typeAtOnce(page.getByRole('searchbox'), '<nora>')
    await expect.poll(() => rows.count()).toBeLessThan(all)
    await page.waitForTimeout(500)
    await expect.poll(() => asked).toEqual(['nora'])
    // groups are also found by their members
    expect((await rows.allInnerTexts()).some((t) => t.includes('nora_lyon'))).toBe(true)
    await page.getByRole('searchbox').fill('zzzzzz')
    await page.getByText('Aucun résultat.').waitFor()
    // without a response no «not found» is shown
    await page.route('**/conversations/search?*', (r) => r.abort())
    await page.getByRole('searchbox').fill('clara')
    await page.getByText('La recherche n’a pas abouti.').waitFor()
    expect(await page.getByText('Aucun résultat.').count()).toBe(0)
    await page.unroute('**/conversations/search?*')
    await page.getByRole('button', { name: 'Réessayer' }).click()
    await rows.filter({ hasText: 'clara_et_tom' }).first().waitFor()
    await page.getByRole('searchbox').fill('')
    await expect.poll(() => rows.count()).toBe(all)
    await page.close()
  })

  test('MSG-031: a new conversation by handle is empty; a wrong handle shows an error', async () => {
    const couple = await s.member(COUPLE)
    const taken = new Set(
      (await man.conversations()).flatMap((c) =>
        c.participants.map((p) => p.account.account_handle),
      ),
    )
    const stranger = (await couple.conversations())
      .flatMap((c) => c.participants.map((p) => p.account.account_handle))
      .find((h) => !taken.has(h)) as string
    const { page } = await s.open(MAN, '/conversations')
    await page.getByRole('button', { name: 'Nouvelle discussion' }).click()
    const dialog = page.getByRole('dialog', { name: 'Nouvelle discussion' })
    await dialog.getByLabel('Pseudo du membre').fill('personne_de_ce_nom')
    await page.keyboard.press('Enter')
    await dialog
      .getByText(/./)
      .filter({ hasText: /introuvable|trouvé|existe|Aucun/i })
      .first()
      .waitFor()
    await dialog.getByLabel('Pseudo du membre').fill(stranger)
    await dialog.getByRole('button', { name: 'Ouvrir la discussion' }).click()
    await page.waitForURL(/\/conversations\/./)
    await page.getByText('Aucun message. Lancez-vous et écrivez le premier !').waitFor()
    await page.getByPlaceholder(COMPOSER).fill('Bonsoir !')
    await page.keyboard.press('Enter')
    await bubbles(page, 'Bonsoir !').getByLabel('Envoyé').waitFor()
    expect(await page.getByText('Aucun message. Lancez-vous').count()).toBe(0)
    await page.close()
  })

  test('a list that fails to load shows an error and a retry', async () => {
    // a device without stored data
    const page = await (await newContext(s.browser)).newPage()
    // the list also reloads automatically when the server is reachable: only the click may succeed
    const isClicked = () => page.evaluate(() => 'clicked' in globalThis).catch(() => false)
    await page.route('**/api/conversations', async (r) =>
      (await isClicked()) ? r.continue() : r.abort(),
    )
    await signIn(page, s.server.url, MAN)
    await page
      .getByText('Impossible de charger vos discussions. Vérifiez votre connexion.')
      .waitFor()
    const again = page.getByRole('button', { name: 'Réessayer' })
    await page.evaluate(() =>
      document.addEventListener('click', () => Object.assign(globalThis, { clicked: true }), {
        capture: true,
      }),
    )
    // a click while an automatic reload is failing joins that one
    await expect
      .poll(async () => {
        await again.click({ timeout: 1_000 }).catch(() => undefined)
        return page.locator(`a[href="/conversations/${talk}"]`).isVisible()
      })
      .toBe(true)
    await page.context().close()
  })

  test('a missing conversation shows an error', async () => {
    const { page } = await s.open(MAN, '/conversations')
    await page.goto(`${s.server.url}/conversations/00000000-0000-7000-8000-000000000000`)
    await page.getByText('Impossible d’ouvrir cette discussion').waitFor()
    expect(await page.getByPlaceholder(COMPOSER).count()).toBe(0)
    await page.close()
  })

  test('on a phone the list under a conversation is not drawn, and the name is the heading; it comes back where it was', async () => {
    const { page } = await s.open(MAN, '/conversations', {
      ...PHONE,
      viewport: { width: 390, height: 400 },
    })
    const rows = page.locator('[data-rows]')
    const last = rows.getByRole('link').last()
    await last.scrollIntoViewIfNeeded()
    const scrolled = await rows.evaluate((n) => n.scrollTop)
    expect(scrolled).toBeGreaterThan(0)
    const isDrawn = (): Promise<boolean> => rows.evaluate((n) => n.checkVisibility())
    await last.tap()
    await page.getByPlaceholder(COMPOSER).waitFor()
    await expect.poll(isDrawn).toBe(false)
    const thread = page.locator('[data-conversation]')
    await thread.getByRole('heading', { level: 1 }).waitFor()
    await page.goBack()
    await expect.poll(isDrawn).toBe(true)
    await expect.poll(() => rows.evaluate((n) => n.scrollTop)).toBe(scrolled)
    await expect.poll(() => last.evaluate((n) => n === document.activeElement)).toBe(true)
    // a dialog of the list stays to be seen when something else opens a conversation
    await page.getByRole('button', { name: 'Nouvelle discussion' }).tap()
    const sheet = page.getByRole('dialog', { name: 'Nouvelle discussion' })
    await sheet.waitFor()
    await page.evaluate((path) => history.pushState(null, '', path), `/conversations/${talk}`)
    await thread.waitFor()
    await expect.poll(() => page.locator('[inert] [data-rows]').count()).toBe(1)
    expect(await sheet.evaluate((n) => n.checkVisibility())).toBe(true)
    await page.close()
  })
  test('accessibility: axe finds nothing in the list and the dialog, dark and light', async () => {
    const { page } = await s.open(COUPLE, '/conversations', PHONE, 'Tous les deux')
    for (const theme of ['dark', 'light']) {
      await page.evaluate((t) => localStorage.setItem('theme', t), theme)
      await page.reload()
      await page
        .getByRole('region', { name: 'Liste des discussions' })
        .getByRole('link')
        .first()
        .waitFor()
      await page.waitForTimeout(400)
      expect(await axe(page), theme).toEqual([])
      await page.getByRole('button', { name: 'Nouvelle discussion' }).click()
      await page.getByRole('dialog', { name: 'Nouvelle discussion' }).waitFor()
      await page.waitForTimeout(400)
      expect(await axe(page), theme).toEqual([])
    }
    await page.close()
  })

  test('320 px wide and text at 200 %: no horizontal overflow', async () => {
    const { page } = await s.open(
      COUPLE,
      '/conversations',
      { viewport: { width: 320, height: 640 } },
      'Tous les deux',
    )
    const sideways = () =>
      page.evaluate(() => {
        const out: string[] = []
        if (document.documentElement.scrollWidth > innerWidth) out.push('page')
        for (const n of document.querySelectorAll(
          '[data-message], header, form, [data-thread], button, a',
        )) {
          const box = n.getBoundingClientRect()
          if (
            box.width > 0 &&
            (box.right > innerWidth + 1 || box.left < -1) &&
            !n.closest('[aria-hidden="true"]')
          )
            out.push(n.outerHTML.slice(0, 90))
        }
        return out
      })
    for (const size of ['100', '200']) {
      await page.evaluate((v) => localStorage.setItem('text_size', v), size)
      await page.goto(`${s.server.url}/conversations`)
      await page
        .getByRole('region', { name: 'Liste des discussions' })
        .getByRole('link')
        .first()
        .waitFor()
      expect(await sideways(), `list ${size}`).toEqual([])
      await page
        .getByRole('region', { name: 'Liste des discussions' })
        .getByRole('link')
        .nth(1)
        .click()
      await page.locator('[data-message]').first().waitFor()
      await page.waitForTimeout(600)
      expect(await sideways(), `thread ${size}`).toEqual([])
      // the name is read together with its tag
      expect(
        await page
          .locator('header h1 b')
          .first()
          .evaluate((n) => n.clientWidth),
        `name ${size}`,
      ).toBeGreaterThan(80)
      expect(
        await page
          // under the thread
          .getByRole('navigation', { includeHidden: true })
          .getByText('Discussions', { exact: true })
          .evaluate((n) => n.scrollWidth - n.clientWidth),
        `bar ${size}`,
      ).toBe(0)
      for (const [path, shown] of [
        ['/profile', page.getByText('Attirances').first()],
        ['/connection', page.getByRole('searchbox', { name: 'Rechercher une relation' })],
      ] as const) {
        await page.goto(`${s.server.url}${path}`)
        await shown.waitFor()
        expect(
          await sideways().then((found) => found.filter((at) => !at.includes('role="tab"'))),
          `${path} ${size}`,
        ).toEqual([])
      }
      expect(
        await page.evaluate(
          () =>
            [...document.querySelectorAll('section p, section span')].filter(
              (n) => n.getBoundingClientRect().width > innerWidth,
            ).length,
        ),
      ).toBe(0)
    }
    await page.close()
  })
})
