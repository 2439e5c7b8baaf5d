// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { lazyScreen } from '../../../src/app/routes/screen'
import { waitForFirstPaint, markFirstScreen } from '../../../src/data/start/phases'
import { eventually } from '../../support/eventually'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('the files of a screen are asked for at once at the start, later when what replaces it is visible', async () => {
  const get = vi.fn(async () => () => null)
  const Screen = lazyScreen(get)
  const open = () =>
    render(
      <Suspense fallback="Chargement">
        <Screen />
      </Suspense>,
    )
  await lazyScreen(get).load()
  expect(get).toHaveBeenCalledTimes(1)
  markFirstScreen()
  await waitForFirstPaint()
  const frames: FrameRequestCallback[] = []
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame))
  open()
  await Promise.resolve()
  expect(get).toHaveBeenCalledTimes(1)
  frames.forEach((frame) => frame(0))
  await eventually(() => expect(get).toHaveBeenCalledTimes(2))
})
