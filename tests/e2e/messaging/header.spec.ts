import { describe, expect, test } from 'vitest'
import { DESKTOP, PHONE, WITH_MOTION } from '../../support/browser/browser'
import { bubbles, COMPOSER, COUPLE, MAN, WOMAN, type Member } from '../../support/world/talk'
import { s, man, woman, talk } from './thread-setup'

interface Own {
  readonly account: { readonly id: string }
}
/** Shows the first names of `couple` to the man, or no longer. */
const shareNames = async (couple: Member, shown: boolean): Promise<void> => {
  const account = (await man.api.get<Own>('/api/auth/me')).body.account.id
  const { status } = await couple.api.patch(`/api/relations/${account}/sharing`, {
    shareNames: shown,
  })
  expect(status).toBe(200)
}

/** Tests of thread.test.ts, which share its server. */
export const headerTests = (): void => {
  describe('header', () => {
    test('MSG-023 MSG-024: avatar, title and badge; a back button on phones only', async () => {
      for (const options of [PHONE, DESKTOP]) {
        const { page } = await s.open(MAN, `/conversations/${talk}`, options)
        const header = page
          .getByRole('region', { name: 'Discussion', exact: true })
          .locator('header')
        await header.getByRole('heading', { name: woman.handle }).waitFor()
        // no picture: the first letter of the handle
        const avatar = header.getByRole('button', { name: woman.handle }).locator('[aria-hidden]')
        expect(await avatar.first().innerText()).toBe(woman.handle.charAt(0).toUpperCase())
        expect(await header.getByText('Direct', { exact: true }).isVisible()).toBe(true)
        const back = header.getByRole('button', { name: 'Retour aux discussions' })
        expect(await back.count()).toBe(options === PHONE ? 1 : 0)
        if (options === PHONE) {
          await back.click()
          await page.waitForURL(/\/conversations$/)
        }
        await page.close()
      }
    })
    test('MSG-035: a click on the avatar, then on the title, opens the other’s profile', async () => {
      const { page } = await s.open(MAN, `/conversations/${talk}`)
      const header = page.getByRole('region', { name: 'Discussion', exact: true }).locator('header')
      for (const target of [
        header.locator('[aria-hidden="true"]').first(),
        header.getByText(woman.handle),
      ]) {
        await target.click()
        const panel = page.getByRole('dialog').filter({ hasText: woman.handle })
        await panel.waitFor()
        await page.keyboard.press('Escape')
        await panel.waitFor({ state: 'detached' })
      }
      await page.close()
    })
    test('MSG-041: on a phone the first names of a couple are whole, in a head that is no higher', async () => {
      const couple = await s.member(COUPLE)
      const shared = await couple.with(man.handle)
      const { page } = await s.open(MAN, `/conversations/${shared}`, PHONE)
      const header = page.getByRole('region', { name: 'Discussion', exact: true }).locator('header')
      const height = async (): Promise<number> => (await header.boundingBox())?.height ?? 0
      const before = await height()
      await shareNames(couple, true)
      const names = header.getByText(/Léa\s\(Femme\), Hugo\s\(Homme\)$/)
      await page.reload()
      await names.waitFor()
      const isWhole = await names.evaluate(
        (at) => at.scrollWidth <= at.clientWidth && at.scrollHeight <= at.clientHeight,
      )
      expect([isWhole, await height()]).toEqual([true, before])
      await shareNames(couple, false)
      await page.close()
    })
    test('MSG-077 MSG-005: the other is «En ligne maintenant», then «Vu à» a time', async () => {
      const { page } = await s.open(MAN, `/conversations/${talk}`)
      const header = page.getByRole('region', { name: 'Discussion', exact: true }).locator('header')
      const { page: hers } = await s.open(WOMAN, '/conversations', PHONE)
      await header.getByText('En ligne maintenant').waitFor()
      // leaves as a member does; a browser that is killed is the server's to notice (tests/server)
      await hers.goto('about:blank')
      await header.getByText(/^Vu à \d/).waitFor()
      expect(await header.getByText('En ligne maintenant').count()).toBe(0)
      await hers.context().close()
      await page.close()
    })
    test('MSG-002: a couple writes as each identity and as both, and reads replies in all three', async () => {
      const couple = await s.member(COUPLE)
      const shared = await couple.with(man.handle)
      const { page } = await s.open(COUPLE, `/conversations/${shared}`, DESKTOP, 'Tous les deux')
      const { page: his } = await s.open(MAN, `/conversations/${shared}`)
      const who = page.getByRole('dialog', { name: 'Qui est derrière l’écran ?' })
      const senders = new Set<string | null>()
      for (let i = 0; i < 3; i += 1) {
        await page.getByRole('button', { name: 'Changer d’identité' }).click()
        await who.locator('button[aria-pressed]').nth(i).click()
        await who.waitFor({ state: 'detached' })
        const text = `Identité ${i} ${Date.now()}`
        const sent = page.waitForResponse(
          (r) => r.request().method() === 'POST' && r.url().endsWith('/messages'),
        )
        await page.getByPlaceholder(COMPOSER).fill(text)
        await page.keyboard.press('Enter')
        const message = (await (await sent).json()) as { senderIdentityId: string | null }
        senders.add(message.senderIdentityId)
        await bubbles(his, text).waitFor()
        const answer = `Réponse ${i} ${Date.now()}`
        await man.say(shared, answer)
        await bubbles(page, answer).waitFor()
      }
      expect(senders.size).toBe(3)
      await page.close()
      await his.close()
    })
    test('MSG-030: the switch opens the identity choice; accounts with one identity have none', async () => {
      const couple = await s.member(COUPLE)
      const shared = await couple.with(man.handle)
      const two = await s.open(COUPLE, `/conversations/${shared}`, DESKTOP, 'Tous les deux')
      await two.page.getByRole('button', { name: 'Changer d’identité' }).click()
      await two.page.getByRole('dialog', { name: 'Qui est derrière l’écran ?' }).waitFor()
      await two.page.close()
      const one = await s.open(MAN, `/conversations/${shared}`)
      expect(await one.page.getByRole('button', { name: 'Changer d’identité' }).count()).toBe(0)
      await one.page.close()
    })
  })

  describe('MSG-033: under 768 px', () => {
    test('on a phone the tap slides an empty panel in, and the conversation is drawn after that paint', async () => {
      const { page } = await s.open(MAN, '/conversations', {
        viewport: { width: 390, height: 844 },
      })
      const row = page.locator(`a[href="/conversations/${talk}"]`)
      // its code and its messages are there from the second time on
      await row.click()
      await page.getByPlaceholder(COMPOSER).waitFor()
      await page.getByRole('button', { name: 'Retour aux discussions' }).click()
      await page.locator('[data-overlay]').waitFor({ state: 'detached' })
      const panelAtFirst = page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            new MutationObserver((_, observer) => {
              const panel = document.querySelector('[data-overlay]')
              if (!panel) return
              observer.disconnect()
              resolve(panel.querySelectorAll('*').length)
            }).observe(document.body, { childList: true, subtree: true })
          }),
      )
      await row.click()
      expect(await panelAtFirst).toBeLessThanOrEqual(1)
      await page.getByPlaceholder(COMPOSER).waitFor()
      await page.close()
    })

    test('a conversation slides over the list and out in 300 ms; from 768 px beside the icons, from 900 px side by side', async () => {
      const { page } = await s.open(MAN, '/conversations', {
        viewport: { width: 767, height: 900 },
        ...WITH_MOTION,
      })
      await page.locator(`a[href="/conversations/${talk}"]`).click()
      const overlay = page.locator('[data-overlay]')
      await overlay.waitFor()
      await expect
        .poll(() => overlay.boundingBox())
        .toMatchObject({ x: 0, y: 0, width: 767, height: 900 })
      // the keyboard and screen readers do not go to what it covers
      const bar = page.getByRole('navigation', { name: 'Navigation' })
      await expect.poll(() => bar.count()).toBe(0)
      // the pane slides in before its code has come
      const back = page.getByRole('button', { name: 'Retour aux discussions' })
      await back.waitFor()
      await expect.poll(() => overlay.evaluate((node) => node.getAnimations().length)).toBe(0)
      // clicked and observed within the page: from here the 300 ms may have passed. Timers, for a
      // frame may come after the one that ends the slide
      const closing = await back.evaluate(async (button: HTMLElement) => {
        const node = button.closest('[data-overlay]')
        button.click()
        while (node?.isConnected && node.getAnimations().length === 0)
          await new Promise((resolve) => setTimeout(resolve))
        return node?.getAnimations().map((a) => a.effect?.getTiming().duration)
      })
      expect(closing).toEqual([300])
      await overlay.waitFor({ state: 'detached' })
      await bar.waitFor()
      // the focus has returned
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.getAttribute('href')))
        .toBe(`/conversations/${talk}`)
      await page.setViewportSize({ width: 834, height: 900 })
      await page.locator(`a[href="/conversations/${talk}"]`).click()
      await overlay.waitFor()
      await expect
        .poll(() => overlay.boundingBox())
        .toMatchObject({ x: 72, y: 0, width: 762, height: 900 })
      await back.click()
      await overlay.waitFor({ state: 'detached' })
      await page.setViewportSize({ width: 900, height: 900 })
      await page.locator(`a[href="/conversations/${talk}"]`).click()
      await page.getByPlaceholder(COMPOSER).waitFor()
      expect(await overlay.count()).toBe(0)
      await page.getByRole('heading', { name: 'Discussions', level: 1 }).waitFor()
      await page.close()
    })

    test('a page that starts on a conversation shows it without a slide, and the list after it', async () => {
      const { page } = await s.open(MAN, '/conversations', { ...PHONE, ...WITH_MOTION })
      await page.addInitScript(() => {
        // set in the same commit that renders the conversation
        const watch = new MutationObserver(() => {
          const overlay = document.querySelector('[data-overlay]')
          if (!overlay) return
          watch.disconnect()
          Object.assign(window, {
            began: {
              moves: overlay.getAnimations().length,
              list: document.querySelectorAll('[aria-label="Liste des discussions"]').length,
            },
          })
        })
        watch.observe(document, { childList: true, subtree: true })
      })
      await page.goto(`${s.server.url}/conversations/${talk}`)
      const link = page.locator(`a[href="/conversations/${talk}"]`)
      await link.waitFor({ state: 'attached' })
      expect(await page.evaluate(() => (window as unknown as { began: unknown }).began)).toEqual({
        moves: 0,
        list: 0,
      })
      const overlay = page.locator('[data-overlay]')
      await overlay.getByRole('button', { name: 'Retour aux discussions' }).click()
      await overlay.waitFor({ state: 'detached' })
      const coming = await link.evaluate(async (node: HTMLElement) => {
        node.click()
        let overlay: Element | null = null
        for (let frames = 0; !overlay && frames < 300; frames += 1) {
          await new Promise(requestAnimationFrame)
          overlay = document.querySelector('[data-overlay]')
        }
        return overlay?.getAnimations().length
      })
      expect(coming).toBe(1)
      await page.close()
    })
  })
}
