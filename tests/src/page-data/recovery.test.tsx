// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../../src/data/http/api-error'
import { startRecovery, useData } from '../../../src/data/http/cache'
import { mutate } from '../../../src/data/http/mutate'
import { hubState } from '../../../src/data/hub/hub'
import { eventually } from '../../support/eventually'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})
const OPTIONS = { errorRetryCount: 0, dedupingInterval: 0 }

test('what failed for want of the server loads when the connection stands again; a refusal is not asked again', async () => {
  let up = false
  const asked = { list: 0, refused: 0 }
  const ask = (): Promise<string> => {
    asked.list += 1
    return up ? Promise.resolve('Trois discussions') : Promise.reject(new ApiError(503, 'HTTP 503'))
  }
  const refuse = (): Promise<string> => {
    asked.refused += 1
    return Promise.reject(new ApiError(404, 'introuvable'))
  }
  const List = () => {
    const { data, error } = useData<string, Error>(['recovery', 'list'], ask, OPTIONS)
    const other = useData<string, Error>(['recovery', 'refused'], refuse, OPTIONS)
    return (
      <p>
        {data ?? (error ? 'Impossible de charger' : '…')} {other.error ? 'refusé' : ''}
      </p>
    )
  }
  const stop = startRecovery()
  render(<List />)
  await screen.findByText('Impossible de charger refusé')
  up = true
  hubState.connection = 'connected'
  await screen.findByText('Trois discussions refusé')
  await eventually(() => expect(asked).toEqual({ list: 2, refused: 1 }))
  stop()
})

test('the network that comes back loads what is on the screen again, past a request that hangs and in a hidden page', async () => {
  const hanging = new Promise<string>(() => undefined)
  const replies = [Promise.resolve('avant'), hanging, Promise.resolve('après')]
  let count = 0
  const ask = (): Promise<string> => replies[count++] ?? hanging
  const List = () => <p>{useData(['recovery', 'hanging'], ask).data ?? '…'}</p>
  const stop = startRecovery()
  render(<List />)
  await screen.findByText('avant')
  void mutate(['recovery', 'hanging'])
  await eventually(() => expect(count).toBe(2))
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  dispatchEvent(new Event('online'))
  await screen.findByText('après')
  expect(count).toBe(3)
  stop()
})
