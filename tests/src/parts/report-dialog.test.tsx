// @vitest-environment jsdom
import '../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { toasts } from '../../../src/data/state/toasts'
import { ReportDialog } from '../../../src/parts/member/report-dialog'
import { fresh, Refusal, serve } from '../../support/world/events'

const BOX = /^Bloquer aussi ce membre/
const said = (): string[] => toasts.map((t) => t.text)
afterEach(() => {
  cleanup()
  toasts.splice(0)
  vi.unstubAllGlobals()
})

const open = (memberId: string | null, refuses = false) => {
  const onClose = vi.fn()
  const asked = serve({
    'POST /reports': () => ({ ok: true }),
    [`POST /accounts/${memberId}/block`]: () => (refuses ? new Refusal(500) : { ok: true }),
  })
  render(
    <ReportDialog
      kind="message"
      id={fresh('message')}
      memberId={memberId}
      title="Signaler"
      open
      onClose={onClose}
    />,
  )
  const send = (): void => {
    fireEvent.change(screen.getByLabelText('Raison'), { target: { value: 'harassment' } })
    fireEvent.click(screen.getByRole('button', { name: 'Envoyer le signalement' }))
  }
  return { asked, onClose, send, lines: () => asked.map((a) => a.line) }
}

test('a report blocks the member as well when that is ticked, and only then', async () => {
  const id = fresh('member')
  const first = open(id)
  first.send()
  await waitFor(() => expect(first.onClose).toHaveBeenCalledOnce())
  expect(first.lines()).toEqual(['POST /reports'])
  cleanup()
  const second = open(id)
  fireEvent.click(screen.getByRole('checkbox', { name: BOX }))
  second.send()
  await waitFor(() => expect(second.lines()).toContain(`POST /accounts/${id}/block`))
  expect(second.lines()[0]).toBe('POST /reports')
  await waitFor(() => expect(said().at(-1)).toMatch(/^Signalement envoyé, membre bloqué/))
})

test('a block that fails does not look like a report that failed', async () => {
  const { send, onClose } = open(fresh('member'), true)
  fireEvent.click(screen.getByRole('checkbox', { name: BOX }))
  send()
  await waitFor(() =>
    expect(said()).toEqual([expect.stringMatching(/^Votre signalement est parti/)]),
  )
  expect(onClose).toHaveBeenCalledOnce()
})

test('what no member stands behind offers no block', () => {
  open(null)
  expect(screen.queryByRole('checkbox', { name: BOX })).toBeNull()
})

test('of a photo alone one can say to be on it, with what that does; the words say that it is hidden', async () => {
  open(null)
  const offered = () => screen.getAllByRole('option').map((o) => o.textContent)
  expect(offered()).not.toContain('Je suis sur cette photo')
  cleanup()
  const id = fresh('media')
  const asked = serve({ 'POST /reports': () => ({ ok: true, hidden: true }) })
  render(<ReportDialog kind="photo" id={id} title="Signaler" open onClose={() => undefined} />)
  expect(offered()[1]).toBe('Je suis sur cette photo')
  expect(screen.queryByText(/masquée aussitôt/)).toBeNull()
  expect(screen.getByText(/n’en est pas avertie/)).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Raison'), { target: { value: 'pictured' } })
  expect(screen.getByText(/masquée aussitôt.*il lit qu’un membre dit y être/)).toBeTruthy()
  // its owner sees that it is hidden
  expect(screen.queryByText(/n’en est pas avertie/)).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Envoyer le signalement' }))
  await waitFor(() => expect(said().at(-1)).toMatch(/^La photo est masquée/))
  expect(asked[0]?.body).toMatchObject({ kind: 'photo', id, reason: 'pictured' })
})
