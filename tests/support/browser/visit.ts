import type { Page } from 'playwright'

/** A place to pass by: while its heading is shown, nothing of the screen before is. */
interface Between {
  readonly path: string
  readonly heading: string
}
/** An address that nothing has. */
export const NOWHERE: Between = { path: '/nulle-part', heading: 'Page introuvable' }
/** For whoever is signed out, where an unknown address asks for a login. */
export const FORGOTTEN: Between = { path: '/forgot-password', heading: 'Mot de passe oublié' }

/** Back, as often as something is open above the page. */
const closeLayers = async (page: Page): Promise<void> => {
  const layers = (): Promise<number> =>
    page.evaluate(() => (history.state as { layers?: number } | null)?.layers ?? 0)
  const dialog = page.locator('dialog[open]').first()
  // what is opening has its entry a moment later
  while ((await layers()) > 0 || (await dialog.count()) > 0) {
    const open = await layers()
    if (open === 0) {
      await dialog.waitFor({ state: 'detached', timeout: 1_000 }).catch(() => undefined)
      continue
    }
    await page.evaluate(() => history.back())
    await page.waitForFunction(
      (before) => ((history.state as { layers?: number } | null)?.layers ?? 0) < before,
      open,
    )
  }
}

/**
 * Opens a path within the app where the page shows it already, else loads it: a load costs 1.4 s of
 * the processor. For what a screen shows, not for how it arrives; data that were read before stay
 * cached. The screen is mounted again, by way of `between`, also where the one before has the
 * same component.
 */
export const visit = async (
  page: Page,
  base: string,
  path: string,
  between = NOWHERE,
): Promise<void> => {
  const isApp =
    page.url().startsWith(base) &&
    (await page.evaluate(() => (document.querySelector('#root')?.childElementCount ?? 0) > 0))
  if (!isApp) {
    await page.goto(base + path)
    return
  }
  const push = (to: string): Promise<void> =>
    page.evaluate((url) => history.pushState(null, '', url), to)
  const heading = page.getByRole('heading', { level: 1, name: between.heading })
  await closeLayers(page)
  await push(between.path)
  await heading.waitFor()
  if (path === between.path) return
  await push(path)
  await heading.waitFor({ state: 'detached' })
  // an address of panels: they open over another screen
  if (/^\/(?:settings|feedback)\b/.test(path)) await page.locator('dialog[open]').first().waitFor()
}
