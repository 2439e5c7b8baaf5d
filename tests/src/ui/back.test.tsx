// @vitest-environment jsdom
import '../../support/browser/dom-shims'
import { cleanup, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addBackHandler, waitForHistory, startBackHandling } from '../../../src/ui/overlay/back'
import { Dialog } from '../../../src/ui/overlay/dialog'
import { eventually } from '../../support/eventually'

const depth = (): number => (history.state as { layers?: number } | null)?.layers ?? 0
const popped = (): Promise<void> =>
  new Promise((resolve) => addEventListener('popstate', () => setTimeout(resolve), { once: true }))
const back = async (): Promise<void> => {
  const done = popped()
  history.back()
  await done
}

beforeEach(async () => {
  startBackHandling()
  await waitForHistory()
  history.pushState(null, '', '/conversations?x=1')
})
afterEach(async () => {
  cleanup()
  await waitForHistory()
})

test('Back closes the top layer only, then the one below; the address stays', async () => {
  const closed: string[] = []
  const layer = (name: string): void => {
    const gone = addBackHandler(() => {
      closed.push(name)
      gone()
    })
  }
  layer('drawer')
  layer('dialog')
  await eventually(() => expect(depth()).toBe(2))
  await back()
  expect(closed).toEqual(['dialog'])
  await back()
  expect(closed).toEqual(['dialog', 'drawer'])
  expect(location.pathname + location.search).toBe('/conversations?x=1')
  expect(depth()).toBe(0)
})

test('closed by other means, the entry goes; Forward to it shows nothing and comes back', async () => {
  const close = vi.fn()
  const gone = addBackHandler(close)
  await eventually(() => expect(depth()).toBe(1))
  gone()
  await eventually(() => expect(depth()).toBe(0))
  history.forward()
  await popped()
  await eventually(() => expect(depth()).toBe(0))
  expect(close).not.toHaveBeenCalled()
})

test('a navigation while something is open: Back from the new page leads to the page, in one step', async () => {
  const gone = addBackHandler(() => undefined)
  await eventually(() => expect(depth()).toBe(1))
  history.pushState(null, '', '/news')
  gone()
  await eventually(() => expect(location.pathname).toBe('/news'))
  await waitForHistory()
  await back()
  expect(location.pathname).toBe('/conversations')
  expect(depth()).toBe(0)
})

test('what refuses to close stands, with its entry again', async () => {
  const refuse = vi.fn()
  const gone = addBackHandler(refuse)
  await eventually(() => expect(depth()).toBe(1))
  await back()
  expect(refuse).toHaveBeenCalledOnce()
  await eventually(() => expect(depth()).toBe(1))
  gone()
})

test('a slow history that comes back after its time closes nothing that was opened meanwhile', async () => {
  const go = history.go.bind(history)
  const slow = vi.spyOn(history, 'go').mockImplementation((n) => void setTimeout(() => go(n), 500))
  const menu = addBackHandler(() => undefined)
  await eventually(() => expect(depth()).toBe(1))
  const late = popped()
  menu()
  await waitForHistory()
  const close = vi.fn()
  const dialog = addBackHandler(close)
  await late
  await eventually(() => expect(depth()).toBe(1))
  expect(close).not.toHaveBeenCalled()
  expect(slow).toHaveBeenCalledTimes(1)
  slow.mockRestore()
  dialog()
  await waitForHistory()
  expect(location.pathname + location.search).toBe('/conversations?x=1')
})

test('a dialog closes by Back, and its own button leaves no entry behind', async () => {
  const Page = () => {
    const [open, setOpen] = useState(false)
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Ouvrir
        </button>
        <Dialog open={open} onClose={() => setOpen(false)} title="Question">
          Oui ?
        </Dialog>
      </>
    )
  }
  render(<Page />)
  screen.getByRole('button', { name: 'Ouvrir' }).click()
  await eventually(() => expect(depth()).toBe(1))
  await back()
  await eventually(() => expect(screen.queryByText('Oui ?')).toBeNull())
  screen.getByRole('button', { name: 'Ouvrir' }).click()
  await eventually(() => expect(depth()).toBe(1))
  screen.getByRole('button', { name: 'Fermer' }).click()
  await eventually(() => expect(depth()).toBe(0))
})

test('the close request of the platform reaches the dialog, and closes what is above it first', async () => {
  const close = vi.fn()
  const closeAbove = vi.fn()
  render(
    <Dialog open onClose={close} title="Question">
      Oui ?
    </Dialog>,
  )
  await eventually(() => expect(depth()).toBe(1))
  const gone = addBackHandler(closeAbove)
  await eventually(() => expect(depth()).toBe(2))
  const request = () =>
    screen.getByRole('dialog').dispatchEvent(new Event('cancel', { cancelable: true }))
  request()
  expect([closeAbove.mock.calls.length, close.mock.calls.length]).toEqual([1, 0])
  gone()
  await eventually(() => expect(depth()).toBe(1))
  request()
  expect([closeAbove.mock.calls.length, close.mock.calls.length]).toEqual([1, 1])
})
