// @vitest-environment jsdom
import '../../support/browser/dom-shims'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addLayer } from '../../../src/ui/overlay/layers'
import { TopHost } from '../../../src/ui/overlay/top-host'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('what lies above everything moves into a dialog with it, and is shown again in a task of its own', () => {
  const show = vi.spyOn(HTMLElement.prototype, 'showPopover')
  const dialog = document.body.appendChild(document.createElement('dialog'))
  render(<TopHost>Bonsoir</TopHost>)
  const host = () => screen.getByText('Bonsoir')
  expect(host().parentElement).toBe(document.body)
  act(() => void vi.runAllTimers())
  expect(show).toHaveBeenCalledTimes(1)
  const leave = addLayer(dialog)
  expect(host().parentElement).toBe(dialog)
  // it would style the whole page once more while the dialog opens
  expect(show).toHaveBeenCalledTimes(1)
  vi.runAllTimers()
  expect(show).toHaveBeenCalledTimes(2)
  leave()
  // at once: the dialog is removed next
  expect(host().parentElement).toBe(document.body)
  vi.runAllTimers()
  expect(show).toHaveBeenCalledTimes(3)
  expect(host().matches(':popover-open')).toBe(true)
  addLayer(dialog)()
  cleanup()
  vi.runAllTimers()
  expect(show).toHaveBeenCalledTimes(3)
  dialog.remove()
})
