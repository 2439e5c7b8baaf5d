import { chromium, type Browser, type BrowserContext, type Page } from 'playwright'
// the runner finds or installs it; a single file run alone looks for one itself
import { CHROMIUM_ARGS, findChromium } from './chromium.mjs'

/**
 * The headless shell when the runner found one, else Chromium. `args`: more switches; `whole`: Chromium
 * with what the shell lacks (push, notifications).
 */
export const launch = async (
  args: readonly string[] = [],
  { whole = false } = {},
): Promise<Browser> => {
  const shell = whole ? undefined : process.env['HEADLESS_SHELL_PATH']
  const executablePath = shell ?? process.env['CHROMIUM_PATH'] ?? (await findChromium())
  if (!executablePath) throw new Error('no Chromium: run npm test once, or set CHROMIUM_PATH')
  return chromium.launch({ executablePath, args: [...CHROMIUM_ARGS, ...args], headless: true })
}

export const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 1,
  userAgent:
    'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36',
} as const
export const DESKTOP = { viewport: { width: 1440, height: 900 } } as const
/** For `newContext`, which asks for reduced motion by default. */
export const WITH_MOTION = { reducedMotion: 'no-preference' } as const
/** For `newContext`, which blocks service workers by default. */
export const WITH_SERVICE_WORKER = { serviceWorkers: 'allow' } as const

export interface Watched {
  readonly errors: string[]
  readonly foreign: string[]
}
/** Collects page errors, console errors and requests to any other host. */
export const watch = (page: Page, base: string): Watched => {
  const errors: string[] = []
  const foreign: string[] = []
  page.on('pageerror', (e) => errors.push(e.message))
  page.on('console', (m) => {
    if (m.type() === 'error' && !/Failed to load resource/.test(m.text())) errors.push(m.text())
  })
  page.on('request', (r) => {
    if (!r.url().startsWith(base) && !/^(blob|data):/.test(r.url())) foreign.push(r.url())
  })
  return { errors, foreign }
}

export const PASSWORD = 'connivence-demo'

const chooseIdentity = async (page: Page, name: string): Promise<void> => {
  const question = page.getByRole('dialog', { name: 'Qui est derrière l’écran ?' })
  await question.getByRole('button', { name }).click()
  await question.waitFor({ state: 'hidden' })
  await left(page)
}

const BOTH = 'Tous les deux'
/** What the device stores of the reply to «Qui est derrière l’écran ?». */
const keptIdentity = async (
  page: Page,
  base: string,
  token: string,
  as: string,
): Promise<Record<string, string>> => {
  const reply = await page.request.get(`${base}/api/auth/me`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { account } = (await reply.json()) as {
    account: { identities: { id: string; firstname: string }[] }
  }
  const { identities } = account
  if (as === BOTH)
    return { identity_mode: 'both', identity_ids: JSON.stringify(identities.map((i) => i.id)) }
  const one = identities.find((i) => i.firstname === as)
  if (!one) throw new Error(`nobody of this account is called ${as}`)
  return { identity_mode: 'single', active_identity_id: one.id }
}

/**
 * Signs in through the API, without loading the login screen, and opens `path`; `as`: the identity,
 * by first name or «Tous les deux»; without it the app asks.
 */
export const signIn = async (
  page: Page,
  base: string,
  email: string,
  as?: string,
  path = '/conversations',
  password = PASSWORD,
): Promise<void> => {
  const reply = await page.request.post(`${base}/api/auth/login`, {
    data: { email, password },
  })
  if (!reply.ok()) throw new Error(`${email} cannot sign in: ${await reply.text()}`)
  const { token, accountId } = (await reply.json()) as { token: string; accountId: string }
  // a page of the same origin that runs no script
  await page.goto(`${base}/robots.txt`)
  await page.evaluate(
    (entries) => {
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value)
    },
    {
      auth_token: token,
      account_id: accountId,
      session_active: 'true',
      hasAccount: 'true',
      ...(as ? await keptIdentity(page, base, token, as) : {}),
    },
  )
  await page.goto(base + path)
  await page.locator('main').first().waitFor()
}

/** Signs in through the login screen, on the way to `path`; `as`: the name to choose when the app asks for the identity. */
export const signInByForm = async (
  page: Page,
  base: string,
  email: string,
  as?: string,
  path = '/conversations',
): Promise<void> => {
  await page.goto(
    `${base}/login${path === '/conversations' ? '' : `?redirect=${encodeURIComponent(path)}`}`,
  )
  await page.getByLabel('Adresse e-mail').fill(email)
  await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Se connecter' }).click()
  await page.waitForURL((url) => url.pathname === path)
  if (as) await chooseIdentity(page, as)
}

/**
 * Does `act`, which signs the member out, and waits until the login page has loaded (the
 * address changes before the load).
 */
export const signedOut = async (page: Page, act: () => Promise<void>): Promise<void> => {
  await page.evaluate(() => {
    ;(globalThis as { before?: true }).before = true
  })
  await act()
  await page.waitForFunction(
    () =>
      !('before' in globalThis) &&
      document.querySelector('input[autocomplete~=username], input[type=email]') !== null,
  )
}

/** «Se déconnecter» in the menu of the member, confirmed; resolves when the login page has loaded. */
export const signOut = (page: Page): Promise<void> =>
  signedOut(page, async () => {
    await page.getByRole('navigation').getByRole('button').last().click()
    await page.getByRole('menuitem', { name: 'Se déconnecter' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Se déconnecter' }).click()
  })

/**
 * A dialog or menu that has closed removes its history entry a moment later, which cancels a load
 * that has just begun: loads of this page wait for that.
 */
const loadAfterClosing = (page: Page): void => {
  const { goto, reload } = page
  const closed = (): Promise<unknown> =>
    page
      .waitForFunction(
        () =>
          ((history.state as { layers?: number } | null)?.layers ?? 0) <=
          document.querySelectorAll('dialog[open], :popover-open').length,
        undefined,
        { polling: 20, timeout: 1_000 },
      )
      // another layer is open, or the page does not respond
      .catch(() => undefined)
  page.goto = (...args) => closed().then(() => goto.apply(page, args))
  page.reload = (...args) => closed().then(() => reload.apply(page, args))
}

export const newContext = async (
  browser: Browser,
  options: Parameters<Browser['newContext']>[0] = DESKTOP,
): Promise<BrowserContext> => {
  const context = await browser.newContext({
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    // its installation costs a third of the processor time of a fresh context
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
    ...options,
  })
  context.on('page', loadAfterClosing)
  return context
}

/**
 * Waits until what has closed has left its entry of the history: that happens a moment later, and
 * would cancel a navigation.
 */
export const left = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => !(history.state as { layers?: number } | null)?.layers)
