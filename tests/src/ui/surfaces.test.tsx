// @vitest-environment jsdom
import '../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { confirm, ConfirmHost } from '../../../src/ui/overlay/confirm'
import { Drawer } from '../../../src/ui/overlay/drawer'
import { Menu, type MenuEntry } from '../../../src/ui/overlay/menu'
import { Tabs } from '../../../src/ui/layout/tabs'
import { ToastStack, type Toast } from '../../../src/ui/feedback/toast-stack'

afterEach(cleanup)

test('tabs: one in the tab order; arrows, Home and End choose', () => {
  function Two() {
    const [tab, setTab] = useState<'a' | 'b' | 'c'>('a')
    return (
      <Tabs
        label="Profil"
        base="t"
        tabs={[
          { id: 'a', label: 'Un' },
          { id: 'b', label: 'Deux' },
          { id: 'c', label: 'Trois' },
        ]}
        value={tab}
        onChange={setTab}
      />
    )
  }
  render(<Two />)
  const chosen = () => screen.getByRole('tab', { selected: true })
  const press = (key: string) => fireEvent.keyDown(chosen(), { key })
  const seen = ['ArrowRight', 'End', 'ArrowRight', 'ArrowLeft', 'Home'].map((key) => {
    press(key)
    return [
      chosen().textContent,
      document.activeElement === chosen(),
      screen.getAllByRole('tab').filter((tab) => tab.tabIndex === 0).length,
    ]
  })
  expect(seen).toEqual([
    ['Deux', true, 1],
    ['Trois', true, 1],
    ['Un', true, 1],
    ['Trois', true, 1],
    ['Un', true, 1],
  ])
})

