/**
 * A square window on a picture: scale 1 covers the window with the shorter side; x and y move the
 * centre, in window sides.
 */
export interface CropWindow {
  readonly scale: number
  readonly x: number
  readonly y: number
}
export interface Size {
  readonly width: number
  readonly height: number
}
export const CROP_START: CropWindow = { scale: 1, x: 0, y: 0 }
export const CROP_MAX = 6

/** Size of the whole picture in window sides. */
export const shownSize = ({ width, height }: Size, scale: number): Size => {
  const short = Math.min(width, height)
  return { width: (width / short) * scale, height: (height / short) * scale }
}

/** The window never shows anything beside the picture. */
export const clampCrop = (crop: CropWindow, size: Size): CropWindow => {
  const scale = Math.min(CROP_MAX, Math.max(1, crop.scale))
  const { width, height } = shownSize(size, scale)
  const keep = (value: number, side: number): number =>
    Math.min((side - 1) / 2, Math.max(-(side - 1) / 2, value)) + 0
  return { scale, x: keep(crop.x, width), y: keep(crop.y, height) }
}
/** Zooms about the centre of the window. */
export const zoomCrop = (crop: CropWindow, scale: number, size: Size): CropWindow => {
  const next = Math.min(CROP_MAX, Math.max(1, scale))
  return clampCrop(
    { scale: next, x: (crop.x * next) / crop.scale, y: (crop.y * next) / crop.scale },
    size,
  )
}

/** The square of the picture that the window shows, in the picture’s pixels. */
export const sourceSquare = (
  crop: CropWindow,
  size: Size,
): { x: number; y: number; side: number } => {
  const side = Math.min(size.width, size.height) / crop.scale
  const shown = shownSize(size, crop.scale)
  return {
    x: ((shown.width - 1) / 2 - crop.x) * side,
    y: ((shown.height - 1) / 2 - crop.y) * side,
    side,
  }
}
