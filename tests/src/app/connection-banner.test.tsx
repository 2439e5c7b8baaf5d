// @vitest-environment jsdom
import '../../support/browser/dom-shims'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listConversations } from '#contract/messaging/messages'
import { ConnectionBanner } from '../../../src/app/shell/connection-banner'
import { offlineContent } from '../../../src/data/hub/from-device'
import { serverState } from '../../../src/data/http/server-state'
import { hubState } from '../../../src/data/hub/hub'
import { call } from '../../../src/data/http/api'

beforeEach(() => {
  hubState.connection = 'connected'
  offlineContent.shown = true
  serverState.failing = false
  render(<ConnectionBanner />)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
/** A request of the page, and how it ends. */
const ask = (fetched: () => Promise<Response>): Promise<void> => {
  vi.stubGlobal('fetch', fetched)
  return act(() =>
    call(listConversations, {}).then(
      () => undefined,
      () => undefined,
    ),
  )
}
const down = () => Promise.reject(new TypeError('Failed to fetch'))

test('what is kept on the device is shown: the notice says whether the network or the server fails', async () => {
  await ask(down)
  await screen.findByText(/^Hors ligne/)
  await ask(async () => Response.json({ error: 'Indisponible' }, { status: 503 }))
  await screen.findByText(/^Le serveur répond mal/)
  await ask(down)
  await screen.findByText(/^Hors ligne/)
  expect(screen.queryByText(/serveur/)).toBeNull()
})

test('the same while the connection is lost', async () => {
  offlineContent.shown = false
  hubState.connection = 'unavailable'
  await screen.findByText(/^Connexion interrompue/, {}, { timeout: 15_000 })
  await ask(async () => new Response('<h1>Bad Gateway</h1>', { status: 502 }))
  await screen.findByText(/^Le serveur répond mal/)
  // a refusal is a reply like any other
  await ask(async () => Response.json({ error: 'Non' }, { status: 403 }))
  await screen.findByText(/^Connexion interrompue/)
})
