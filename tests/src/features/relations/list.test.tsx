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

test('a search that fails shows no earlier results as its own', async () => {
  const names = ['ada', 'bea', 'cleo', 'dora', 'eva', 'nora']
  let isDown = true
  serve({
    'GET /relations': ({ query }) => {
      if (!query.has('q')) return { relations: names.map(friend) }
      return isDown ? new Refusal(403) : { relations: [friend('nora')] }
    },
    'GET /relations/sharing/outgoing': () => ({ relations: [], next_cursor: null }),
  })
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <RelationList />
    </SWRConfig>,
  )
  await screen.findByText('ada')
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'nor' } })
  await screen.findByText(/^Impossible de charger vos relations/)
  expect(screen.queryByText('ada')).toBeNull()
  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Réessayer' }))
  await screen.findByText('nora')
  expect(screen.queryByText('ada')).toBeNull()
})
