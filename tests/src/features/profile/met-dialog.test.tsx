// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MET_CODE_S } from '#contract/verification'
import { MetDialog } from '../../../../src/features/profile/view/met-dialog'
import { fresh, Refusal, serve } from '../../../support/world/events'
import { eventually } from '../../../support/eventually'

const hub = vi.hoisted(() => ({ tell: (_event: unknown): void => undefined }))
vi.mock('../../../../src/data/hub/hub', async (original) => ({
  ...(await original<object>()),
  onEvent: (fn: (event: unknown) => void) => {
    hub.tell = fn
    return () => undefined
  },
}))

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const open = (routes: (id: string) => Parameters<typeof serve>[0]) => {
  const id = fresh('member')
  const asked = serve(routes(id))
  const onClose = vi.fn()
  render(<MetDialog id={id} handle="nora" onClose={onClose} />)
  return { asked, onClose, id }
}

test('a code is shown and renewed until the window is closed', async () => {
  const codes = ['012345', '678901', '555555']
  const { asked } = open((id) => ({
    [`POST /accounts/${id}/met/code`]: () => ({
      code: codes.shift(),
      expiresAt: new Date().toISOString(),
    }),
  }))
  const shown = () => screen.findByLabelText('Votre code')
  expect((await shown()).textContent).toBe('012\u00a0345')
  act(() => void vi.advanceTimersByTime((MET_CODE_S - 1) * 1000))
  expect(screen.getByText(/dans 1 s/)).toBeDefined()
  expect(asked).toHaveLength(1)
  act(() => void vi.advanceTimersByTime(1000))
  await eventually(async () => expect((await shown()).textContent).toBe('678\u00a0901'))
  cleanup()
  vi.advanceTimersByTime(MET_CODE_S * 2000)
  expect(asked).toHaveLength(2)
})

test('a hidden tab asks for no code, and the next second in front does', async () => {
  const { asked } = open((id) => ({
    [`POST /accounts/${id}/met/code`]: () => ({ code: '012345', expiresAt: '' }),
  }))
  await screen.findByLabelText('Votre code')
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  act(() => void vi.advanceTimersByTime(MET_CODE_S * 3000))
  expect(asked).toHaveLength(1)
  hidden.mockRestore()
  act(() => void vi.advanceTimersByTime(1000))
  await eventually(() => expect(asked).toHaveLength(2))
})

test('once the other has typed it in, the window says so and asks for no other code', async () => {
  const { asked, id, onClose } = open((id) => ({
    [`POST /accounts/${id}/met/code`]: () => ({ code: '012345', expiresAt: '' }),
  }))
  await screen.findByLabelText('Votre code')
  const told = (payload: object) =>
    act(() => hub.tell({ name: 'account.relation.updated', payload }))
  told({ accountId: fresh('own'), withAccountId: id })
  told({ accountId: fresh('own'), withAccountId: fresh('member'), usedCode: true })
  expect(screen.queryByText('C’est fait')).toBeNull()
  told({ accountId: fresh('own'), withAccountId: id, usedCode: true })
  await screen.findByRole('heading', { name: 'C’est fait' })
  expect(screen.queryByLabelText('Votre code')).toBeNull()
  act(() => void vi.advanceTimersByTime(MET_CODE_S * 2000))
  expect(asked).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: 'Terminé' }))
  expect(onClose).toHaveBeenCalledOnce()
})

test('the other types it in: digits alone, a refused code stays on the screen with why', async () => {
  let refused = true
  const { asked, onClose, id } = open((id) => ({
    [`POST /accounts/${id}/met`]: () =>
      refused ? new Refusal(403, 'Ce code ne convient pas.') : { ok: true },
  }))
  fireEvent.click(screen.getByLabelText('Saisir le sien'))
  const field = screen.getByLabelText('Code affiché chez nora')
  const send = () => fireEvent.click(screen.getByRole('button', { name: 'Valider' }))
  const sent = () => asked.filter((a) => a.line === `POST /accounts/${id}/met`)
  fireEvent.change(field, { target: { value: '12 34' } })
  send()
  expect(await screen.findByText('Saisissez les 6 chiffres.')).toBeDefined()
  expect(sent()).toEqual([])
  fireEvent.change(field, { target: { value: '012 345' } })
  send()
  expect(await screen.findByText('Ce code ne convient pas.')).toBeDefined()
  expect(onClose).not.toHaveBeenCalled()
  refused = false
  send()
  await eventually(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent().map((a) => a.body)).toEqual([{ code: '012345' }, { code: '012345' }])
})
