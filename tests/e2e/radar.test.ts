import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axe } from '../support/browser/axe'
import { DESKTOP, PHONE, WITH_MOTION } from '../support/browser/browser'
import { COUPLE, MAN, stage, WOMAN, type Stage } from '../support/world/talk'
import { radarTests } from './radar.spec'

let s: Stage
beforeAll(async () => {
  s = await stage({ TILE_URL: '' })
})
afterAll(() => s.close())

const groups = (page: Page) => page.getByRole('button', { name: /points regroupés$/ })
/** What the map asks of the server, as [south, west, north, east]. */
const asked = (page: Page): number[][] => {
  const boxes: number[][] = []
  page.on('request', (r) => {
    const { pathname, searchParams } = new URL(r.url())
    if (pathname === '/api/relations/locations')
      boxes.push((searchParams.get('bbox') ?? '').split(',').map(Number))
  })
  return boxes
}
/** The zoom for which the country is drawn. */
const zoomsOf = (page: Page): Promise<number[]> =>
  page
    .locator('canvas[data-zoom]')
    .evaluateAll((all) => all.map((one) => Number((one as HTMLElement).dataset['zoom'])))
const middle = ([south = 0, west = 0, north = 0, east = 0]: number[] = []): [number, number] => [
  (south + north) / 2,
  (west + east) / 2,
]

test('SOC-009 SOC-093 CORE-043: the map begins at the member’s commune, on France without one, and ends at zoom 19; an address with coordinates is centred on them, and they leave the address; so is the town of a profile', async () => {
  const { page, seen } = await s.open(MAN, '/radar')
  const boxes = asked(page)
  // MAN lives in Lyon
  await page.reload()
  await expect.poll(() => boxes.length).toBeGreaterThan(0)
  expect(middle(boxes[0]).map((n) => Math.round(n * 10) / 10)).toEqual([45.8, 4.8])
  const zooms = () => zoomsOf(page)
  await expect.poll(zooms).toEqual([11])
  const profile = /\/api\/accounts\/[^/]+\/profile$/
  await page.route(profile, async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { data: object }
    await route
      .fulfill({ response, json: { ...body, data: { ...body.data, location: null } } })
      // still under way when the route is removed below
      .catch(() => undefined)
  })
  // a request of the page before must not count
  await page.goto('about:blank')
  boxes.length = 0
  await page.goto(`${s.server.url}/radar`)
  await expect.poll(() => boxes.length).toBeGreaterThan(0)
  // from Nice to Lille, from Brest to Strasbourg
  const [south = 90, west = 0, north = 0, east = 0] = boxes[0] ?? []
  expect([south < 43.7, west < -4.5, north > 50.6, east > 7.8]).toEqual(Array(4).fill(true))
  await page.unroute(profile)
  await expect.poll(zooms).toEqual([5])
  for (let zoom = 6; zoom <= 19; zoom += 1) {
    await page.getByRole('button', { name: 'Agrandir la carte' }).click()
    await expect.poll(zooms).toEqual([zoom])
  }
  boxes.length = 0
  await page.goto(`${s.server.url}/radar?lat=45.76&lng=4.83`)
  await expect.poll(() => boxes.length).toBeGreaterThan(0)
  expect(middle(boxes.at(-1)).map((n) => Math.round(n * 10) / 10)).toEqual([45.8, 4.8])
  await expect.poll(() => page.url()).toBe(`${s.server.url}/radar`)
  await page.goto(`${s.server.url}/profile`)
  boxes.length = 0
  await page.getByRole('link', { name: 'Voir sur la carte' }).click()
  await expect.poll(() => boxes.length).toBeGreaterThan(0)
  expect(middle(boxes.at(-1)).map((n) => Math.round(n * 10) / 10)).toEqual([45.8, 4.8])
  expect([...seen.errors, ...seen.foreign]).toEqual([])
  await page.context().close()
})

