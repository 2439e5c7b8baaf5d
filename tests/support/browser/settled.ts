import type { Page } from 'playwright'

/** What still loads after this long is looked at as it is, ms. */
const BUSY_MS = 20_000

/**
 * Waits until nothing is loading and the page has not changed for a moment; `evenBusy`: also when
 * something is loading.
 */
export const settled = async (page: Page, { evenBusy = false } = {}): Promise<void> => {
  await page.locator('main').first().waitFor()
  await page.evaluate(
    ([evenBusy, busyMs]) =>
      new Promise<void>((resolve) => {
        const started = Date.now()
        let changed = started
        const observer = new MutationObserver(() => {
          changed = Date.now()
        })
        observer.observe(document.body, { childList: true, subtree: true, attributes: true })
        const timer = setInterval(() => {
          const busy = !evenBusy && document.querySelector('[aria-busy=true]') !== null
          if (Date.now() - changed < 300 || (busy && Date.now() - started < busyMs)) return
          clearInterval(timer)
          observer.disconnect()
          resolve()
        }, 50)
      }),
    [evenBusy, BUSY_MS] as const,
  )
}
