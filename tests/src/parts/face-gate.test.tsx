// @vitest-environment jsdom
import '../../support/browser/dom-shims'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toasts } from '../../../src/data/state/toasts'
import type { DetectedFaces } from '../../../src/data/media/looks'
import { emitSession, session } from '../../../src/data/session/state'
import { checkFaces } from '../../../src/parts/blur/check-faces'
import type { CheckedPhoto } from '../../../src/parts/blur/face-gate'
import { FaceGateHost } from '../../../src/parts/blur/face-gate-host'
import { ConfirmHost } from '../../../src/ui/overlay/confirm'
import { FACE, look, photo } from '../../support/image/looks'
import { eventually } from '../../support/eventually'

const detector = vi.hoisted(() => ({
  faces: {} as Record<string, DetectedFaces['faces'] | null>,
  /** What a search waits for. */
  ready: Promise.resolve(),
}))
vi.mock('../../../src/data/media/images', async () =>
  (await import('../../support/image/looks')).imagesWithoutDetector(),
)
vi.mock('../../../src/data/media/looks', async (original) => ({
  ...(await original<object>()),
  detectFaces: async (file: File) => {
    await detector.ready
    const faces = detector.faces[file.name]
    return faces
      ? Promise.resolve({ ...look(faces), photo: null })
      : Promise.reject(new Error('no SIMD'))
  },
}))

const settle = (work: () => unknown = () => undefined): Promise<void> =>
  act(async () => {
    await work()
    await vi.dynamicImportSettled()
  })
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const press = (name: string | RegExp) => settle(() => fireEvent.click(button(name)))
let kept: readonly CheckedPhoto[] | undefined
const check = async (...names: string[]): Promise<void> => {
  kept = undefined
  await settle(() => {
    void checkFaces(names.map(photo)).then((photos) => (kept = photos))
  })
  await settle()
}
const result = () => kept?.map((p) => [p.file.name, p.spots.length])

beforeEach(() => {
  URL.createObjectURL = () => 'blob:made'
  URL.revokeObjectURL = () => undefined
  detector.faces = { lake: [], one: [FACE], two: [FACE, { ...FACE, x: 700 }] }
  render(
    <>
      <FaceGateHost />
      <ConfirmHost />
    </>,
  )
})
afterEach(cleanup)

test('the notice of a long search goes once it has ended', async () => {
  let end = (): void => undefined
  detector.ready = new Promise((resolve) => (end = resolve))
  await check('lake')
  await eventually(() => expect(toasts.map((t) => t.text)).toEqual(['Recherche des visages…']))
  await settle(end)
  await eventually(() => expect(result()).toEqual([['lake', 0]]))
  expect(toasts).toEqual([])
})

test('photos without faces pass at once', async () => {
  await check('lake', 'lake')
  await eventually(() =>
    expect(result()).toEqual([
      ['lake', 0],
      ['lake', 0],
    ]),
  )
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('faces are covered before anything is asked, and the order of choice is kept', async () => {
  await check('one', 'lake', 'two')
  await screen.findByRole('dialog', { name: 'Flouter les visages' })
  await screen.findByRole('button', { name: /^Zone floutée 1/ })
  expect(kept).toBeUndefined()
  await press('Suivant 2/2')
  await screen.findByRole('button', { name: /^Zone floutée 2/ })
  await press('Ajouter la photo')
  await eventually(() =>
    expect(result()).toEqual([
      ['one', 1],
      ['lake', 0],
      ['two', 2],
    ]),
  )
})

test('«Tout ajouter» keeps the spots of all; a cancelled photo is not uploaded', async () => {
  await check('one', 'two')
  await screen.findByRole('button', { name: /^Zone floutée 1/ })
  await press('Tout ajouter')
  await eventually(() =>
    expect(result()).toEqual([
      ['one', 1],
      ['two', 2],
    ]),
  )
  await check('one', 'lake')
  await screen.findByRole('button', { name: /^Zone floutée 1/ })
  await press('Annuler')
  await eventually(() => expect(result()).toEqual([['lake', 0]]))
})

test('a face that the member uncovers is asked about; «Flouter» goes back to it', async () => {
  await check('one')
  fireEvent.keyDown(await screen.findByRole('button', { name: /^Zone floutée 1/ }), {
    key: 'Delete',
  })
  await settle()
  await press('Ajouter la photo')
  await screen.findByText('Un visage est visible sur 1 photo.')
  await press('Flouter')
  await screen.findByRole('button', { name: 'Valider' })
  await press('Valider')
  await screen.findByText('Un visage est visible sur 1 photo.')
  await press('Ajouter ainsi')
  await eventually(() => expect(result()).toEqual([['one', 0]]))
})

test('a photo that the detector could not look at is shown before it is uploaded', async () => {
  await check('unknown')
  await screen.findByText('La détection n’est pas possible ici. Touchez les visages à flouter.')
  expect(kept).toBeUndefined()
  await press('Ajouter la photo')
  await eventually(() => expect(result()).toEqual([['unknown', 0]]))
})

test('two choices wait for each other', async () => {
  let later: readonly CheckedPhoto[] | undefined
  await check('one')
  await screen.findByRole('button', { name: /^Zone floutée 1/ })
  await settle(() => {
    void checkFaces([photo('two')]).then((photos) => (later = photos))
  })
  await press('Ajouter la photo')
  await eventually(() => expect(result()).toEqual([['one', 1]]))
  await screen.findByRole('button', { name: /^Zone floutée 2/ })
  await press('Ajouter la photo')
  await eventually(() => expect(later?.map((p) => p.spots.length)).toEqual([2]))
})

test('when the session ends the editor closes and nothing is uploaded', async () => {
  session.accountId = 'first'
  await check('one', 'lake')
  await screen.findByRole('dialog', { name: 'Flouter les visages' })
  await settle(() => {
    session.accountId = 'second'
    emitSession('account')
  })
  await eventually(() => expect(kept).toEqual([]))
  await eventually(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('photos that were chosen before another account took over the page are not given to that one', async () => {
  session.accountId = 'a'
  const checked = checkFaces([photo('lake')])
  session.accountId = 'b'
  expect(await checked).toEqual([])
  session.accountId = null
})
