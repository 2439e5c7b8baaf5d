import { describe, expect, test } from 'vitest'
import { page, problems, SPOT, sizeOf } from './image-setup'

/** Tests of image-pipeline.test.ts, which share its server. */
export const previewTests = (): void => {
  describe('life of the workers', () => {
    test('one worker serves photo after photo, and is ended when idle', async () => {
      const result = await page.evaluate(async () => {
        const { lab } = window
        const images = lab.images({}, 1, 400)
        const file = await lab.load('small.jpg')
        const from = lab.spawned()
        for (let i = 0; i < 3; i++) await images.convertPhoto(file)
        const warm = lab.spawned() - from
        await new Promise((resolve) => setTimeout(resolve, 900))
        await images.convertPhoto(file)
        return { warm, again: lab.spawned() - from }
      })
      expect(result).toEqual({ warm: 1, again: 2 })
    })
    test('as many photos run at once as there are workers, the rest waits', async () => {
      const result = await page.evaluate(async () => {
        const { lab } = window
        const images = lab.images({}, 2, 300)
        const file = await lab.load('large.jpg')
        const from = lab.spawned()
        const done = await Promise.all(Array.from({ length: 6 }, () => images.convertPhoto(file)))
        return { spawned: lab.spawned() - from, done: done.map((one) => one.status) }
      })
      expect(result.spawned).toBe(2)
      expect(result.done).toEqual(Array.from({ length: 6 }, () => 'converted'))
    })
    test('the app’s own instance starts its worker under Trusted Types and the strict policy', async () => {
      const status = await page.evaluate(
        async () => (await window.lab.convertPhoto(await window.lab.load('small.jpg'))).status,
      )
      expect(status).toBe('converted')
      expect(problems).toEqual([])
    })
  })

  test('a photo that is made while the detector looks at it is the one that the conversion makes', async () => {
    for (const [name, isWithFaces] of [
      ['faces.jpg', true],
      ['large6.jpg', false],
    ] as const) {
      const result = await page.evaluate(async (file) => {
        const { lab } = window
        const images = lab.images({})
        const photo = await lab.load(file)
        const looked = await images.lookAtPhoto(photo, 3)
        const spots = looked.faces.map((face) => ({ ...face, intensity: 3 as const, found: true }))
        const converted = await images.convertPhoto(photo, { spots })
        return {
          faces: spots.length,
          looked: looked.photo && (await lab.base64(looked.photo)),
          converted: converted.status === 'converted' && (await lab.base64(converted.blob)),
          unasked: (await images.lookAtPhoto(photo, null)).photo,
        }
      }, name)
      expect(result.faces > 0, name).toBe(isWithFaces)
      expect(result.looked === result.converted, name).toBe(true)
      expect(result.unasked).toBeNull()
    }
  })

  describe('preview', () => {
    const preview = (
      file: string,
      limits = '',
    ): Promise<{
      size: [number, number]
      first: string
      blurred: string
      cleared: string
      names: string[]
    }> =>
      page
        .evaluate(
          async ([name, spot, limited]) => {
            const { lab } = window
            const shown = await lab
              .images({ limits: limited })
              .previewPhoto(await lab.load(name), { maxSide: 500 })
            const [old, latest] = [lab.settle(shown.blur([])), shown.blur([spot])]
            const blurred = await lab.base64(await latest)
            const cleared = await lab.base64(await shown.blur([]))
            const closing = lab.settle(shown.blur([spot]))
            shown.close()
            return {
              size: [shown.width, shown.height],
              first: await lab.base64(shown.blob),
              blurred,
              cleared,
              names: [await old, await closing],
            } as const
          },
          [file, SPOT, limits] as const,
        )
        .then((r) => ({ ...r, size: [...r.size], names: [...r.names] }))

    test('shows every format, with spots as they will be, and as the original again without them', async () => {
      for (const [file, size] of [
        ['small.jpg', [600, 440]],
        ['turn6.jpg', [441, 601]],
        ['image.tif', [600, 440]],
        ['turned.heic', [440, 600]],
      ] as const) {
        const shown = await preview(file)
        expect(shown.size, file).toEqual(size)
        expect(Math.max(...(await sizeOf(Buffer.from(shown.first, 'base64'))))).toBe(500)
        expect(shown.blurred).not.toBe(shown.first)
        expect(shown.cleared).toBe(shown.first)
        // the older of two calls, and the one that was running when the modal closed
        expect(shown.names).toEqual(['AbortError: Cancelled', 'AbortError: Cancelled'])
      }
    })
    test('works without SIMD', async () => {
      const shown = await preview('small.jpg', 'no-simd')
      expect(shown.blurred).not.toBe(shown.first)
      expect(shown.cleared).toBe(shown.first)
    })
    test('problems have the text that stands over the preview', async () => {
      const result = await page.evaluate(async (spot) => {
        const { lab } = window
        const type = await lab.settle(lab.images({}).previewPhoto(await lab.load('text.jpg')))
        const shown = await lab
          .images({ limits: 'blur-fails' })
          .previewPhoto(await lab.load('small.jpg'))
        const flou = await lab.settle(shown.blur([spot]))
        shown.close()
        return [type, flou]
      }, SPOT)
      expect(result).toEqual([
        'PreviewFailure: Prévisualisation indisponible (type)',
        'PreviewFailure: Prévisualisation indisponible (flou)',
      ])
    })
    test('size and type come from the header', async () => {
      const all = await page.evaluate(
        async (names) =>
          Promise.all(
            names.map(async (name) =>
              window.lab.images({}).inspectPhoto(await window.lab.load(name)),
            ),
          ),
        ['turn6.jpg', 'image.avif', 'turned.heic'],
      )
      expect(all).toEqual([
        { width: 441, height: 601, type: 'jpeg' },
        { width: 600, height: 440, type: 'avif' },
        { width: 440, height: 600, type: 'heic' },
      ])
    })
  })
}
