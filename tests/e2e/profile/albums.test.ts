import type { Locator, Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { axe } from '../../support/browser/axe'
import { DESKTOP, PHONE, watch } from '../../support/browser/browser'
import {
  setUp,
  server,
  files,
  owner,
  other,
  OWNER,
  OTHER,
  api,
  signedIn,
  album,
  photos,
  createAlbum,
  order,
} from './albums-setup'
import { ownPhotosTests } from './own-photos.spec'

setUp()

/** Something in the menu of an album. */
const act = async (page: Page, name: string, item: string): Promise<void> => {
  await album(page, name).getByRole('button', { name: 'Actions de l’album' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

const addThree = async (page: Page, name: string): Promise<void> => {
  await album(page, name).getByLabel('Choisir des photos').setInputFiles(files)
  await album(page, name)
    .getByText(/^3.photos$/)
    .waitFor({ timeout: 30_000 })
  await expect.poll(() => photos(page, name).count()).toBe(3)
}

describe.each([
  ['phone', PHONE],
  ['desktop', DESKTOP],
] as const)('own albums on a %s', (size, options) => {
  const first = `Mer ${size}`
  const name = `Été ${size}`
  test('SOC-041 SOC-034 SOC-037 SOC-032 SOC-028 SOC-029 SOC-030 SOC-148: made, filled, renamed in place, put in order by keys, made public, deleted', async () => {
    const page = await signedIn(OWNER, options, '/albums')
    const seen = watch(page, server.url)
    await page.getByRole('button', { name: 'Créer un album' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Créer un album' })
    await dialog.getByLabel('Nom', { exact: true }).fill('   ')
    expect(await dialog.getByRole('button', { name: 'Créer', exact: true }).isDisabled()).toBe(true)
    await dialog.getByLabel('Nom', { exact: true }).fill(`  ${first} `)
    await dialog.getByRole('button', { name: 'Créer', exact: true }).click()
    await album(page, first).getByText('Non partagé').waitFor()
    await album(page, first).getByText('Aucune photo dans cet album. Ajoutez-en !').waitFor()
    await album(page, first).getByRole('button', { name: 'Ajouter des photos' }).click()
    await page.getByRole('menuitem', { name: 'Depuis mes photos' }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Prendre une photo' }).count()).toBe(
      size === 'phone' ? 1 : 0,
    )
    await page.keyboard.press('Escape')
    // public photos have a tab of their own
    await expect
      .poll(() => page.getByRole('button', { name: 'Ajouter des photos' }).count())
      .toBe(1)
    await addThree(page, first)
    await expect.poll(() => order(first)).toEqual(['un.jpg', 'deux.jpg', 'trois.jpg'])
    expect(await axe(page)).toEqual([])

    // rename: Escape gives up, Enter saves
    const heading = page.getByRole('heading', { name: first, exact: true })
    const edit = (): Promise<void> => (size === 'phone' ? heading.tap() : heading.dblclick())
    await edit()
    await page.getByLabel('Nom de l’album').fill('Autre')
    await page.keyboard.press('Escape')
    await heading.waitFor()
    await edit()
    await page.getByLabel('Nom de l’album').fill(name)
    await page.keyboard.press('Enter')
    await album(page, name).waitFor()
    await expect.poll(() => order(name).catch(() => [])).toHaveLength(3)

    // the first photo goes to the end, by keys alone
    await act(page, name, 'Déplacer les photos')
    await photos(page, name).first().focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect.poll(() => order(name)).toEqual(['deux.jpg', 'trois.jpg', 'un.jpg'])
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Escape')
    // by two presses: the photo, then its new place
    await photos(page, name).nth(2).click()
    await photos(page, name).first().click()
    await expect.poll(() => order(name)).toEqual(['un.jpg', 'deux.jpg', 'trois.jpg'])
    await photos(page, name).first().click()
    await photos(page, name).nth(2).click()
    await expect.poll(() => order(name)).toEqual(['deux.jpg', 'trois.jpg', 'un.jpg'])
    await album(page, name).getByRole('button', { name: 'Terminer' }).click()

    await act(page, name, 'Rendre public')
    const question = page.getByRole('alertdialog')
    await question.getByText(/Tous les membres/).waitFor()
    await question.getByRole('button', { name: 'Rendre public' }).click()
    await album(page, name).getByText('Public', { exact: true }).waitFor()
    await expect
      .poll(() =>
        album(page, name)
          .getByText(/^Album privé/)
          .count(),
      )
      .toBe(0)
    await page.reload()
    await page.getByRole('button', { name, exact: true }).click()
    await album(page, name)
      .getByText(/^3.photos$/)
      .waitFor()

    // deleted: another one is selected
    await createAlbum(page, `Vide ${size}`)
    await album(page, `Vide ${size}`).getByRole('button', { name: 'Actions de l’album' }).click()
    await page.getByRole('menuitem', { name: 'Supprimer l’album' }).click()
    await page
      .getByRole('alertdialog')
      .getByText(/irréversible/)
      .waitFor()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Supprimer l’album' }).click()
    await expect
      .poll(() => page.getByRole('button', { name: `Vide ${size}`, exact: true }).count())
      .toBe(0)
    await page.locator('button[aria-pressed="true"]').first().waitFor()
    expect(seen.errors).toEqual([])
    await page.context().close()
  })

  test('SOC-024 SOC-039: the list is a strip or a column, the grid has three columns or tiles of 200 px', async () => {
    const page = await signedIn(OWNER, options, '/albums')
    await page.getByRole('button', { name, exact: true }).click()
    await photos(page, name).first().waitFor()
    const tiles = await page.locator('section[aria-label] [data-index]').evaluateAll((list) =>
      list.map((t) => ({
        y: Math.round(t.getBoundingClientRect().y),
        w: t.getBoundingClientRect().width,
      })),
    )
    if (size === 'phone') expect(new Set(tiles.slice(0, 3).map((t) => t.y)).size).toBe(1)
    else for (const t of tiles) expect(t.w).toBeGreaterThanOrEqual(200)
    const [a, b] = await page
      .locator('ul[data-no-swipe] > li')
      .evaluateAll((list) =>
        list
          .slice(0, 2)
          .map((l) => ({ x: l.getBoundingClientRect().x, y: l.getBoundingClientRect().y })),
      )
    if (!a || !b) throw new Error('two albums are needed')
    expect(size === 'phone' ? [a.y === b.y, b.x > a.x] : [a.x === b.x, b.y > a.y]).toEqual([
      true,
      true,
    ])
    await page.context().close()
  })

  test('SOC-042 SOC-043 SOC-044 SOC-045 CORE-051: the viewer by keys, wheel and double click; when zoomed it is dragged; Escape closes it and gives the focus back', async () => {
    const page = await signedIn(OWNER, options, '/albums')
    await page.getByRole('button', { name, exact: true }).click()
    const second = photos(page, name).nth(1)
    await second.click()
    const viewer = (n: number) => page.getByRole('dialog', { name: `Photo ${n} sur 3` })
    await viewer(2).locator('img').first().waitFor()
    const scale = async (): Promise<number> =>
      Number(await page.locator('[data-scale]').getAttribute('data-scale'))
    await page.keyboard.press('ArrowRight')
    await viewer(3).waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Photo suivante' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Photo précédente' }).click()
    await viewer(2).waitFor()
    await page.keyboard.press('+')
    await expect.poll(scale).toBeGreaterThan(1)
    await page.keyboard.press('0')
    await expect.poll(scale).toBe(1)
    if (size === 'desktop') {
      await page.mouse.move(700, 450)
      await page.mouse.wheel(0, -100)
      await expect.poll(scale).toBeCloseTo(1.1)
      for (let i = 0; i < 30; i += 1) await page.mouse.wheel(0, -100)
      await expect.poll(scale).toBe(6)
      for (let i = 0; i < 40; i += 1) await page.mouse.wheel(0, 100)
      await expect.poll(scale).toBe(1)
      await page.mouse.dblclick(700, 450)
      await expect.poll(scale).toBeCloseTo(2.2)
      const top = async (): Promise<number> =>
        (await viewer(2).locator('img').first().boundingBox())?.y ?? NaN
      const before = await top()
      await page.mouse.move(700, 450)
      await page.mouse.down()
      await page.mouse.move(700, 390, { steps: 4 })
      await page.mouse.up()
      await expect.poll(top).toBeCloseTo(before - 60, 0)
      // a drag when zoomed is no swipe to the next one
      expect(await viewer(2).count()).toBe(1)
    }
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await page.context().close()
  })
})

describe('what others see', () => {
  test('on a phone the name of an album is read in full beside its pictures', async () => {
    const name = 'Nos vacances à Cap d’Agde, été 2026'
    const { album } = await api<{ album: { id: string } }>(owner, 'POST', '/albums', {
      name,
      isPublic: false,
    })
    const page = await signedIn(OWNER, PHONE, '/albums')
    const pick = page.getByRole('button', { name, exact: true })
    await pick.waitFor()
    expect(await pick.evaluate((e) => e.scrollHeight - e.clientHeight)).toBeLessThanOrEqual(1)
    await page.context().close()
    await api(owner, 'DELETE', `/albums/${album.id}`)
  })
  test('SOC-034: on a phone an album is shown to a relation in four taps, its photos begin in the first third', async () => {
    const { albums } = await api<{ albums: { id: string; name: string; isPublic: boolean }[] }>(
      owner,
      'GET',
      '/albums?includePrivate=true',
    )
    for (const { id } of albums) await api(owner, 'DELETE', `/albums/${id}`)
    const made = await signedIn(OWNER, PHONE, '/albums')
    await createAlbum(made, 'Vacances')
    await addThree(made, 'Vacances')
    await made.context().close()
    const page = await signedIn(OWNER, PHONE, '/conversations')
    let taps = 0
    const tap = (target: Locator): Promise<void> => {
      taps += 1
      return target.tap()
    }
    await tap(page.getByRole('navigation').getByRole('link', { name: 'Profil' }))
    await tap(page.getByRole('link', { name: 'Mes photos' }))
    await photos(page, 'Vacances').first().waitFor()
    expect((await photos(page, 'Vacances').first().boundingBox())?.y).toBeLessThan(844 / 3)
    // the ring around the first album is seen whole
    expect(
      await page
        .getByRole('list')
        .filter({ has: page.getByRole('button', { name: 'Vacances', exact: true }) })
        .evaluate((list) => [list.scrollLeft, list.scrollWidth > list.clientWidth]),
    ).toEqual([0, expect.any(Boolean)])
    await tap(album(page, 'Vacances').getByRole('button', { name: 'Partager l’album' }))
    const drawer = page.getByRole('dialog', { name: /^Partager/ })
    const first = drawer.getByRole('switch').first()
    await first.waitFor()
    await drawer.getByText(/^Album privé\s: visible de vous seulement\.$/).waitFor()
    expect(await axe(page)).toEqual([])
    expect(await first.isChecked()).toBe(false)
    await tap(first)
    expect(taps).toBe(4)
    await page
      .getByText(/ peut voir «\sVacances\s»\.$/)
      .first()
      .waitFor()
    await page.keyboard.press('Escape')
    await album(page, 'Vacances').getByText('Ouvert à 1 membre').waitFor()
    // and taken back
    await album(page, 'Vacances').getByRole('button', { name: 'Partager l’album' }).tap()
    await first.tap()
    await expect.poll(() => first.isChecked()).toBe(false)
    await page.keyboard.press('Escape')
    await album(page, 'Vacances').getByText('Non partagé').waitFor()
    await page.context().close()
  })

  test('SOC-178 SOC-027 SOC-023: a private album comes and goes on the other side without reload, and its photo’s link answers 403', async () => {
    const mine = await signedIn(OWNER, DESKTOP, '/albums')
    await createAlbum(mine, 'Secret')
    await addThree(mine, 'Secret')
    const id =
      (await api<{ albums: { id: string; name: string }[] }>(owner, 'GET', '/albums')).albums.find(
        (a) => a.name === 'Secret',
      )?.id ?? ''
    const theirs = await signedIn(OTHER, DESKTOP, `/profile/${owner.accountId}`)
    await theirs.getByRole('tab', { name: /^Photos/ }).click()
    await theirs.getByRole('heading', { name: 'Albums', exact: true }).waitFor()
    await theirs.locator('[data-placeholder]').first().waitFor()
    expect(await theirs.getByRole('button', { name: 'Secret', exact: true }).count()).toBe(0)
    expect(await theirs.getByRole('button', { name: 'Créer un album' }).count()).toBe(0)

    const share = (sharedAlbumIds: string[]): Promise<unknown> =>
      api(owner, 'PATCH', `/relations/${other.accountId}/sharing`, {
        shareNames: false,
        shareEvents: false,
        shareAllPrivateAlbums: false,
        sharedAlbumIds,
      })
    await share([id])
    await theirs.getByRole('button', { name: 'Secret', exact: true }).click()
    const image = album(theirs, 'Secret').locator('[data-index="0"] img')
    await expect
      .poll(() => image.evaluate((i: HTMLImageElement) => i.naturalWidth))
      .toBeGreaterThan(0)
    const link = (await image.getAttribute('src')) ?? ''
    expect(await theirs.evaluate(async (url) => (await fetch(url)).status, link)).toBe(200)
    expect(
      await album(theirs, 'Secret').getByRole('button', { name: 'Ajouter des photos' }).count(),
    ).toBe(0)

    await share([])
    await expect
      .poll(() => theirs.getByRole('button', { name: 'Secret', exact: true }).count())
      .toBe(0)
    expect(await album(theirs, 'Secret').count()).toBe(0)
    expect(
      await theirs.evaluate(async (url) => (await fetch(url, { cache: 'reload' })).status, link),
    ).toBe(403)

    // who opened it, for its owner
    await album(mine, 'Secret').getByRole('button', { name: 'Actions de l’album' }).click()
    await mine.getByRole('menuitem', { name: 'Vu par' }).click()
    await expect
      .poll(() => mine.getByRole('dialog', { name: 'Vu par' }).getByRole('button').count())
      .toBeGreaterThan(1)
    await mine.context().close()
    await theirs.context().close()
  })

  test('SOC-038: a locked album says so in place of its photos', async () => {
    const theirs = await signedIn(OTHER, PHONE, `/profile/${owner.accountId}`)
    await theirs.getByRole('tab', { name: /^Photos/ }).click()
    await theirs.getByRole('button', { name: 'Album privé', exact: true }).first().click()
    await theirs.getByText('Album privé.', { exact: true }).waitFor()
    expect(await album(theirs, 'Album privé').locator('[data-index]').count()).toBe(0)
    expect(await axe(theirs)).toEqual([])
    await theirs.context().close()
  })
})

ownPhotosTests()
