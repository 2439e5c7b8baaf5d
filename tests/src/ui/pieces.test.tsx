// @vitest-environment jsdom
import '../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Avatar } from '../../../src/ui/display/avatar'
import { Badge } from '../../../src/ui/display/badge'
import { Button } from '../../../src/ui/forms/button'
import { Logo, type LogoSize } from '../../../src/ui/display/logo'
import { PasswordField } from '../../../src/ui/forms/password-field'
import { Slider } from '../../../src/ui/forms/slider'
import { TextField } from '../../../src/ui/forms/text-field'

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
