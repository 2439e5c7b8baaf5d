import { hub, hubState, onEvent, onResync, startHub, tabId } from '../../../../src/data/hub/hub'
import { startVisibilityReports } from '../../../../src/data/start/page-life'

/**
 * A page that only runs the hub, for tests in a real browser; `?fallback` hides SharedWorker first.
 */
const seen: string[] = []
let resyncs = 0
if (location.search.includes('fallback'))
  Object.defineProperty(globalThis, 'SharedWorker', { value: undefined })
onEvent((event) => seen.push(event.id))
onResync(() => (resyncs += 1))

const start = async (token: string, accountId: string): Promise<void> => {
  await startHub({
    key: 'k',
    cluster: 'local',
    host: '',
    port: null,
    forceTLS: null,
    buildDate: '2026-01-01T00:00:00.000Z',
  })
  startVisibilityReports()
  await hub().setSession(tabId, { token, accountId, activeIdentityId: null, identityIds: [] })
}
const page = { start, hub, hubState, seen, tabId, resyncs: () => resyncs }
Object.assign(globalThis, { page })
export type HubPage = typeof page
