// @vitest-environment jsdom
import '../../support/browser/dom-shims'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Parting } from '#contract/profile/parting'
import { emptySession, forgetCached, session } from '../../../src/data/session/state'
import { PartingScreen } from '../../../src/features/parting/parting-screen'
import { Refusal, serve, times, type Sent } from '../../support/world/events'
import { eventually } from '../../support/eventually'

const [LEA, HUGO] = ['lea', 'hugo']
const PHOTOS = ['p3', 'p2', 'p1']
/** Léa asked, at the one login that both use. */
const OPEN: NonNullable<Parting['open']> = {
  kind: 'leave',
  identity_id: LEA,
  is_own: true,
  may_cancel: true,
  asked_at: '2026-11-26T10:00:00.000Z',
  due_at: '2026-12-03T10:00:00.000Z',
  told_at: null,
  handle: null,
  relations: null,
  photo_count: 3,
  events: [],
}

afterEach(async () => {
  cleanup()
  forgetCached()
  Object.assign(session, emptySession())
  vi.unstubAllGlobals()
  // until the next task swr counts the last request as under way and sends none
  await new Promise((resolve) => setTimeout(resolve))
})

const actor = (sent: Sent): string =>
  (sent.init.headers as Record<string, string>)['x-active-identity'] ?? ''
type Choice = { ids: string[]; on: boolean; code?: string }

/** The screen of Léa; each has their own choices, as on the server. */
const open = (
  request: Parting['open'],
  more: Parameters<typeof serve>[0] = {},
): { asked: Sent[]; kept: Record<string, Set<string>> } => {
  const kept: Record<string, Set<string>> = { [LEA]: new Set(), [HUGO]: new Set() }
  const asked = serve({
    'GET /account/parting': () =>
      ({
        may: { part: false, leave: true },
        identity_id: null,
        open: request,
      }) satisfies Parting,
    'GET /account/parting/photos': (sent) => ({
      photos: PHOTOS.map((id) => ({
        id,
        url: `/api/media/${id}/url`,
        thumbnail_url: `/api/media/${id}/thumbnail`,
        width: 4,
        height: 3,
        blurhash: null,
        kept: kept[actor(sent)]?.has(id) ?? false,
      })),
      has_more: false,
    }),
    'PUT /account/parting/choices': (sent) => {
      for (const id of (sent.body as Choice).ids) kept[actor(sent)]?.add(id)
      return {}
    },
    'GET /account/parting/talks': () => ({ talks: [] }),
    ...more,
  })
  Object.assign(session, {
    activeIdentityId: LEA,
    account: {
      identities: [
        { id: LEA, firstname: 'Léa', identity_handle: 'lea_h' },
        { id: HUGO, firstname: 'Hugo', identity_handle: 'hugo_h' },
      ],
    },
  })
  render(<PartingScreen />)
  return { asked, kept }
}
const become = (id: string): Promise<void> =>
  act(() => {
    session.activeIdentityId = id
    return Promise.resolve()
  })
const boxes = (): HTMLInputElement[] => screen.queryAllByRole('checkbox')
const ticks = (): boolean[] => boxes().map((one) => one.checked)
const tick = (n: number): void => void fireEvent.click(boxes()[n - 1] as HTMLInputElement)

test('at a shared login one does not see which photos of both the other would keep', async () => {
  const { asked, kept } = open(OPEN)
  await eventually(() => expect(ticks()).toEqual([false, false, false]))
  tick(1)
  await eventually(() => expect([...(kept[LEA] ?? [])]).toEqual(['p3']))
  // not only shown, also loaded again
  await eventually(() => expect(times(asked, 'GET /account/parting/photos')).toBe(2))
  expect(ticks()).toEqual([true, false, false])
  await become(HUGO)
  expect(ticks()).not.toContain(true)
  await eventually(() => expect(ticks()).toEqual([false, false, false]))
  tick(2)
  await eventually(() => expect([...(kept[HUGO] ?? [])]).toEqual(['p2']))
  await eventually(() => expect(ticks()).toEqual([false, true, false]))
  await become(LEA)
  await eventually(() => expect(ticks()).toEqual([true, false, false]))
  expect(asked.filter((s) => s.line === 'GET /account/parting/photos').map(actor)).not.toContain('')
})

test('a password that one typed to part does not stay in the form for the other', async () => {
  open(null)
  const password = await eventually(() => screen.getByLabelText('Votre mot de passe'))
  fireEvent.change(password, { target: { value: 'phrase' } })
  await become(HUGO)
  expect((screen.getByLabelText('Votre mot de passe') as HTMLInputElement).value).toBe('')
})

