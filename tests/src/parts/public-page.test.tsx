// @vitest-environment jsdom
import '../../support/browser/dom-shims'
import { render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { storage } from '../../../src/data/device/storage'
import { PublicPage } from '../../../src/parts/form/public-page'

afterEach(() => storage.remove('discreet'))

const words = (): string => {
  const { container } = render(
    <PublicPage title="Connexion" isFirst>
      Mot de passe
    </PublicPage>,
  )
  return container.textContent
}

test('the login page says what this is', () => {
  expect(words()).toMatch(/^ConnivenceEntre couples et célibataires libertins/)
})

test('in discreet mode a signed-out device neither names the product nor says what it is', () => {
  storage.set('discreet', 'true')
  expect(words()).toBe('CarnetConnexionMot de passe')
})