test('SOC-010: «Tout voir» shows every relation and hostedEvent; the list says the same and opens the profile over the map; a group of one commune lists its members', async () => {
  const { page, seen } = await s.open(COUPLE, '/radar', DESKTOP, 'Tous les deux')
  await page.getByRole('button', { name: 'Tout voir' }).first().click()
  const list = page.getByRole('region', { name: 'Relations', exact: true })
  await list.getByRole('button', { name: /^antoine_69/ }).waitFor()
  await groups(page).first().waitFor()
  expect(await axe(page)).toEqual([])
  await list.getByRole('button', { name: 'Montrer antoine_69 sur la carte' }).click()
  const card = page.getByRole('region', { name: 'Point choisi' })
  await card.getByRole('button', { name: /^antoine_69/ }).click()
  const profile = page.getByRole('dialog', { name: 'Profil' })
  await profile.getByRole('heading', { name: 'antoine_69' }).first().waitFor()
  await page.keyboard.press('Escape')
  await profile.waitFor({ state: 'hidden' })
  expect(new URL(page.url()).pathname).toBe('/radar')
  await card.getByRole('button', { name: 'Fermer la carte du point' }).click()
  // as near as one likes: a commune is one point
  await groups(page).first().focus()
  await page.keyboard.press('Enter')
  await page
    .getByRole('region', { name: /^\d+\spoints$/ })
    .getByRole('listitem')
    .nth(1)
    .waitFor()
  await page.getByRole('button', { name: 'Relations', exact: true }).click()
  await list.waitFor({ state: 'detached' })
  // both filters off: the list says why it is empty, as the map does, and so does «Tout voir»
  await page.getByRole('button', { name: 'Sorties', exact: true }).click()
  await page.getByRole('heading', { name: 'Tout est masqué' }).waitFor()
  await page.getByRole('status').getByText('Choisissez').waitFor()
  await page.getByRole('button', { name: 'Tout voir' }).first().click()
  await page
    .getByRole('list', { name: 'Notifications' })
    .getByText('Rien de ce que vous avez choisi n’est sur la carte.')
    .waitFor()
  expect([...seen.errors, ...seen.foreign]).toEqual([])
  await page.context().close()
})

test.for([
  ['and its answer is there before it', false],
  ['and its answer comes after it', true],
] as const)(
  '«Tout voir» pressed while the code of the map is still on its way, %s: the map shows everything once it is there',
  async ([, late]) => {
    const { page, seen } = await s.open(COUPLE, '/events', DESKTOP, 'Tous les deux')
    let letGo = (): void => undefined
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route(/\/assets\/leaflet-src-[^/]+\.js$/, async (route) => {
      await held
      await route.continue()
    })
    const isWorld = (url: URL): boolean =>
      url.pathname === '/api/relations/locations' &&
      url.searchParams.get('bbox') === '-85,-180,85,180'
    let first = true
    await page.route(isWorld, async (route) => {
      // only the first one waits, for longer than the map
      if (late && first) {
        first = false
        await held
        await page.locator('.leaflet-pane').first().waitFor({ state: 'attached' })
      }
      // the map's own question may have called it off
      await route.continue().catch(() => undefined)
    })
    const worldwide = late
      ? page.waitForRequest((r) => isWorld(new URL(r.url())))
      : page.waitForResponse((r) => isWorld(new URL(r.url())))
    await page
      .getByRole('navigation', { name: 'Navigation' })
      .getByRole('link', { name: 'Carte' })
      .click()
    await page.getByRole('button', { name: 'Tout voir' }).first().click()
    await worldwide
    expect(await page.locator('.leaflet-pane').count()).toBe(0)
    letGo()
    await expect.poll(async () => Math.min(...(await zoomsOf(page)))).toBeLessThan(10)
    await page
      .getByRole('region', { name: 'Relations', exact: true })
      .getByRole('button', { name: /^antoine_69/ })
      .waitFor()
    expect([...seen.errors, ...seen.foreign]).toEqual([])
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.context().close()
  },
)

