// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, test, vi } from 'vitest'
import { Blocks } from '../../../../src/features/relations/blocks'
import { serve } from '../../../support/world/events'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('without a blocked member, a heading says so and a sentence what a block does', async () => {
  serve({ 'GET /account/blocks': () => ({ blocks: [] }) })
  render(<Blocks />)
  await screen.findByRole('heading', { name: 'Vous ne bloquez personne' })
  screen.getByText(
    /Un membre bloqué ne vous voit plus, et vous ne le voyez plus, sauf dans un groupe commun/,
  )
})
