import modelUrl from '@vladmandic/face-api/model/tiny_face_detector_model.bin?url'

/** Fetches what the face detector needs; the service worker keeps it for photos without network. */
export const fetchDetector = async (): Promise<void> => {
  if (!navigator.serviceWorker?.controller) return
  const kernels = new URL('../../../wasm/build/faces.wasm', import.meta.url)
  await Promise.all([fetch(modelUrl), fetch(kernels)])
}