test('the code that is asked for keeps every photo that is ticked then', async () => {
  const refusals: (() => void)[] = []
  const { asked } = open(OPEN, {
    'PUT /account/parting/choices': (sent) =>
      (sent.body as Choice).code || !(sent.body as Choice).on
        ? {}
        : new Promise((done) => {
            refusals.push(() =>
              done(new Refusal(403, 'Ce code n’est pas le bon.', { code: 'agreement_code' })),
            )
          }),
  })
  await eventually(() => expect(ticks()).toEqual([false, false, false]))
  tick(1)
  tick(2)
  tick(3)
  // one changes their mind
  tick(2)
  await eventually(() => expect(refusals).toHaveLength(3))
  refusals[0]?.()
  const code = await eventually(() => screen.getByLabelText('Code de Léa'))
  refusals[1]?.()
  refusals[2]?.()
  await eventually(() => expect(ticks()).toEqual([false, false, false]))
  fireEvent.change(code, { target: { value: '482193' } })
  fireEvent.click(screen.getByRole('button', { name: 'Donner mon accord' }))
  await eventually(() =>
    expect(asked.map((s) => s.body)).toContainEqual({
      kind: 'photo',
      ids: ['p3', 'p1'],
      on: true,
      code: '482193',
    }),
  )
})

test('a photo that is refused while the code is being sent is kept with it', async () => {
  const answers: Record<string, () => void> = {}
  const { asked } = open(OPEN, {
    'PUT /account/parting/choices': (sent) =>
      new Promise((done) => {
        const { ids, code } = sent.body as Choice
        answers[`${ids.join(' ')}${code ? ' with the code' : ''}`] = () =>
          done(code ? {} : new Refusal(403, 'Il faut un code.', { code: 'agreement_code' }))
      }),
  })
  await eventually(() => expect(ticks()).toEqual([false, false, false]))
  tick(1)
  tick(2)
  await eventually(() => expect(Object.keys(answers)).toEqual(['p3', 'p2']))
  answers['p3']?.()
  const code = await eventually(() => screen.getByLabelText('Code de Léa'))
  fireEvent.change(code, { target: { value: '482193' } })
  fireEvent.click(screen.getByRole('button', { name: 'Donner mon accord' }))
  await eventually(() => expect(answers).toHaveProperty('p3 with the code'))
  answers['p2']?.()
  await eventually(() => expect(ticks()[1]).toBe(false))
  answers['p3 with the code']?.()
  await eventually(() => expect(answers).toHaveProperty('p2 with the code'))
  answers['p2 with the code']?.()
  await eventually(() => expect(screen.queryByLabelText('Code de Léa')).toBeNull())
  expect(times(asked, 'PUT /account/parting/choices')).toBe(4)
})

test('of two quick clicks on one photo the last is the choice that is stored', async () => {
  const sent: { on: boolean; answer: () => void }[] = []
  open(OPEN, {
    'PUT /account/parting/choices': ({ body }) =>
      new Promise((done) => {
        sent.push({ on: (body as Choice).on, answer: () => done({}) })
      }),
  })
  await eventually(() => expect(ticks()).toEqual([false, false, false]))
  tick(1)
  tick(1)
  tick(2)
  // those of other photos need not wait
  await eventually(() => expect(sent.map(({ on }) => on)).toEqual([true, true]))
  expect(ticks()).toEqual([false, true, false])
  sent[0]?.answer()
  await eventually(() => expect(sent.map(({ on }) => on)).toEqual([true, true, false]))
  expect(ticks()).toEqual([false, true, false])
  sent[1]?.answer()
  sent[2]?.answer()
  await eventually(() => expect(ticks()).toEqual([false, false, false]))
})

test('a choice in a form that was opened again waits for those that the closed one had sent', async () => {
  const sent: { on: boolean; answer: () => void }[] = []
  open(OPEN, {
    'PUT /account/parting/choices': ({ body }) =>
      new Promise((done) => {
        sent.push({ on: (body as Choice).on, answer: () => done({}) })
      }),
  })
  await eventually(() => expect(ticks()).toEqual([false, false, false]))
  tick(1)
  await eventually(() => expect(sent.map(({ on }) => on)).toEqual([true]))
  await become(HUGO)
  await become(LEA)
  await eventually(() => expect(ticks()).toEqual([false, false, false]))
  tick(1)
  tick(1)
  tick(2)
  // another photo need not wait: its call says that the others could have been sent
  await eventually(() => expect(sent).toHaveLength(2))
  expect(sent.map(({ on }) => on)).toEqual([true, true])
  sent[0]?.answer()
  await eventually(() => expect(sent).toHaveLength(3))
  sent[2]?.answer()
  await eventually(() => expect(sent.map(({ on }) => on)).toEqual([true, true, true, false]))
  sent[1]?.answer()
  sent[3]?.answer()
  await eventually(() => expect(ticks()).toEqual([false, false, false]))
})
