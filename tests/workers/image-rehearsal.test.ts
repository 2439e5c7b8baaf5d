import { expect, test } from 'vitest'
import { pixelFrame } from '../../workers/image/decode/frame'
import * as planes from '../../workers/image/decode/planes'
import { rehearse } from '../../workers/image/pipeline/rehearsal'
import { loadKernels, noise, random } from '../support/image/kernels'

const SIZE = { width: 90, height: 70 }

test('the kernels make the same file after a rehearsal, and it stops as soon as a photo is there', async () => {
  const k = await loadKernels()
  const frame = pixelFrame(noise(random(3), SIZE.width * SIZE.height * 4), SIZE, {
    orientation: 6,
    inFileColours: false,
  })
  const make = async (): Promise<Buffer> =>
    Buffer.from(
      planes.encode(
        k,
        await planes.shape(k, frame, { target: { width: 35, height: 45 }, window: null }),
        92,
      ),
    )
  const before = await make()
  let passes = 0
  const breathe = (): Promise<void> => {
    passes++
    return Promise.resolve()
  }
  await rehearse(k, () => passes === 3, breathe)
  expect(passes).toBe(3)
  expect((await make()).equals(before)).toBe(true)
  await rehearse(k, () => true, breathe)
  expect(passes).toBe(3)
})
