import { openPanel } from '../state/panels'

/** Of the caller that opened the panel. */
let receivePhotos: ((photos: readonly File[]) => void) | null = null

/** Opens the camera panel; `onPhoto` gets each photo as it is taken. */
export const openCamera = (onPhoto: (photos: readonly File[]) => void): void => {
  receivePhotos = onPhoto
  openPanel({ kind: 'camera' })
}
export const deliverCameraPhotos = (photos: readonly File[]): void => receivePhotos?.(photos)
export const forgetCamera = (): void => {
  receivePhotos = null
}
