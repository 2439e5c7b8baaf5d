// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { forgetCached } from '../../../../src/data/session/state'
import { RelationList } from '../../../../src/features/relations/list'
import { friend, Refusal, serve } from '../../../support/world/events'

afterEach(() => {
  cleanup()
  forgetCached()
  vi.unstubAllGlobals()
})

test('a relation is not shown as one who sees nothing while what is shared with it is unknown', async () => {
  let isDown = true
  serve({
    'GET /relations': () => ({ relations: [friend('nora')] }),
    'GET /relations/sharing/outgoing': () =>
      isDown ? new Refusal(503) : { relations: [], next_cursor: null },
  })
  render(<RelationList />)
  await screen.findByText('nora')
  expect(screen.queryByText('Non')).toBeNull()
  await screen.findByText('Ce que vous partagez n’a pas pu être chargé.')
  expect(screen.queryByText('Non')).toBeNull()
  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Réessayer' }))
  await screen.findByText('Non')
})
