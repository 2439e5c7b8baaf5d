// @vitest-environment jsdom
import '../../../../support/browser/dom-shims'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useData } from '../../../../../src/data/http/cache'
import { session } from '../../../../../src/data/session/session'
import { startEvents } from '../../../../../src/features/events/realtime'
import { participantsKey } from '../../../../../src/features/events/state/keys'
import { fresh } from '../../../../support/world/events'

const hub = vi.hoisted(() => ({ tell: (_event: unknown): void => undefined }))
vi.mock('../../../../../src/data/hub/hub', async (original) => ({
  ...(await original<object>()),
  onEvent: (fn: (event: unknown) => void) => {
    hub.tell = fn
    return () => undefined
  },
  onResync: () => () => undefined,
}))
afterEach(cleanup)

test('open lists of participants are loaded again once a member blocks, is deleted or comes back', async () => {
  const accountId = fresh('own')
  Object.assign(session, { phase: 'signed-in', accountId })
  startEvents()
  let names = ['nora_lyon']
  const key = participantsKey(fresh('event'))
  const { result } = renderHook(() => useData(key, () => Promise.resolve(names)))
  await waitFor(() => expect(result.current.data).toEqual(['nora_lyon']))
  names = ['Compte supprimé']
  hub.tell({
    name: 'account.relation.updated',
    payload: { accountId, withAccountId: fresh('nora') },
  })
  await waitFor(() => expect(result.current.data).toEqual(['Compte supprimé']))
})
