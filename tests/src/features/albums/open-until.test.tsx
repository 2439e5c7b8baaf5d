// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Album, AlbumMedia } from '#contract/albums/albums'
import { startRecovery } from '../../../../src/data/http/cache'
import { OpenUntil } from '../../../../src/features/albums/requests/open-until'
import { untilText } from '../../../../src/lib/until'
import { useAlbums } from '../../../../src/features/albums/state/api'
import { NBSP } from '../../../../src/lib/text'
import { fresh, serve, times } from '../../../support/world/events'

const dropLinks = vi.hoisted(() => vi.fn<(ids: readonly string[]) => Promise<void>>())
vi.mock('../../../../src/data/hub/hub', async (original) => {
  const hub = await original<typeof import('../../../../src/data/hub/hub')>()
  return { ...hub, hub: () => ({ dropLinks }) }
})
/** How long the access lasts: its end comes when the test says so, not while the list is drawn. */
const OPEN_MS = 60_000
// requests and renders go on by themselves
beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  dropLinks.mockReset()
  vi.unstubAllGlobals()
})

const album = (accountId: string, patch: Partial<Album> = {}): Album => ({
  id: fresh('album'),
  accountId,
  name: 'Velours',
  description: null,
  isPublic: false,
  mediaCount: 1,
  can_view: true,
  createdAt: null,
  preview: [{ id: 'photo-1' } as AlbumMedia],
  openUntil: new Date(Date.now() + OPEN_MS).toISOString(),
  ...patch,
})
const Shown = ({ accountId }: { accountId: string }) => {
  const { data } = useAlbums(accountId)
  return data ? (
    <>
      {data.map((a) => (
        <p key={a.id}>{a.name}</p>
      ))}
      <OpenUntil accountId={accountId} albums={data} selected={data[0] ?? null} />
    </>
  ) : null
}
/** The list that the server returns first, then what it returns once the time is over, as it is in the end. */
const show = async (
  accountId: string,
  open: Album,
  then: () => unknown,
  more: Record<string, () => unknown> = {},
) => {
  let count = 0
  const asked = serve({
    'GET /albums': () => ((count += 1) === 1 ? { albums: [open], sharedAlbums: [] } : then()),
    ...more,
  })
  render(<Shown accountId={accountId} />)
  await screen.findByText('Velours')
  await screen.findByText(/^Ouvert pour vous jusqu’à/)
  await act(() => vi.advanceTimersByTimeAsync(OPEN_MS))
  return asked
}

test('an album closes when the access ends, and the links of its photos are dropped', async () => {
  const me = fresh('owner')
  const { openUntil: _end, ...closed } = album(me, {
    id: fresh('masked'),
    name: 'Album privé',
    can_view: false,
    preview: [],
  })
  await show(me, album(me), () => ({ albums: [closed], sharedAlbums: [] }))
  await screen.findByText('Album privé')
  expect(screen.queryByText('Velours')).toBeNull()
  await waitFor(() => expect(dropLinks).toHaveBeenCalledWith(['photo-1']))
})

test('without network it closes by the clock of the device', async () => {
  const me = fresh('owner')
  await show(me, album(me), () => {
    throw new TypeError('offline')
  })
  await screen.findByText('Album privé')
  expect(screen.queryByText(/^Ouvert pour vous/)).toBeNull()
  await waitFor(() => expect(dropLinks).toHaveBeenCalledWith(['photo-1']))
})

test('the network that comes back while the clock closes it loads the list again', async () => {
  const me = fresh('owner')
  const open = album(me)
  const stop = startRecovery()
  const { openUntil: _end, ...closed } = album(me, { name: 'Album demandable', can_view: false })
  await show(me, open, () => ({ albums: [closed], sharedAlbums: [] }), {
    [`GET /albums/${open.id}/access`]: () => {
      // the browser says so before the call that found no network has failed
      dispatchEvent(new Event('online'))
      throw new TypeError('offline')
    },
  })
  await screen.findByText('Album demandable')
  stop()
})

test('a device whose clock is ahead leaves the album open as long as the server does', async () => {
  const me = fresh('owner')
  const open = album(me)
  const asked = await show(me, open, () => ({ albums: [open], sharedAlbums: [] }), {
    [`GET /albums/${open.id}/access`]: () => ({ canView: true, reason: 'shared' }),
  })
  await waitFor(() => expect(times(asked, `GET /albums/${open.id}/access`)).toBe(1))
  await new Promise((done) => setTimeout(done, 0))
  expect(times(asked, 'GET /albums')).toBe(1)
  expect(screen.queryByText('Album privé')).toBeNull()
  expect(dropLinks).not.toHaveBeenCalled()
})

test('the end is said by its hour, the day when it is not today', () => {
  const now = Date.parse('2026-12-01T18:00:00Z')
  const at = (iso: string) => untilText(iso, now)
  expect(at('2026-12-01T19:05:00Z')).toBe(`jusqu’à 20${NBSP}h${NBSP}05`)
  expect(at('2026-12-02T18:00:00Z')).toBe(`jusqu’à demain 19${NBSP}h`)
  expect(at('2026-12-08T18:00:00Z')).toBe(`jusqu’au 8 décembre 2026 à 19${NBSP}h`)
})
