import type { Page } from 'playwright'

/** A page that is still loading after this long counts as settled, ms. */
const BUSY_MS = 20_000

/**
 * Waits until no finite animation runs; what never ends (a spinner) is not waited for. Not by
 * `finished`: of an animation whose element has been removed it stays pending for ever.
 */
export const animationsEnded = async (page: Page): Promise<void> => {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        (a) => a.playState !== 'running' || a.effect?.getComputedTiming().endTime === Infinity,
      ),
  )
}

/**
 * Waits until neither the page (by its own busy states, the rest of a long list apart, which waits
 * for a scroll) nor a font is loading, no finite animation runs, and the DOM has not changed for
 * 300 ms; `evenBusy`: does not wait for what is loading.
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
          const loads =
            document.fonts.status === 'loading' ||
            [...document.querySelectorAll('[aria-busy=true], [role=status]')].some(
              (e) =>
                e.ariaBusy === 'true' ||
                /^Chargement(?! de la suite)/.test(e.ariaLabel ?? e.textContent.trim()),
            )
          // a panel that slides in is outside until its first frame, which a busy machine draws late
          const moves = document
            .getAnimations()
            .some(
              (a) =>
                a.playState === 'running' && a.effect?.getComputedTiming().endTime !== Infinity,
            )
          const busy = moves || (loads && !evenBusy)
          if (Date.now() - changed < 300 || (busy && Date.now() - started < busyMs)) return
          clearInterval(timer)
          observer.disconnect()
          resolve()
        }, 50)
      }),
    [evenBusy, BUSY_MS] as const,
  )
}