test('a zoom: the markers of its end are made unseen and take the place of the others; the keyboard keeps its marker', async () => {
  const { page, seen } = await s.open(
    COUPLE,
    '/radar',
    { ...DESKTOP, ...WITH_MOTION },
    'Tous les deux',
  )
  await page.getByRole('button', { name: 'Tout voir' }).first().click()
  await page
    .getByRole('region', { name: 'Relations', exact: true })
    .getByRole('button', { name: 'Montrer antoine_69 sur la carte' })
    .click()
  const layers = page.locator('.leaflet-marker-pane > div')
  // one that is seen, one that is not there for anybody
  const told = () =>
    layers.evaluateAll((all) =>
      all
        .map((l) => [
          (l as HTMLElement).inert,
          (l as HTMLElement).style.opacity,
          l.childElementCount > 0,
        ])
        .sort(),
    )
  const marker = page.locator('.leaflet-marker-pane').getByRole('button').first()
  // a zoom begun while the map still moves ends where there is no marker
  await expect.poll(() => zoomsOf(page)).toEqual([13])
  const boxes: string[] = []
  const look = async () => boxes.push(JSON.stringify(await marker.boundingBox()))
  await expect
    .poll(async () => (await look()) > 1 && boxes.at(-1) === boxes.at(-2), { interval: 600 })
    .toBe(true)
  await expect.poll(told).toEqual([
    [false, '', true],
    [true, '0', false],
  ])
  const before = await marker.getAttribute('aria-label')
  await marker.focus()
  await page.locator('.leaflet-container').evaluate((node) =>
    node.dispatchEvent(
      new WheelEvent('wheel', {
        deltaY: -240,
        bubbles: true,
        cancelable: true,
        clientX: node.getBoundingClientRect().x + node.clientWidth / 2,
        clientY: node.getBoundingClientRect().y + node.clientHeight / 2,
      }),
    ),
  )
  await expect.poll(async () => Math.max(...(await zoomsOf(page)))).toBeGreaterThan(13)
  await page.waitForTimeout(600)
  await expect.poll(told).toEqual([
    [false, '', true],
    [true, '0', false],
  ])
  // on the same marker, or on the map when it came apart: never lost
  const where = await page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? null,
  )
  expect([before, 'Carte des sorties et des relations']).toContain(where)
  expect([...seen.errors, ...seen.foreign]).toEqual([])
  await page.context().close()
})

test('a zoom that begins where the one before has just ended leaves the markers where they are seen', async () => {
  const { page, seen } = await s.open(
    COUPLE,
    '/radar',
    { ...DESKTOP, ...WITH_MOTION },
    'Tous les deux',
  )
  await page.getByRole('button', { name: 'Tout voir' }).first().click()
  await groups(page).first().waitFor()
  // from the own commune to all of France; then no zoom goes on
  await expect.poll(async () => (await zoomsOf(page)).every((zoom) => zoom < 11)).toBe(true)
  await expect.poll(() => page.locator('.leaflet-zoom-anim').count()).toBe(0)
  const before = Math.max(...(await zoomsOf(page)))
  await page.locator('.leaflet-container').evaluate((map) => {
    const press = () =>
      map.dispatchEvent(
        new KeyboardEvent('keydown', {
          key: '+',
          code: 'NumpadAdd',
          keyCode: 107,
          bubbles: true,
        }),
      )
    map.dispatchEvent(new FocusEvent('focus'))
    press()
    // in the frame in which both begin, between the two: the first is over, as a browser may say so early
    requestAnimationFrame(() =>
      map
        .querySelector('.leaflet-proxy')
        ?.dispatchEvent(
          new TransitionEvent('transitionend', { propertyName: 'transform', bubbles: true }),
        ),
    )
    press()
  })
  await expect.poll(() => zoomsOf(page)).toEqual([before + 1])
  await expect
    .poll(() =>
      groups(page).evaluateAll(
        (all) => all.filter((one) => one.checkVisibility({ opacityProperty: true })).length,
      ),
    )
    .toBeGreaterThan(0)
  expect(seen.errors).toEqual([])
  await page.context().close()
})