describe('surfaces', () => {
  test('CORE-031: a question has its own words; Escape answers no', async () => {
    render(<ConfirmHost />)
    const asked = (label: string) =>
      confirm({
        title: 'Supprimer ?',
        message: 'Pour tous.',
        confirmLabel: label,
        cancelLabel: 'Garder',
      })
    const first = asked('Supprimer')
    const box = await screen.findByRole('alertdialog', { name: 'Supprimer ?' })
    expect(within(box).getByText('Pour tous.')).toBeTruthy()
    expect(document.activeElement).toBe(within(box).getByRole('button', { name: 'Garder' }))
    fireEvent.keyDown(box, { key: 'Escape' })
    expect(await first).toBe(false)
    const second = asked('Oui')
    fireEvent.click(await screen.findByRole('button', { name: 'Oui' }))
    expect(await second).toBe(true)
  })

  test('a question that waits already is not asked again', async () => {
    render(<ConfirmHost />)
    const ask = (title: string) => confirm({ title, message: 'Pour tous.' })
    const answers = Promise.all([ask('Supprimer ?'), ask('Bloquer ?'), ask('Supprimer ?')])
    for (const name of ['Supprimer ?', 'Bloquer ?'])
      fireEvent.click(
        within(await screen.findByRole('alertdialog', { name })).getByText('Confirmer'),
      )
    expect(await answers).toEqual([true, true, false])
  })

  test('a question that is open when the app closes for its account is answered no, and does not come back', async () => {
    const { unmount } = render(<ConfirmHost />)
    const answer = confirm({ title: 'Bloquer ?' })
    await screen.findByRole('alertdialog', { name: 'Bloquer ?' })
    unmount()
    expect(await answer).toBe(false)
    render(<ConfirmHost />)
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  test('CORE-032: the page is locked until the last surface is gone', () => {
    const at = (one: boolean, two: boolean) => (
      <>
        <Drawer open={one} onClose={() => undefined} title="Un">
          a
        </Drawer>
        <Drawer open={two} onClose={() => undefined} title="Deux">
          b
        </Drawer>
      </>
    )
    const width = vi
      .spyOn(document.documentElement, 'clientWidth', 'get')
      .mockReturnValue(innerWidth - 15)
    const { rerender, unmount } = render(at(true, true))
    expect(document.body.style.overflow).toBe('hidden')
    expect(document.body.style.paddingRight).toBe('15px')
    rerender(at(true, false))
    expect(document.body.style.overflow).toBe('hidden')
    unmount()
    expect(document.body.style.overflow).toBe('')
    expect(document.body.style.paddingRight).toBe('')
    // a release that measures lays out the page that has just changed
    expect(width).toHaveBeenCalledTimes(1)
    width.mockRestore()
  })

  test('a cancelled file picker inside a drawer does not close it', () => {
    const close = vi.fn()
    render(
      <Drawer open onClose={close} title="Photos">
        <input type="file" aria-label="Photo" />
      </Drawer>,
    )
    fireEvent(
      screen.getByLabelText('Photo'),
      new Event('cancel', { bubbles: true, cancelable: true }),
    )
    expect(close).not.toHaveBeenCalled()
    fireEvent.keyDown(screen.getByLabelText('Photo'), { key: 'Escape' })
    expect(close).toHaveBeenCalledOnce()
  })
})

test('menu: arrows, first letters, Enter; the focus is back on the button before it acts', () => {
  const act = vi.fn(() => document.activeElement?.textContent)
  const items: readonly MenuEntry[] = [
    { label: 'Paramètres', onSelect: act },
    { label: 'À propos', onSelect: act },
    'line',
    { label: 'Se déconnecter', onSelect: act },
  ]
  render(
    <Menu
      label="Menu du profil"
      items={items}
      trigger={(props) => (
        <button type="button" {...props}>
          Ouvrir
        </button>
      )}
    />,
  )
  fireEvent.keyDown(screen.getByRole('button', { name: 'Ouvrir' }), { key: 'ArrowDown' })
  const focused = () => document.activeElement?.textContent
  expect(focused()).toBe('Paramètres')
  const seen = ['ArrowUp', 'Home', 'a', 's'].map((key) => {
    fireEvent.keyDown(document.activeElement ?? document.body, { key })
    return focused()
  })
  expect(seen).toEqual(['Se déconnecter', 'Paramètres', 'À propos', 'Se déconnecter'])
  fireEvent.click(document.activeElement ?? document.body)
  expect(act).toHaveReturnedWith('Ouvrir')
})

describe('toasts', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const toast = (id: number, duration?: number): Toast => ({
    id: String(id),
    kind: 'info',
    text: `Annonce ${id}`,
    duration,
  })

  test('CORE-198: the stack counts 2500 ms by default, and never less than 1000', () => {
    const gone = vi.fn()
    render(<ToastStack toasts={[toast(1), toast(2, 200)]} onDismiss={gone} />)
    vi.advanceTimersByTime(999)
    expect(gone.mock.calls).toEqual([])
    vi.advanceTimersByTime(1)
    expect(gone.mock.calls).toEqual([['2']])
    vi.advanceTimersByTime(1499)
    expect(gone.mock.calls).toEqual([['2']])
    vi.advanceTimersByTime(1)
    expect(gone.mock.calls).toEqual([['2'], ['1']])
  })
  test('time stands still under the pointer and goes on afterwards', () => {
    const gone = vi.fn()
    render(<ToastStack toasts={[toast(1)]} onDismiss={gone} />)
    const list = screen.getByRole('list', { name: 'Notifications' })
    vi.advanceTimersByTime(1500)
    fireEvent.pointerEnter(list)
    vi.advanceTimersByTime(60_000)
    expect(gone).not.toHaveBeenCalled()
    fireEvent.pointerLeave(list)
    vi.advanceTimersByTime(999)
    expect(gone).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(gone).toHaveBeenCalledOnce()
  })
  test('the newest is said in a polite region', () => {
    const { rerender } = render(<ToastStack toasts={[]} onDismiss={() => undefined} />)
    const region = screen.getByRole('status')
    rerender(<ToastStack toasts={[toast(1)]} onDismiss={() => undefined} />)
    expect([region.textContent, region.getAttribute('aria-live')]).toEqual(['Annonce 1', 'polite'])
  })
})
