// @vitest-environment jsdom
import '../../support/browser/dom-shims'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { PanelHost } from '../../../src/app/shell/panels'
import { closeAll, closeTop, openPanel, panels } from '../../../src/data/state/panels'
import { topLayer } from '../../../src/ui/overlay/layers'

const [settingsCode, feedbackCode] = vi.hoisted(() => {
  const code = () => {
    const late = { resolve: (): void => undefined, promise: Promise.resolve() }
    late.promise = new Promise((resolve) => (late.resolve = resolve))
    return late
  }
  return [code(), code()]
})
vi.mock('../../../src/features/feedback/panel', async (original) => {
  await feedbackCode.promise
  return original<object>()
})
vi.mock('../../../src/features/settings/panel', async (original) => {
  await settingsCode.promise
  return original<object>()
})

afterEach(async () => {
  await closeAll()
  cleanup()
})
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 50)))

test('a panel is above the one opened with it, whose code comes later; one that was left is not awaited', async () => {
  render(<PanelHost />)
  act(() => {
    openPanel({ kind: 'settings' })
    openPanel({ kind: 'about' })
  })
  await settle()
  expect(screen.queryByRole('dialog', { name: 'À propos' })).toBeNull()

  // another one is opened, or the first is closed, before its code has come
  act(() => closeTop())
  await settle()
  act(() => openPanel({ kind: 'about' }))
  await settle()
  expect(topLayer()).toBe(screen.getByRole('dialog', { name: 'À propos' }))
  expect(panels.stack.map(({ panel }) => panel.kind)).toEqual(['about'])
  act(() => {
    closeTop()
    openPanel({ kind: 'settings' })
  })
  await settle()
  act(() => {
    closeTop()
    openPanel({ kind: 'about' })
  })
  await settle()
  expect(topLayer()).toBe(screen.getByRole('dialog', { name: 'À propos' }))
  await act(() => closeAll())

  act(() => {
    openPanel({ kind: 'settings' })
    openPanel({ kind: 'about' })
  })
  settingsCode.resolve()
  await screen.findByRole('dialog', { name: 'Paramètres' })
  await settle()
  expect(topLayer()).toBe(screen.getByRole('dialog', { name: 'À propos' }))
})

test('a panel whose code is late takes the focus from no field in which the member has gone on typing', async () => {
  const now = vi.spyOn(performance, 'now')
  render(
    <>
      <input aria-label="Un mot" />
      <PanelHost />
    </>,
  )
  const field = screen.getByLabelText('Un mot')
  const type = (text: string): void => {
    field.focus()
    fireEvent.input(field, { target: { value: text } })
  }
  const from = performance.now()
  now.mockReturnValue(from)
  act(() => openPanel({ kind: 'feedback' }))
  await settle()
  // at once: it may be meant for the panel
  act(() => type('a'))
  expect(panels.stack).toHaveLength(1)
  now.mockReturnValue(from + 1_000)
  act(() => type('ab'))
  expect(panels.stack).toEqual([])
  feedbackCode.resolve()
  await settle()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(field)
  // asked for again, it opens
  act(() => openPanel({ kind: 'feedback' }))
  await screen.findByRole('dialog')
  now.mockRestore()
})
