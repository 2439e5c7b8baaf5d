// @vitest-environment jsdom
import '../../support/browser/dom-shims'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { VERIFICATION_TAKE_S } from '#contract/verification'
import { errorOfResponse } from '../../../src/data/http/api-error'
import { forgetCached } from '../../../src/data/session/state'
import { VerificationScreen } from '../../../src/features/verification/verification-screen'
import { eventually } from '../../support/eventually'

const uploads = vi.hoisted(() => ({ uploadTo: vi.fn() }))
vi.mock(import('../../../src/data/media/upload'), async (original) => ({
  ...(await original()),
  ...uploads,
}))
/** A busy machine takes its time. */
const TIMEOUT = 15_000
const asked: string[] = []
/** How long after the clock of this device the gestures end, ms. */
let takeMs = 0
const stub = (own: Record<string, unknown>): void => {
  asked.length = 0
  takeMs = VERIFICATION_TAKE_S * 1000
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    asked.push(`${init.method} ${path.replace('/api', '')}`)
    const body =
      init.method === 'GET'
        ? {
            state: 'refused',
            verifiedOn: null,
            words: 'Trop sombre.',
            meetings: 0,
            photoless: false,
            exhausted: true,
            mayContest: true,
            ...own,
          }
        : {
            id: crypto.randomUUID(),
            gestures: ['un', 'deux'],
            expiresAt: new Date(Date.now() + takeMs).toISOString(),
          }
    return Promise.resolve(
      new Response(JSON.stringify(body), {
        status: 200,
        headers: { 'content-type': 'application/json' },
      }),
    )
  })
}
afterEach(async () => {
  cleanup()
  vi.useRealTimers()
  forgetCached()
  vi.unstubAllGlobals()
  // until the next task swr counts the last request as under way and sends none
  await new Promise((resolve) => setTimeout(resolve))
})

test('a refusal is contested from its own card, also after three tries', async () => {
  stub({})
  render(<VerificationScreen />)
  fireEvent.click(await screen.findByRole('button', { name: 'Demander un autre regard' }))
  await eventually(() => expect(asked).toContain('POST /account/verification/contest'))
})

test('one that was contested is not offered again', async () => {
  stub({ mayContest: false })
  render(<VerificationScreen />)
  await screen.findByText('Trop sombre.')
  expect(screen.queryByRole('button', { name: 'Demander un autre regard' })).toBeNull()
})

test('gestures that are drawn again after the ten minutes still contest the refusal', async () => {
  stub({})
  render(<VerificationScreen />)
  const contest = await screen.findByRole('button', { name: 'Demander un autre regard' })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fireEvent.click(contest)
  const again = await vi.waitFor(() => {
    act(() => {
      vi.advanceTimersByTime(VERIFICATION_TAKE_S * 1000)
    })
    return screen.getByText('Tirer d’autres gestes')
  }, TIMEOUT)
  fireEvent.click(again)
  await vi.waitFor(
    () =>
      expect(asked.filter((line) => line.startsWith('POST'))).toEqual([
        'POST /account/verification/contest',
        'POST /account/verification/contest',
      ]),
    TIMEOUT,
  )
})

test('the server says when the ten minutes are over, not the clock of the device', async () => {
  stub({})
  takeMs = -1
  uploads.uploadTo.mockRejectedValue(
    errorOfResponse(410, { error: 'Les dix minutes.', code: 'verification_late' }, null),
  )
  Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined })
  render(<VerificationScreen />)
  fireEvent.click(await screen.findByRole('button', { name: 'Demander un autre regard' }))
  fireEvent.change(await screen.findByLabelText('Prendre la photo', { selector: 'input' }), {
    target: { files: [new File(['x'], 'moi.jpg')] },
  })
  await screen.findByRole('img', { name: 'Vous, à l’instant' })
  fireEvent.click(screen.getByRole('button', { name: 'Envoyer à l’équipe' }))
  await screen.findByText('Les dix minutes sont passées.')
  fireEvent.click(screen.getByRole('button', { name: 'Plus tard' }))
  await screen.findByText('Pas d’accord avec ce refus ?')
})

test('each step keeps the keyboard, from the first press to the late gestures and back', async () => {
  stub({})
  uploads.uploadTo.mockRejectedValue(
    errorOfResponse(410, { error: 'Les dix minutes.', code: 'verification_late' }, null),
  )
  Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined })
  render(<VerificationScreen />)
  const press = async (name: string): Promise<void> => {
    const button = await screen.findByRole('button', { name })
    button.focus()
    fireEvent.click(button)
  }
  const gestures = () => screen.getByRole('region', { name: 'À faire sur la photo' })
  await press('Demander un autre regard')
  const file = await screen.findByLabelText('Prendre la photo', { selector: 'input' })
  await eventually(() => expect(gestures().contains(document.activeElement)).toBe(true))
  screen.getByRole('button', { name: 'Prendre la photo' }).focus()
  fireEvent.change(file, { target: { files: [new File(['x'], 'moi.jpg')] } })
  await screen.findByRole('img', { name: 'Vous, à l’instant' })
  await eventually(() => expect(gestures().contains(document.activeElement)).toBe(true))
  await press('Envoyer à l’équipe')
  await screen.findByText('Les dix minutes sont passées.')
  await eventually(() => expect(gestures().contains(document.activeElement)).toBe(true))
  await press('Plus tard')
  await screen.findByText('Pas d’accord avec ce refus ?')
  await eventually(() =>
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Vérification' })),
  )
})