test('SOC-094: when tiles do not come the country is drawn; on a phone the list takes the place of the map; one’s own position is asked for only by its button, and roughly', async () => {
  const { page } = await s.open(WOMAN, '/events', {
    ...PHONE,
    permissions: ['geolocation'],
    // far from home, whose surroundings are known
    geolocation: { latitude: 48.856614, longitude: 2.352222 },
  })
  const boxes = asked(page)
  let failed = 0
  await page.route(/\/api\/radar\/config$/, async (route) => {
    const response = await route.fetch()
    const tiles = { tiles: '/tiles/x/{z}/{x}/{y}', credit: 'Tuiles' }
    await route.fulfill({ response, json: { ...(await response.json()), ...tiles } })
  })
  await page.route(/\/tiles\//, (route) => {
    failed += 1
    return route.abort()
  })
  await page
    .getByRole('navigation', { name: 'Navigation' })
    .getByRole('link', { name: 'Carte' })
    .click()
  await expect.poll(() => zoomsOf(page)).toEqual([11])
  await page.getByText('IGN, Admin Express COG · Natural Earth').waitFor()
  expect(failed).toBeGreaterThan(0)
  expect(await page.locator('.leaflet-tile').count()).toBe(0)
  boxes.length = 0
  await page.getByRole('button', { name: 'Autour de moi' }).click()
  await expect.poll(() => boxes.length).toBeGreaterThan(0)
  for (const n of boxes.flat()) expect(String(n)).toMatch(/^-?\d+(\.\d{1,2})?$/)
  expect(middle(boxes.at(-1)).map((n) => Math.round(n * 10) / 10)).toEqual([48.9, 2.4])
  await page.getByRole('radio', { name: 'Liste' }).check()
  await page
    .getByRole('region', { name: 'Relations', exact: true })
    .getByRole('button')
    .first()
    .waitFor()
  expect(await page.getByRole('button', { name: 'Agrandir la carte' }).count()).toBe(0)
  expect(await axe(page)).toEqual([])
  await page.context().close()
})

test('when the map does not load, the list holds every place; when nothing does, it says so', async () => {
  const { page } = await s.open(WOMAN, '/events', PHONE)
  await page.route(/\/api\/radar\/config$/, (route) => route.abort())
  await page.route(/\/api\/(places|relations\/locations)/, (route) => route.abort())
  await page
    .getByRole('navigation', { name: 'Navigation' })
    .getByRole('link', { name: 'Carte' })
    .click()
  await page.getByText('La carte ne se charge pas. Vérifiez').waitFor()
  // one thing is said once
  expect(await page.getByText('La carte n’est pas à jour.').count()).toBe(0)
  await page.getByRole('radio', { name: 'Liste' }).check()
  await page.getByText('La liste ne se charge pas.').waitFor()
  await page.unroute(/\/api\/(places|relations\/locations)/)
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await page
    .getByRole('region', { name: 'Relations', exact: true })
    .getByRole('button')
    .first()
    .waitFor()
  expect(await axe(page)).toEqual([])
  await page.context().close()
})

test('MSG-019: ctrl and wheel, and two fingers, do nothing to the page; on the map they zoom it', async () => {
  const { page } = await s.open(WOMAN, '/radar', PHONE)
  await expect.poll(() => zoomsOf(page)).toEqual([11])
  const scale = () => page.evaluate(() => [visualViewport?.scale, devicePixelRatio])
  const cdp = await page.context().newCDPSession(page)
  const pinch = (y: number) =>
    cdp.send('Input.synthesizePinchGesture', {
      x: 120,
      y,
      scaleFactor: 2.4,
      relativeSpeed: 400,
      gestureSourceType: 'touch',
    })
  const before = await scale()
  const wheel = (target: string) =>
    page
      .locator(target)
      .first()
      .evaluate(
        (node) =>
          !node.dispatchEvent(
            new WheelEvent('wheel', {
              ctrlKey: true,
              deltaY: -240,
              bubbles: true,
              cancelable: true,
              clientX: 150,
              clientY: 500,
            }),
          ),
      )
  expect(await wheel('h1')).toBe(true)
  await pinch(40)
  expect(await scale()).toEqual(before)
  expect(await zoomsOf(page)).toEqual([11])
  await pinch(520)
  await expect.poll(async () => Math.max(...(await zoomsOf(page)))).toBeGreaterThan(11)
  const near = Math.max(...(await zoomsOf(page)))
  // a turn of the wheel while the last zoom is still moving is not heard
  await expect
    .poll(
      async () => {
        await wheel('.leaflet-container')
        return Math.max(...(await zoomsOf(page)))
      },
      { interval: 300 },
    )
    .toBeGreaterThan(near)
  expect(await scale()).toEqual(before)
  await page.context().close()
})

radarTests(() => s, zoomsOf)
