import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright'
import { DESKTOP, launch, newContext, PHONE, signIn } from '../support/browser/browser'
import { startServer, type RunningServer } from '../support/server/process'

let server: RunningServer
let browser: Browser
let page: Page
beforeAll(async () => {
  server = await startServer({ DEMO: '1' })
  browser = await launch()
  page = await (await newContext(browser, DESKTOP)).newPage()
  await signIn(page, server.url, 'demo-staff@connivence.test')
})
afterAll(async () => {
  await browser.close()
  await server.close()
})

/** Opens the desk with the newest code of the demonstration mailbox. */
const unlock = async (at: Page): Promise<void> => {
  await at.goto(`${server.url}/desk`)
  await at.getByRole('button', { name: 'Recevoir un code' }).click()
  const field = at.locator('input[autocomplete="one-time-code"]')
  await field.waitFor()
  const mailbox = await at.context().newPage()
  await mailbox.goto(`${server.url}/demo/boite-aux-lettres`)
  const code = /confirmation : (\d{6})/.exec(await mailbox.locator('body').innerText())?.[1] ?? ''
  await mailbox.close()
  await field.fill(code)
  await field.press('Enter')
  await at.getByRole('heading', { name: 'Dossiers ouverts' }).waitFor()
}
const rows = () => page.locator('a[href^="/desk/cases/"]')

describe('the desk', () => {
  test('does not exist for members, and loads nothing for them', async () => {
    const member = await (await newContext(browser, DESKTOP)).newPage()
    const asked: string[] = []
    member.on('request', (r) => asked.push(new URL(r.url()).pathname))
    await signIn(member, server.url, 'demo-2@connivence.test')
    await member.getByRole('heading', { name: 'Discussions' }).waitFor()
    expect(asked.filter((path) => /desk|staff/.test(path))).toEqual([])
    await member.goto(`${server.url}/desk`)
    await member.getByRole('heading', { name: 'Page introuvable' }).waitFor()
    await member.context().close()
  })

  test('a case is decided with four keys: open, measure, decide; the next one opens', async () => {
    await unlock(page)
    await rows().first().waitFor()
    const before = await rows().count()
    let keys = 0
    const press = async (key: string): Promise<void> => {
      keys += 1
      await page.keyboard.press(key)
    }
    await press('j')
    await press('Enter')
    const decision = page.getByRole('region', { name: 'Décision' })
    await decision.getByRole('button', { name: /Avertir/ }).waitFor()
    const first = new URL(page.url()).pathname
    const at = await decision.getByRole('button').allInnerTexts()
    await press(String(at.findIndex((text) => /Avertir/.test(text)) + 1))
    await decision.getByRole('button', { name: 'Décider' }).waitFor()
    await press('Enter')
    await expect.poll(() => rows().count()).toBe(before - 1)
    expect(keys).toBeLessThanOrEqual(4)
    await expect.poll(() => new URL(page.url()).pathname).not.toBe(first)
  })

  test('two desks at once: what one claims, the other sees claimed without a reload', async () => {
    const phone = await (await newContext(browser, PHONE)).newPage()
    await signIn(phone, server.url, 'demo-staff@connivence.test')
    await unlock(phone)
    const row = phone.locator('a[href^="/desk/cases/"]').last()
    await row.tap()
    await phone.getByRole('button', { name: 'Je m’en occupe' }).tap()
    const path = new URL(phone.url()).pathname
    await page
      .locator(`a[href="${path}"]`)
      .getByText(/Camille|moi|Vous/i)
      .waitFor()
    await phone.context().close()
  })
})
