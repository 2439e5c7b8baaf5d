/** The page of `npm run bench:photos`: the app's own pipeline beside its peers, each called as its manual says. */
import imageCompression from 'browser-image-compression'
import Compressor from 'compressorjs'
import pica from 'pica'
import { IMAGE_MAX_SIDE_PX, JPEG_QUALITY } from '#contract/limits'
import { convertPhoto, warmImages } from '../../../src/data/media/images'
import { decodeFile, openImageFile } from '../../../workers/image/pipeline/pipeline'

type Contender = 'ours' | 'compressorjs' | 'browser-image-compression' | 'pica' | 'canvas'

const fit = (width: number, height: number): readonly [number, number] => {
  const scale = Math.min(1, IMAGE_MAX_SIDE_PX / Math.max(width, height))
  return [Math.round(width * scale), Math.round(height * scale)]
}
const canvasOf = (width: number, height: number): HTMLCanvasElement =>
  Object.assign(document.createElement('canvas'), { width, height })
let resizer: ReturnType<typeof pica> | undefined

const contenders: Record<Contender, (file: File) => Promise<Blob>> = {
  ours: async (file) => {
    const made = await convertPhoto(file)
    if (made.status !== 'converted') throw new Error(made.message)
    return made.blob
  },
  compressorjs: (file) =>
    new Promise((success, error) => {
      void new Compressor(file, {
        quality: JPEG_QUALITY,
        maxWidth: IMAGE_MAX_SIDE_PX,
        maxHeight: IMAGE_MAX_SIDE_PX,
        mimeType: 'image/jpeg',
        success,
        error,
      })
    }),
  'browser-image-compression': (file) =>
    imageCompression(file, {
      maxWidthOrHeight: IMAGE_MAX_SIDE_PX,
      initialQuality: JPEG_QUALITY,
      useWebWorker: true,
      fileType: 'image/jpeg',
      alwaysKeepResolution: true,
      maxSizeMB: 100,
      libURL: `${location.origin}/files/peer.js`,
    }),
  pica: async (file) => {
    const bitmap = await createImageBitmap(file)
    const to = canvasOf(...fit(bitmap.width, bitmap.height))
    resizer ??= pica()
    await resizer.resize(bitmap, to, { filter: 'lanczos3' })
    bitmap.close()
    return resizer.toBlob(to, 'image/jpeg', JPEG_QUALITY)
  },
  canvas: async (file) => {
    const image = new Image()
    image.src = URL.createObjectURL(file)
    await image.decode()
    const to = canvasOf(...fit(image.naturalWidth, image.naturalHeight))
    const context = to.getContext('2d')
    if (!context) throw new Error('no canvas')
    context.imageSmoothingQuality = 'high'
    context.drawImage(image, 0, 0, to.width, to.height)
    URL.revokeObjectURL(image.src)
    return new Promise((done, failed) =>
      to.toBlob(
        (blob) => (blob ? done(blob) : failed(new Error('no blob'))),
        'image/jpeg',
        JPEG_QUALITY,
      ),
    )
  },
}

/**
 * Longest time in which the page could not answer, in ms. Finer than the browser's long tasks,
 * which begin at 50 ms.
 */
const watchMainThread = (): (() => number) => {
  const { port1, port2 } = new MessageChannel()
  let [longest, last, on] = [0, performance.now(), true]
  const look = (): void => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }
  port1.onmessage = () => {
    look()
    if (on) setTimeout(() => port2.postMessage(0), 1)
    else port1.close()
  }
  port2.postMessage(0)
  return () => {
    look()
    on = false
    return longest
  }
}

const TYPES: Record<string, string> = { JPEG: 'image/jpeg', PNG: 'image/png' }
const files = new Map<string, File>()
/** Fetched before the clock starts, one at a time. */
const load = async (name: string): Promise<File> => {
  const found = files.get(name)
  if (found) return found
  files.clear()
  const file = new File(
    [await (await fetch(`/files/${encodeURIComponent(name)}`)).arrayBuffer()],
    name,
    { type: TYPES[name.split(' ').at(-1) ?? ''] ?? '' },
  )
  files.set(name, file)
  return file
}

const base64 = (blob: Blob): Promise<string> =>
  new Promise((resolve) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result).replace(/^[^,]*,/, '')))
    reader.readAsDataURL(blob)
  })

const run = async (
  who: Contender,
  name: string,
): Promise<{ readonly ms: number; readonly blocked: number; readonly bytes: number }> => {
  const file = await load(name)
  await new Promise((resolve) => setTimeout(resolve, 60))
  const blocked = watchMainThread()
  const from = performance.now()
  const { size } = await contenders[who](file)
  return { ms: performance.now() - from, blocked: blocked(), bytes: size }
}

/**
 * What no way around the browser's decoder can go below: reading the file and decoding it as we ask
 * for, nothing else. In ms.
 */
const floor = async (name: string): Promise<number> => {
  const file = await load(name)
  await new Promise((resolve) => setTimeout(resolve, 60))
  const from = performance.now()
  const { frame } = await decodeFile(await openImageFile(file), {
    blob: file,
    maxSide: IMAGE_MAX_SIDE_PX,
    checkpoint: () => Promise.resolve(),
  })
  const ms = performance.now() - from
  frame.close()
  return ms
}

/** As many at once as the app lets through (src/features/messaging/outbox/deliver). */
const AT_ONCE = 2
const gate = (): (<T>(work: () => Promise<T>) => Promise<T>) => {
  const waiting: (() => void)[] = []
  let busy = 0
  return async (work) => {
    if (busy >= AT_ONCE) await new Promise<void>((turn) => waiting.push(turn))
    busy++
    try {
      return await work()
    } finally {
      busy--
      waiting.shift()?.()
    }
  }
}
const upload = async (blob: Blob): Promise<void> => {
  await fetch('/upload', { method: 'POST', body: blob })
}
/** `count` photos converted and uploaded, in ms. */
const batch = async (
  name: string,
  count: number,
  how: 'sequential' | 'pipelined',
  uploaded: boolean,
): Promise<number> => {
  const file = await load(name)
  const [converting, uploading] = [gate(), gate()]
  const one = async (): Promise<void> => {
    const blob = await converting(() => contenders.ours(file))
    if (uploaded) await uploading(() => upload(blob))
  }
  await contenders.ours(file)
  const from = performance.now()
  if (how === 'pipelined') await Promise.all(Array.from({ length: count }, one))
  else for (let i = 0; i < count; i++) await one()
  return performance.now() - from
}

const bench = {
  warm: warmImages,
  load: async (name: string) => void (await load(name)),
  run,
  floor,
  batch,
  picture: async (who: Contender, name: string) => base64(await contenders[who](await load(name))),
}
declare global {
  interface Window {
    bench: typeof bench
  }
}
window.bench = bench
