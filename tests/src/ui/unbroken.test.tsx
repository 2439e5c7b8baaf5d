// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Unbroken } from '../../../src/ui/layout/unbroken'

afterEach(cleanup)
const whole = (text: string): (string | null)[] => {
  const { container } = render(<Unbroken text={text} />)
  expect(container.textContent).toBe(text)
  return [...container.querySelectorAll('span')].map((part) => part.textContent)
}

test('words with a hyphen stay on one line, an e-mail address may fill several', () => {
  expect(whole('Rien ici. Ajoutez-en une.')).toEqual(['Ajoutez-en'])
  cleanup()
  expect(whole('Votre connexion camille@une-longue-association.fr va être créée.')).toEqual([])
})
