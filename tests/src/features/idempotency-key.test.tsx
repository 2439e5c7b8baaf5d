// @vitest-environment jsdom
import '../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DuplicateDialog } from '../../../src/features/events/event/duplicate-dialog'
import { NewGroup } from '../../../src/features/messaging/list/new-group'
import { hostedEvent } from '../../support/world/events'

const call = vi.hoisted(() => vi.fn())
vi.mock('../../../src/data/http/api', async (original) => ({
  ...(await original<typeof import('../../../src/data/http/api')>()),
  call,
}))
vi.mock('wouter', () => ({ useLocation: () => ['/', () => undefined] }))
vi.mock('../../../src/features/events/state/keys', async (original) => ({
  ...(await original<typeof import('../../../src/features/events/state/keys')>()),
  refreshEventLists: () => Promise.resolve(),
}))

vi.mock('../../../src/features/messaging/state/store', async (original) => ({
  ...(await original<typeof import('../../../src/features/messaging/state/store')>()),
  putConversation: () => undefined,
}))
vi.mock('../../../src/features/messaging/list/member-picker', () => ({
  MemberPicker: ({ onChange }: { onChange: (ids: readonly string[]) => void }) => (
    <button type="button" onClick={() => onChange(['friend'])}>
      Choisir
    </button>
  ),
}))

const event = hostedEvent({})
const close = vi.fn()
beforeEach(() => {
  call.mockReset()
  close.mockReset()
})
afterEach(cleanup)

const open = () => render(<DuplicateDialog event={event} onClose={close} />)
const press = () => fireEvent.click(screen.getByText('Dupliquer'))
const lose = async () => {
  call.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  press()
  await screen.findByText(/^Impossible de dupliquer/)
}
const succeed = async () => {
  call.mockResolvedValueOnce({ event: hostedEvent({}) })
  press()
  await waitFor(() => expect(close).toHaveBeenCalledTimes(1))
  close.mockReset()
}
const keys = () =>
  call.mock.calls.map(([, { body }]) => (body as { idempotency_key: string }).idempotency_key)

test('after a lost reply the same key is sent again, after a success a new one', async () => {
  open()
  await lose()
  await succeed()
  // the dialog of this test stays open
  await succeed()
  const [first, second, third] = keys()
  expect(first).toMatch(/^[0-9a-f-]{36}$/)
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

test('what is changed before the next try is another one', async () => {
  open()
  await lose()
  fireEvent.change(screen.getByLabelText('Nouvelle date de début'), {
    target: { value: '2031-05-08T23:00' },
  })
  await succeed()
  const [first, second] = keys()
  expect(second).not.toBe(first)
})

test('a group: the same key after a lost reply, a new one after a success', async () => {
  render(<NewGroup onClose={close} />)
  fireEvent.change(screen.getByLabelText('Nom du groupe'), { target: { value: 'Un soir' } })
  fireEvent.click(screen.getByText('Choisir'))
  const create = () => fireEvent.click(screen.getByText('Créer le groupe'))
  call.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  create()
  await screen.findByRole('alert')
  for (const closed of [1, 2]) {
    await screen.findByText('Créer le groupe')
    call.mockResolvedValueOnce({ conversation: { id: 'made' } })
    create()
    await waitFor(() => expect(close).toHaveBeenCalledTimes(closed))
  }
  const [first, second, third] = keys()
  expect(first).toMatch(/^[0-9a-f-]{36}$/)
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})
