import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Locator, Page } from 'playwright'
import { build, preview, type PreviewServer } from 'vite'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { DESKTOP, launch, newContext, watch, type Watched } from '../browser/browser'
import { OUT } from './vite.config'

const configFile = fileURLToPath(new URL('./vite.config.ts', import.meta.url))
/** Pictures to look at: `KIT_SHOTS=folder`. */
const shots = process.env['KIT_SHOTS']

export interface Kit {
  readonly page: Page
  open: (options?: Parameters<typeof newContext>[1], query?: string) => Promise<void>
  /** A screenshot, where the run wants them. */
  shot: (name: string, fullPage?: boolean) => Promise<void>
  button: (name: string) => Locator
  /** Name or text of what has the focus. */
  focused: () => Promise<string>
}

/** Until no animation runs: a moving box has no place to measure. */
export const still = (locator: Locator): Promise<void> =>
  locator.evaluate(async (element) => {
    while (element.getAnimations().some((animation) => animation.playState === 'running'))
      await new Promise(requestAnimationFrame)
  })

/**
 * Builds the kit page, serves it on `port` under the policy of production, and opens it in Chromium
 * for the tests of one file.
 */
export function useKit(port: number): Kit {
  const base = `http://localhost:${port}`
  const outDir = `${OUT}-${port}`
  let server: PreviewServer
  let browser: Browser
  let page: Page
  let seen: Watched

  beforeAll(async () => {
    await build({ configFile, logLevel: 'error', build: { outDir } })
    server = await preview({ configFile, logLevel: 'error', preview: { port }, build: { outDir } })
    browser = await launch()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
    rmSync(outDir, { recursive: true, force: true })
  })
  afterEach(async () => {
    await page.context().close()
    // an inline style or an HTML string would be refused by the policy and be here
    expect([seen.errors, seen.foreign]).toEqual([[], []])
  })
  return {
    get page() {
      return page
    },
    open: async (options = DESKTOP, query = '?theme=dark') => {
      const context = await newContext(browser, options)
      page = await context.newPage()
      seen = watch(page, base)
      await page.goto(`${base}/${query}`)
      await page.getByRole('heading', { name: 'Logo' }).waitFor()
      // the display face comes after the first paint and moves what is measured here
      await page.waitForFunction(() =>
        [...document.fonts].some(
          (face) => face.family.includes('Fraunces Variable') && face.status === 'loaded',
        ),
      )
    },
    shot: async (name, fullPage = false) => {
      if (shots) await page.screenshot({ path: join(shots, `${name}.png`), fullPage })
    },
    button: (name) => page.getByRole('button', { name, exact: true }),
    focused: () =>
      page.evaluate(
        () =>
          document.activeElement?.getAttribute('aria-label') ??
          document.activeElement?.textContent ??
          '',
      ),
  }
}
