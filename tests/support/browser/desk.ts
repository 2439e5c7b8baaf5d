import type { Browser, BrowserContext, Page } from 'playwright'
import { DESKTOP, newContext, PASSWORD } from './browser'
import { fromMail, inMails } from './mailbox'

const STAFF = 'demo-staff@connivence.test'

/** A staff login need not have an account: it lacks what a member's sign-in stores. */
export const staffContext = async (
  browser: Browser,
  url: string,
  options: Parameters<typeof newContext>[1] = DESKTOP,
): Promise<{ context: BrowserContext; page: Page }> => {
  const context = await newContext(browser, options)
  const page = await context.newPage()
  const reply = await page.request.post(`${url}/api/auth/login`, {
    data: { email: STAFF, password: PASSWORD },
  })
  const { token } = (await reply.json()) as { token: string }
  await page.goto(`${url}/robots.txt`)
  await page.evaluate((auth_token) => {
    localStorage.setItem('auth_token', auth_token)
    localStorage.setItem('session_active', 'true')
  }, token)
  await page.goto(`${url}/desk`)
  return { context, page }
}

const CODE = /\b\d{6}\b/

/** Opens the desk by the code of the mail. */
export const unlockDesk = async (page: Page, url: string): Promise<void> => {
  const known = await inMails(url, STAFF, CODE)
  await page.getByRole('button', { name: 'Recevoir un code' }).click()
  const field = page.getByLabel('Code à six chiffres')
  await field.waitFor()
  await field.fill(await fromMail(url, STAFF, CODE, known))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: /Dossiers ouverts/ }).waitFor()
}
