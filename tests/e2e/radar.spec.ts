import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { DESKTOP, WITH_MOTION } from '../support/browser/browser'
import { COUPLE, type Stage } from '../support/world/talk'

/** Zooms in by one and presses the button of that name within the animation. */
const pressDuringZoom = (page: Page, name: string): Promise<void> =>
  page.evaluate(async (name) => {
    const map = document.querySelector('.leaflet-container')
    map?.dispatchEvent(new FocusEvent('focus'))
    map?.dispatchEvent(
      new KeyboardEvent('keydown', {
        key: '+',
        code: 'NumpadAdd',
        keyCode: 107,
        bubbles: true,
      }),
    )
    for (let frame = 0; frame < 300 && !document.querySelector('.leaflet-zoom-anim'); frame += 1)
      await new Promise((resolve) => requestAnimationFrame(resolve))
    document.querySelector<HTMLButtonElement>(`button[aria-label="${name}"]`)?.click()
  }, name)

/** Tests of radar.test.ts, which share its server. */
export const radarTests = (
  stage: () => Stage,
  zoomsOf: (page: Page) => Promise<readonly number[]>,
): void => {
  test('«Tout voir» and «Montrer … sur la carte» count too while a zoom is under way', async () => {
    const { page, seen } = await stage().open(
      COUPLE,
      '/radar',
      { ...DESKTOP, ...WITH_MOTION },
      'Tous les deux',
    )
    const all = page.getByRole('button', { name: 'Tout voir' }).first()
    const show = page.getByRole('button', { name: 'Montrer antoine_69 sur la carte' })
    const still = async (): Promise<number[]> =>
      (await page.locator('.leaflet-zoom-anim').count()) > 0
        ? []
        : [...new Set(await zoomsOf(page))]
    // the points are known from here on: the second press needs no reply
    await all.click()
    await show.waitFor()
    await expect.poll(async () => (await still())[0] ?? 99).toBeLessThan(11)
    const [wide] = await still()
    await show.click()
    await expect.poll(async () => (await still())[0] ?? 0).toBeGreaterThan(wide ?? 99)
    const [near] = await still()
    await pressDuringZoom(page, 'Tout voir')
    await expect.poll(still).toEqual([wide])
    await pressDuringZoom(page, 'Montrer antoine_69 sur la carte')
    await expect.poll(still).toEqual([near])
    expect([...seen.errors, ...seen.foreign]).toEqual([])
    await page.context().close()
  })
}
