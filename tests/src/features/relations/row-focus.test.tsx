// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import '../../../../src/data/http/cache'
import { forgetCached } from '../../../../src/data/session/state'
import { Blocks } from '../../../../src/features/relations/blocks'
import { Exposures } from '../../../../src/features/relations/exposures'
import { JoinLinks } from '../../../../src/features/relations/join-links'
import { ConfirmHost } from '../../../../src/ui/overlay/confirm'
import { fresh, friend, serve } from '../../../support/world/events'

afterEach(() => {
  cleanup()
  forgetCached()
  vi.unstubAllGlobals()
})

/** Presses one of these buttons by keyboard and says yes. */
const press = async (name: RegExp, at: number, yes: string): Promise<void> => {
  const button = (await screen.findAllByRole('button', { name }))[at]
  button?.focus()
  fireEvent.click(button as HTMLElement)
  const asked = await screen.findByRole('alertdialog')
  fireEvent.click(within(asked).getByRole('button', { name: yes }))
  await waitFor(() => expect(button?.isConnected).toBe(false))
}
const focused = (name: RegExp, at: number): Promise<void> =>
  waitFor(() => expect(document.activeElement).toBe(screen.getAllByRole('button', { name })[at]))
const show = (part: ReactElement): void =>
  void render(
    <>
      {part}
      <ConfirmHost />
    </>,
  )

test('the keyboard of a link that is deactivated goes to the next one, or the last, then to the section', async () => {
  let links = [1, 2, 3].map(() => ({
    id: fresh('link'),
    kind: 'member',
    event_id: null,
    created_at: '2026-11-20T10:00:00.000Z',
    expires_at: '2026-12-04T10:00:00.000Z',
    url: null,
  }))
  const gone = (id: string) => (): unknown => {
    links = links.filter((l) => l.id !== id)
    return { success: true }
  }
  serve({
    'GET /join-links': () => ({ links }),
    ...Object.fromEntries(links.map(({ id }) => [`DELETE /join-links/${id}`, gone(id)])),
  })
  show(<JoinLinks />)
  const name = /^Désactiver$/
  await press(name, 1, 'Désactiver')
  await focused(name, 1)
  await press(name, 1, 'Désactiver')
  await focused(name, 0)
  await press(name, 0, 'Désactiver')
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Un lien reste valable/))
})

test('the keyboard of a member who is unblocked goes to the next one, or the last, then to what is said of none', async () => {
  let blocks = ['mia', 'leo', 'zoe'].map((account_handle) => ({
    account_id: fresh('account'),
    account_handle,
    avatar_url: null,
    identities: [],
    since: '2026-11-01T10:00:00.000Z',
  }))
  const gone = (id: string) => (): unknown => {
    blocks = blocks.filter((b) => b.account_id !== id)
    return { success: true }
  }
  serve({
    'GET /account/blocks': () => ({ blocks }),
    ...Object.fromEntries(
      blocks.map(({ account_id }) => [`DELETE /accounts/${account_id}/block`, gone(account_id)]),
    ),
  })
  show(<Blocks />)
  await press(/^Débloquer leo$/, 0, 'Débloquer')
  await focused(/^Débloquer zoe$/, 0)
  await press(/^Débloquer zoe$/, 0, 'Débloquer')
  await focused(/^Débloquer mia$/, 0)
  await press(/^Débloquer mia$/, 0, 'Débloquer')
  await waitFor(() =>
    expect(document.activeElement?.textContent).toMatch(/^Vous ne bloquez personne/),
  )
})

test('the keyboard of a member who is cut goes to the next one, or the last, then to what is said of nothing shared', async () => {
  let exposures = ['mia', 'leo', 'zoe'].map((handle) => ({
    relation: friend(handle),
    is_relation: true,
    names: true,
    events: true,
    allPrivateAlbums: true,
    albums: [],
  }))
  serve({
    'GET /account/exposure': () => ({ exposures, next_cursor: null }),
    'POST /account/exposure/cut': ({ body }) => {
      const { account_id } = body as { account_id?: string }
      exposures = exposures.filter(
        (e) => account_id !== undefined && e.relation.with_account_id !== account_id,
      )
      return { success: true }
    },
  })
  show(<Exposures />)
  await press(/^Couper leo$/, 0, 'Couper')
  await focused(/zoe$/, 0)
  await press(/^Couper zoe$/, 0, 'Couper')
  await focused(/mia$/, 0)
  await press(/^Tout couper$/, 0, 'Tout couper')
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Vous ne partagez rien/))
})
