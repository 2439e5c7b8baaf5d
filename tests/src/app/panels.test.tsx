// @vitest-environment jsdom
import '../../support/browser/dom-shims'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { PanelHost } from '../../../src/app/shell/panels'
import { closeAll, closeTop, openPanel, panels } from '../../../src/data/state/panels'
import { topLayer } from '../../../src/ui/overlay/layers'

const settingsCode = vi.hoisted(() => {
  const code = { resolve: (): void => undefined, promise: Promise.resolve() }
  code.promise = new Promise((resolve) => (code.resolve = resolve))
  return code
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
