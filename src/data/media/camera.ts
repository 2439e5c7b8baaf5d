import { openPanel } from '../state/panels'

let give: ((photos: readonly File[]) => void) | null = null

/** Opens the camera panel; `onPhoto` gets each photo as it is taken. */
export const openCamera = (onPhoto: (photos: readonly File[]) => void): void => {
  give = onPhoto
  openPanel({ kind: 'camera' })
}
export const deliverCameraPhotos = (photos: readonly File[]): void => give?.(photos)
export const forgetCamera = (): void => {
  give = null
}
