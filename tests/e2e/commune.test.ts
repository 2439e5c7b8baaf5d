import { afterAll, beforeAll, expect, test } from 'vitest'
import { PHONE } from '../support/browser/browser'
import { stage, WOMAN, type Stage } from '../support/world/talk'

let s: Stage
beforeAll(async () => {
  s = await stage({ TILE_URL: '' })
})
afterAll(() => s.close())

test('the empty map of a member without a commune leads to the card where it is given', async () => {
  const { page } = await s.open(WOMAN, '/events', PHONE)
  await page.route(/\/api\/accounts\/[^/]+\/profile$/, async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { data: object }
    await route.fulfill({ response, json: { ...body, data: { ...body.data, location: null } } })
  })
  await page.route(/\/api\/(places|relations\/locations)\?/, async (route) => {
    const response = await route.fetch()
    const body = Object.entries((await response.json()) as object).map(([name, value]) => [
      name,
      Array.isArray(value) ? [] : (value as unknown),
    ])
    await route.fulfill({ response, json: Object.fromEntries(body) as object })
  })
  await page.goto(`${s.server.url}/radar`)
  await page.getByRole('link', { name: 'Indiquer ma commune' }).click()
  await page.getByRole('dialog', { name: 'Ville' }).getByRole('combobox').waitFor()
  expect(page.url()).toBe(`${s.server.url}/profile`)
  await page.context().close()
})
