/** BarcodeDetector, missing in some browsers and in TypeScript's library. */
interface Detector {
  detect(source: CanvasImageSource): Promise<readonly { readonly rawValue: string }[]>
}
interface DetectorClass {
  new (options: { formats: readonly string[] }): Detector
  getSupportedFormats(): Promise<readonly string[]>
}
interface Pixels {
  readonly width: number
  readonly height: number
  readonly data: Uint8ClampedArray
}
type Read = (video: HTMLVideoElement) => Promise<string | null>

/** Milliseconds between two readings: fast enough for a queue, light enough for a phone. */
const EVERY_MS = 160
/** Longer side of the frame passed to our own decoder, px. */
const SIDE = 640

/** Decodes a QR code from RGBA pixels; null when there is none. */
export const decodePixels = async (pixels: Pixels): Promise<string | null> => {
  const { decodeQR } = await import('qr/decode.js')
  try {
    return decodeQR(pixels)
  } catch {
    return null // no code in this frame
  }
}

const platformReader = async (): Promise<Read | null> => {
  const Own = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector
  try {
    if (!Own || !(await Own.getSupportedFormats()).includes('qr_code')) return null
    const detector = new Own({ formats: ['qr_code'] })
    return async (video) => (await detector.detect(video))[0]?.rawValue ?? null
  } catch {
    return null
  }
}
const ownReader = (): Read => {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  return async (video) => {
    const scale = Math.min(1, SIDE / Math.max(video.videoWidth, video.videoHeight, 1))
    canvas.width = Math.round(video.videoWidth * scale)
    canvas.height = Math.round(video.videoHeight * scale)
    if (!context || canvas.width === 0 || canvas.height === 0) return null
    context.drawImage(video, 0, 0, canvas.width, canvas.height)
    return decodePixels(context.getImageData(0, 0, canvas.width, canvas.height))
  }
}

/** Why there is no camera picture, in the member's words. */
export const cameraErrorText = (error: unknown): string =>
  error instanceof Error && error.name === 'NotAllowedError'
    ? 'L’appareil photo est refusé à cette page. Autorisez-le dans les réglages du navigateur, ou tapez le code.'
    : 'Aucun appareil photo utilisable. Tapez le code ou touchez le pseudo dans la liste.'

/**
 * Shows the back camera in `video` and reports every code read, repeatedly while it is held there.
 * `signal` stops it and releases the camera. Rejects when there is no camera or no permission.
 */
export const startScan = async (
  video: HTMLVideoElement,
  onText: (text: string) => void,
  signal: AbortSignal,
): Promise<void> => {
  if (!('mediaDevices' in navigator)) throw new Error('no camera here')
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 960 } },
  })
  const stop = (): void => {
    for (const track of stream.getTracks()) track.stop()
    video.srcObject = null
  }
  if (signal.aborted) return stop()
  signal.addEventListener('abort', stop, { once: true })
  video.srcObject = stream
  await video.play().catch(() => undefined)
  let read = (await platformReader()) ?? ownReader()
  const look = async (): Promise<void> => {
    if (signal.aborted) return
    try {
      const text = await read(video)
      if (text && !signal.aborted) onText(text)
    } catch {
      // the native detector can exist and still fail (missing service): fall back to ours
      read = ownReader()
    }
    setTimeout(() => void look(), EVERY_MS)
  }
  void look()
}
