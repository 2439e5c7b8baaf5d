import { describe, expect, test } from 'vitest'
import { IMAGE_TIMEOUT_MS } from '#contract/limits'
import { page, SPOT, convert } from './image-setup'

/** Tests of image-pipeline.test.ts, which share its server. */
export const failureTests = (): void => {
  describe('failures', () => {
    test('MSG-193: what cannot be decoded is «Image illisible»; the file itself may go only without spots', async () => {
      for (const file of ['cut.jpg', 'text.jpg']) {
        expect(await convert({ file }), file).toMatchObject({
          status: 'original-allowed',
          code: 'unreadable',
          message: 'Image illisible',
        })
        expect(await convert({ file, spots: [SPOT] }), file).toMatchObject({
          status: 'refused',
          message: 'Image illisible',
          jpeg: null,
        })
      }
    })
    test('more than 100 megapixels are refused from the header, before anything is decoded', async () => {
      const answer = await convert({ file: 'bomb.png' })
      expect(answer).toMatchObject({ status: 'refused', code: 'too_many_pixels' })
      expect(answer.progress).toEqual([])
    })
    test('MSG-194: a conversion that never ends stops at its limit with its text, with and without blur', async () => {
      expect(IMAGE_TIMEOUT_MS).toBe(30_000)
      expect(await convert({ file: 'small.jpg', limits: 'hangs', limitMs: 300 })).toMatchObject({
        status: 'original-allowed',
        message: 'Timeout création JPEG (30s)',
      })
      expect(
        await convert({ file: 'small.jpg', limits: 'hangs', limitMs: 300, spots: [SPOT] }),
      ).toMatchObject({ status: 'refused', message: 'Timeout création JPEG avec flou (30s)' })
    })
    test('a worker that dies in the middle fails its photo at once; the queue goes on with a new one', async () => {
      const result = await page.evaluate(async (spot) => {
        const { lab } = window
        const images = lab.images({ limits: 'dies' })
        const [jpeg, text] = [await lab.load('small.jpg'), await lab.load('text.jpg')]
        const from = performance.now()
        const [first, blurred, next] = await Promise.all([
          images.convertPhoto(jpeg),
          images.convertPhoto(jpeg, { spots: [spot] }),
          images.convertPhoto(text),
        ])
        return { first, blurred, next, ms: performance.now() - from }
      }, SPOT)
      expect(result.first).toMatchObject({ status: 'original-allowed', code: 'interrupted' })
      expect(result.blurred).toMatchObject({ status: 'refused', message: 'Erreur traitement flou' })
      expect(result.next).toMatchObject({ code: 'unreadable' })
      // what does not answer is given up after 30 s
      expect(result.ms).toBeLessThan(25_000)
    })
    test('a broken file fails alone: the same worker makes the next photo', async () => {
      const result = await page.evaluate(async () => {
        const { lab } = window
        const images = lab.images({}, 1, 5_000)
        const [bad, worse, good] = [
          await lab.load('cut.jpg'),
          await lab.load('bomb.png'),
          await lab.load('small.jpg'),
        ]
        const from = lab.spawned()
        const made = await Promise.all(
          [bad, good, worse, good].map((file) => images.convertPhoto(file)),
        )
        return {
          spawned: lab.spawned() - from,
          made: made.map((one) => (one.status === 'converted' ? 'converted' : one.message)),
        }
      })
      expect(result).toEqual({
        spawned: 1,
        made: ['Image illisible', 'converted', 'Cette photo compte trop de pixels.', 'converted'],
      })
    })
    test('a cancelled photo rejects with AbortError at once, waiting or running, and the others go on', async () => {
      const result = await page.evaluate(async () => {
        const { lab } = window
        const images = lab.images({ limits: 'no-canvas' })
        const file = await lab.load('large.jpg')
        const [running, waiting, before] = [
          new AbortController(),
          new AbortController(),
          AbortSignal.abort(),
        ]
        const a = lab.settle(
          images.convertPhoto(file, { signal: running.signal, onProgress: () => running.abort() }),
        )
        const b = lab.settle(images.convertPhoto(file, { signal: waiting.signal }))
        const c = images.convertPhoto(file)
        waiting.abort()
        return [
          await a,
          await b,
          await lab.settle(images.convertPhoto(file, { signal: before })),
          (await c).status,
        ]
      })
      expect(result).toEqual([
        'AbortError: Cancelled',
        'AbortError: Cancelled',
        'AbortError: Cancelled',
        'converted',
      ])
    })
    test('a worker that hangs on a cancelled photo is replaced', async () => {
      const result = await page.evaluate(async () => {
        const { lab } = window
        const images = lab.images({ limits: 'hangs' })
        const stop = new AbortController()
        const hung = lab.settle(
          images.convertPhoto(await lab.load('small.jpg'), { signal: stop.signal }),
        )
        setTimeout(() => stop.abort(), 100)
        return [await hung, (await images.convertPhoto(await lab.load('text.jpg'))).status]
      })
      expect(result).toEqual(['AbortError: Cancelled', 'original-allowed'])
    })
  })
}
