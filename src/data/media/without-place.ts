import { eraseGpsMetadata } from '#contract/workers/place'

/**
 * In an image worker: twenty photos of 5 MB kept the page busy for a second with collecting their
 * bytes.
 */
const inWorker = async (file: Blob): Promise<Blob> => {
  const { storablePhoto } = await import('./images')
  return storablePhoto(file)
}
/** Without network the worker may not be on the device yet. */
const here = async (file: Blob): Promise<Blob> => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  eraseGpsMetadata(bytes)
  return new Blob([bytes], { type: file.type })
}

/**
 * By chosen file: a message is stored in the moment it is sent, and must not wait for what its draft
 * has done already.
 */
const known = new WeakMap<Blob, Promise<Blob>>()
/** A chosen file as it may be stored on the device: without the place where it was taken. */
export const stripLocation = (file: Blob): Promise<Blob> => {
  const safe = known.get(file) ?? inWorker(file).catch(() => here(file))
  known.set(file, safe)
  safe.catch(() => known.delete(file))
  return safe
}
