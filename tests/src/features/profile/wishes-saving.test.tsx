// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { COUPLE_PRACTICES } from '#contract/profile/data'
import type { Wishes } from '#contract/wishes'
import { session } from '../../../../src/data/session/session'
import { toasts } from '../../../../src/data/state/toasts'
import { WishesScreen } from '../../../../src/features/profile/private/wishes/wishes'
import { fresh, Refusal, serve } from '../../../support/world/events'

afterEach(() => {
  cleanup()
  toasts.splice(0)
  vi.unstubAllGlobals()
})

const wishesOf = (identity_id: string, patch: Partial<Wishes>): Wishes => ({
  identity_id,
  open: true,
  ratings: {},
  pending: [],
  common: [],
  ...patch,
})
const STAY_CLOSED = 'Vos envies sont enregistrées. Elles restent fermées.'
const sliders = () => screen.findAllByRole<HTMLInputElement>('slider')
const rate = async (index: number, value: string): Promise<void> => {
  fireEvent.change((await sliders())[index] as HTMLInputElement, { target: { value } })
}
const firstTwo = async () => (await sliders()).slice(0, 2).map((s) => s.value)
const saveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Enregistrer' })

const theSwitch = () => screen.findByRole<HTMLInputElement>('switch')

/** The screen of Léa, who has nothing rated; a save waits for `answer`. */
const open = (mine: Partial<Wishes> = {}, couple = false) => {
  const [lea, hugo] = [fresh('identity'), fresh('identity')]
  Object.assign(session, {
    phase: 'signed-in',
    accountId: fresh('own'),
    mode: 'single',
    activeIdentityId: lea,
  })
  const about = fresh('member')
  const saving: ((wishes: Wishes | Refusal) => void)[] = []
  const path = `/accounts/${about}/wishes`
  const asked = serve({
    [`GET ${path}`]: ({ init }) => {
      const acting = new Headers(init.headers).get('x-active-identity')
      return acting === hugo
        ? wishesOf(hugo, { ratings: { soirees_privees: 10, soirees_multi: 11 } })
        : wishesOf(lea, mine)
    },
    [`PUT ${path}`]: () => new Promise<Wishes | Refusal>((resolve) => saving.push(resolve)),
  })
  const show = () => render(<WishesScreen accountId={about} handle="bob" couple={couple} />)
  const { unmount } = show()
  const answer = async (wishes: Wishes | Refusal): Promise<void> => {
    await waitFor(() => expect(saving).toHaveLength(1))
    await act(async () => saving.shift()?.(wishes))
  }
  return { lea, hugo, asked, path, answer, show, unmount }
}

test('a wish that is rated while another is being saved stays, and can be saved', async () => {
  const { lea, answer } = open()
  await rate(0, '70')
  fireEvent.click(saveButton())
  await rate(1, '80')
  await answer(wishesOf(lea, { ratings: { soirees_privees: 70 } }))
  await waitFor(() => expect(saveButton().getAttribute('aria-busy')).not.toBe('true'))
  expect(await firstTwo()).toEqual(['70', '80'])
  expect(saveButton().disabled).toBe(false)
  fireEvent.click(saveButton())
  await answer(wishesOf(lea, { ratings: { soirees_privees: 70, soirees_multi: 80 } }))
  await waitFor(() => expect(saveButton().disabled).toBe(true))
  expect(await firstTwo()).toEqual(['70', '80'])
})

test('an answer that comes after a change of identity stays with the identity that saved', async () => {
  const { lea, hugo, answer } = open()
  await rate(0, '70')
  fireEvent.click(saveButton())
  act(() => void (session.activeIdentityId = hugo))
  await waitFor(async () => expect(await firstTwo()).toEqual(['10', '11']))
  await answer(wishesOf(lea, { ratings: { soirees_privees: 70 } }))
  expect(await firstTwo()).toEqual(['10', '11'])
  act(() => void (session.activeIdentityId = lea))
  await waitFor(async () => expect((await firstTwo())[0]).toBe('70'))
})

test('a closing that failed does not look done, and is not repeated by a draft', async () => {
  const { lea, asked, answer, show, unmount } = open()
  await rate(0, '70')
  fireEvent.click(await theSwitch())
  expect((await theSwitch()).checked).toBe(false)
  await answer(new Refusal(503))
  await screen.findByText(/n’ont pas pu être fermées/)
  expect((await theSwitch()).checked).toBe(true)
  unmount()
  show()
  expect((await theSwitch()).checked).toBe(true)
  expect((await firstTwo())[0]).toBe('70')
  // closed elsewhere meanwhile: «Enregistrer» sends the ratings, and nothing else
  fireEvent.click(saveButton())
  await answer(wishesOf(lea, { open: false, ratings: { soirees_privees: 70 } }))
  await waitFor(() => expect(toasts.map((t) => t.text)).toContain(STAY_CLOSED))
  expect(asked.findLast(({ line }) => line.startsWith('PUT'))?.body).toEqual({
    ratings: { soirees_privees: 70 },
  })
  expect((await theSwitch()).checked).toBe(false)
})

test('after a parting, a wish of the couple stays until it is lowered', async () => {
  const key = COUPLE_PRACTICES[0]
  const { lea, asked, answer } = open({ ratings: { [key]: 90 } })
  const group = await screen.findByRole('region', { name: 'En couple' })
  fireEvent.change(within(group).getAllByRole('slider')[0] as HTMLElement, {
    target: { value: '0' },
  })
  fireEvent.click(saveButton())
  await answer(wishesOf(lea, { ratings: { [key]: 0 }, pending: [key] }))
  expect(asked.findLast(({ line }) => line.startsWith('PUT'))?.body).toEqual({
    ratings: { [key]: 0 },
  })
})

test('a single person reads the labels of the own profile with a couple too', async () => {
  open({}, true)
  await screen.findByRole('region', { name: 'En couple' })
  for (const name of ['Chez moi', 'Embrasser', 'Rapports']) screen.getByRole('slider', { name })
  expect(screen.queryByRole('slider', { name: /hors du couple/ })).toBeNull()
})

test('a refusal of the server is said in its words', async () => {
  const { answer } = open()
  await rate(0, '70')
  fireEvent.click(saveButton())
  await answer(new Refusal(404, 'Vous n’êtes plus en relation.'))
  await screen.findByText('Vous n’êtes plus en relation.')
})
