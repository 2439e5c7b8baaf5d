// @vitest-environment jsdom
import '../../support/browser/dom-shims'
import { cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { SuspendedScreen } from '../../../src/features/moderation/suspended-screen'
import { AgeScreen } from '../../../src/features/session/age-screen'
import { DeletingScreen } from '../../../src/features/session/deleting-screen'
import { DeskScreen } from '../../../src/features/desk/screen'
import { serve } from '../../support/world/events'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.resetModules()
})

const painted = vi.hoisted(() => vi.fn())
vi.mock('../../../src/data/start/phases', async (original) => ({
  ...(await original<object>()),
  markFirstScreen: painted,
}))

test.each([
  ['the desk', <DeskScreen key="desk" missing={null} />],
  ['a suspension', <SuspendedScreen key="suspended" />],
  ['a deletion', <DeletingScreen key="deleting" />],
  ['the proof of age', <AgeScreen key="age" />],
])(
  '%s stands in the place of the app and lets idle work begin, the titles’ font with it',
  async (_name, screen) => {
    serve({})
    painted.mockClear()
    render(screen)
    await waitFor(() => expect(painted).toHaveBeenCalled())
  },
)
