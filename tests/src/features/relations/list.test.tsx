// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { SWRConfig } from 'swr'
import { afterEach, expect, test, vi } from 'vitest'
import { forgetCached } from '../../../../src/data/session/state'
import { closeTop, panels } from '../../../../src/data/state/panels'
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

test('the menu of a row leads to what is shared with that relation', async () => {
  const nora = friend('nora')
  serve({
    'GET /relations': () => ({ relations: [nora] }),
    'GET /relations/sharing/outgoing': () => ({ relations: [], next_cursor: null }),
  })
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <RelationList />
    </SWRConfig>,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Actions sur nora' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Partages', hidden: true }))
  expect({ ...panels.stack.at(-1)?.panel }).toEqual({
    kind: 'profile',
    id: nora.with_account_id,
    at: 'sharing',
  })
  closeTop()
})
