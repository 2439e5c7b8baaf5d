// @vitest-environment jsdom
import '../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Avatar } from '../../../src/ui/display/avatar'
import { Badge } from '../../../src/ui/display/badge'
import { Button } from '../../../src/ui/forms/button'
import { confirm, ConfirmHost } from '../../../src/ui/overlay/confirm'
import { Drawer } from '../../../src/ui/overlay/drawer'
import { Logo, type LogoSize } from '../../../src/ui/display/logo'
import { Menu, type MenuEntry } from '../../../src/ui/overlay/menu'
import { PasswordField } from '../../../src/ui/forms/password-field'
import { Slider } from '../../../src/ui/forms/slider'
import { Tabs } from '../../../src/ui/layout/tabs'
import { TextField } from '../../../src/ui/forms/text-field'
import { ToastStack, type Toast } from '../../../src/ui/feedback/toast-stack'

afterEach(cleanup)

test('CORE-014: the logo grows strictly from xs to 4xl', () => {
  const sizes: readonly LogoSize[] = ['xs', 'sm', 'md', 'lg', 'xl', '2xl', '3xl', '4xl']
  const widths = sizes.map((size) => {
    render(<Logo size={size} label={size} />)
    return Number(screen.getByRole('img', { name: size }).getAttribute('width'))
  })
  expect(widths.every((width, index) => index === 0 || width > (widths[index - 1] ?? 0))).toBe(true)
})

test('a badge is capped, named, and absent at 0', () => {
  const { container } = render(
    <>
      <Badge count={100} />
      <Badge count={10} cap={9} />
      <Badge count={0} />
      <Badge count={3} label="3 sorties" />
    </>,
  )
  expect([...container.children].map((child) => child.textContent)).toEqual([
    '99+',
    '9+',
    '33 sorties',
  ])
  expect(screen.getByText('3').getAttribute('aria-hidden')).toBe('true')
})

test('CORE-111: an avatar without a picture has the colours of its name, one of eight pairs', () => {
  const coloursOf = (name: string): string => {
    const { container } = render(<Avatar name={name} />)
    const { style } = container.firstElementChild as HTMLElement
    cleanup()
    return `${style.getPropertyValue('--from')} ${style.getPropertyValue('--to')}`
  }
  const names = Array.from({ length: 60 }, (_, i) => `membre_${i}`)
  const first = names.map(coloursOf)
  expect(names.map(coloursOf)).toEqual(first)
  expect(new Set(first).size).toBe(8)
  expect(first[0]).toMatch(/^\S+ \S+$/)
})

test('CORE-180: an avatar whose picture fails shows the initials', () => {
  const { container } = render(<Avatar name="Jean Paul" src="/rien.jpg" label="Jean Paul" />)
  const picture = container.querySelector('img')
  if (picture) fireEvent.error(picture)
  expect(container.querySelector('img')).toBeNull()
  expect(screen.getByRole('img', { name: 'Jean Paul' }).textContent).toBe('JP')
})

test('a busy button keeps its place and its focus, and does not act twice', () => {
  const act = vi.fn()
  render(
    <Button busy busyLabel="Envoi…" onClick={act}>
      Envoyer
    </Button>,
  )
  const button = screen.getByRole('button', { name: 'Envoi…' })
  button.focus()
  fireEvent.click(button)
  expect(act).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(button)
})

test('a button that is a link opens a page of the app without a load; one with a target is left to the browser', () => {
  history.replaceState(null, '', '/profile')
  const act = vi.fn()
  render(
    <>
      <Button href="/albums" onClick={act}>
        Mes photos
      </Button>
      <Button href="/age" target="_self">
        Portefeuille
      </Button>
    </>,
  )
  // false: the browser's own navigation is prevented
  expect(fireEvent.click(screen.getByRole('link', { name: 'Mes photos' }))).toBe(false)
  expect(location.pathname).toBe('/albums')
  expect(act).toHaveBeenCalledTimes(1)
  expect(fireEvent.click(screen.getByRole('link', { name: 'Portefeuille' }))).toBe(true)
  expect(location.pathname).toBe('/albums')
})

test('an error is tied to its field', () => {
  render(
    <TextField
      label="Pseudo"
      value="cl"
      onChange={() => undefined}
      hint="Visible de tous."
      error="Au moins 3 caractères."
    />,
  )
  const input = screen.getByRole('textbox', { name: 'Pseudo' })
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(
    (input.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent),
  ).toEqual(['Visible de tous.', 'Au moins 3 caractères.'])
})

test('a password is shown and hidden by its eye', () => {
  render(
    <PasswordField
      label="Mot de passe"
      autoComplete="current-password"
      value="velours"
      onChange={() => undefined}
    />,
  )
  const input = screen.getByLabelText('Mot de passe')
  expect(input.getAttribute('type')).toBe('password')
  fireEvent.click(screen.getByRole('button', { name: 'Afficher le mot de passe' }))
  expect(input.getAttribute('type')).toBe('text')
  fireEvent.click(screen.getByRole('button', { name: 'Masquer le mot de passe' }))
  expect(input.getAttribute('type')).toBe('password')
})

describe('slider', () => {
  function Rated({ start }: { start: number | null }) {
    const [value, setValue] = useState(start)
    return (
      <>
        <Slider label="Clubs" value={value} onChange={setValue} />
        <output data-testid="value">{String(value)}</output>
      </>
    )
  }
  const range = () => screen.getByRole('slider', { name: 'Clubs' })
  const value = () => screen.getByTestId('value').textContent

  test('SOC-157: null is «Non noté» with the grey of no band, 0 is a rating, and both are reached by keyboard', () => {
    render(<Rated start={null} />)
    const band = () => document.querySelector('[data-band]')?.getAttribute('data-band')
    expect(band()).toBe('none')
    expect(range().getAttribute('aria-valuetext')).toBe('Non noté')
    fireEvent.keyDown(range(), { key: 'ArrowRight' })
    expect([value(), range().getAttribute('aria-valuetext')]).toEqual([
      '0',
      '0 sur 100, A priori non',
    ])
    expect(band()).toBe('1')
    fireEvent.keyDown(range(), { key: 'ArrowLeft' })
    expect(value()).toBe('null')
    fireEvent.keyDown(range(), { key: 'PageUp' })
    expect(value()).toBe('10')
    fireEvent.keyDown(range(), { key: 'Delete' })
    expect(value()).toBe('null')
  })
  test('a pointer on the notch means not rated, just right of it 0', () => {
    render(<Rated start={72} />)
    fireEvent.change(range(), { target: { value: '-3' } })
    expect(value()).toBe('0')
    fireEvent.change(range(), { target: { value: '-8' } })
    expect(value()).toBe('null')
    fireEvent.change(range(), { target: { value: '81' } })
    expect(range().getAttribute('aria-valuetext')).toBe('81 sur 100, Excellent')
  })
})

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
    id,
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
    expect(gone.mock.calls).toEqual([[2]])
    vi.advanceTimersByTime(1499)
    expect(gone.mock.calls).toEqual([[2]])
    vi.advanceTimersByTime(1)
    expect(gone.mock.calls).toEqual([[2], [1]])
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
