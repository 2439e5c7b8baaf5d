/** Browser features that can only be detected by experiment. Each runs once. */

/** A 2 × 1 JPEG with EXIF orientation 6: displayed as 1 × 2. */
const TURNED_JPEG =
  '/9j/4QAiRXhpZgAATU0AKgAAAAgAAQESAAMAAAABAAYAAAAAAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERX' +
  'RTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2Nj' +
  'Y2NjY2NjY2P/wAARCAABAAIDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAb/xAAbEAEAAAcAAAAAAAAAAAAAAAAAAQMFBjZ0sv/EABQB' +
  'AQAAAAAAAAAAAAAAAAAAAAD/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCwt/HqZqSuIAA//9k='

function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | null = null
  return () => (answer ??= ask())
}

/** Whether ImageDecoder applies the EXIF orientation of a JPEG without saying so. */
export const decoderAppliesOrientation = once(async () => {
  const data = Uint8Array.from(atob(TURNED_JPEG), (c) => c.charCodeAt(0))
  const decoder = new ImageDecoder({ data, type: 'image/jpeg' })
  const { image } = await decoder.decode()
  const turned = image.codedHeight > image.codedWidth
  image.close()
  decoder.close()
  return turned
})

const SIDE = 64

/**
 * Deterministic levels without any pattern that a filter could keep by chance (a linear
 * congruential generator).
 */
function noise(length: number): Uint8ClampedArray<ArrayBuffer> {
  let state = 1
  return Uint8ClampedArray.from({ length }, (_, i) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return i % 4 === 3 ? 255 : state >>> 24
  })
}

/**
 * Whether pixels read from a canvas are those that were drawn. Some browsers and extensions change
 * them against fingerprinting; such pixels must not become a member's photo.
 */
export const isCanvasFaithful = once(() => {
  if (typeof OffscreenCanvas !== 'function') return Promise.resolve(false)
  try {
    const context = new OffscreenCanvas(SIDE, SIDE * 2).getContext('2d', {
      willReadFrequently: true,
    })
    if (!context) return Promise.resolve(false)
    const put = noise(SIDE * SIDE * 4)
    context.putImageData(new ImageData(put, SIDE, SIDE), 0, 0)
    for (let i = 0; i < SIDE; i++) {
      context.fillStyle = `rgb(${i * 4} ${255 - i * 3} ${(i * 37) % 256})`
      context.fillRect(0, SIDE + i, SIDE, 1)
    }
    const read = context.getImageData(0, 0, SIDE, SIDE * 2).data
    const drawn = (i: number, channel: number) => [i * 4, 255 - i * 3, (i * 37) % 256, 255][channel]
    const kept = read.every((level, at) => {
      if (at < put.length) return level === put[at]
      return level === drawn(Math.floor((at - put.length) / (SIDE * 4)), at % 4)
    })
    return Promise.resolve(kept)
  } catch {
    return Promise.resolve(false)
  }
})
