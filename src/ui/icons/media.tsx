import { Icon, circle, rect, createStrokeIcon, type IconProps } from './icon'

/** Photos, camera, blur, viewer. */
export const IconImage = createStrokeIcon(
  'm4.5 17 4.7-4.3 3.5 3 3.3-3.2 4 4',
  rect(3.5, 4.5, 17, 15, 3.5),
  circle(9, 10, 1.6),
)
/** Several photos, an album. */
export const IconAlbum = createStrokeIcon(
  'M7 4h10.5A3 3 0 0 1 20.5 7v9M4 17.5l3.5-3.2 2.5 2.2 2.5-2.5 4 4',
  rect(3.5, 7.5, 13.5, 12.5, 2.8),
)
export const IconCamera = createStrokeIcon(
  'M4 8h3l1.7-2.5h6.6L17 8h3a1.5 1.5 0 0 1 1.5 1.5V18a1.5 1.5 0 0 1-1.5 1.5H4A1.5 1.5 0 0 1 2.5 18V9.5A1.5 1.5 0 0 1 4 8Z',
  circle(12, 13.3, 3.4),
)
/** Turn the camera: front or back. */
export const IconFlip = createStrokeIcon(
  'M20 12a8 8 0 0 0-14-5.3L4 9M4 4.5V9h4.5M4 12a8 8 0 0 0 14 5.3L20 15M20 19.5V15h-4.5',
)
/** A face that dissolves: the blur tool. */
export function IconBlur(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M12 3.5A8.5 8.5 0 0 0 12 20.5" />
      <g data-fill="">
        <circle cx="14.5" cy="5" r="1" />
        <circle cx="18" cy="8" r="1" />
        <circle cx="14.5" cy="9.5" r="1.2" />
        <circle cx="19.8" cy="12" r="1" />
        <circle cx="15.5" cy="13" r="1.3" />
        <circle cx="18" cy="16" r="1" />
        <circle cx="14.3" cy="17.5" r="1.1" />
      </g>
    </Icon>
  )
}
export const IconEye = createStrokeIcon(
  'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
)
export const IconEyeOff = createStrokeIcon(
  'M10 5.8a9 9 0 0 1 2-.3c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.7 3.5M6.5 7.5A16 16 0 0 0 2.5 12S6 18.5 12 18.5a9 9 0 0 0 4.3-1.1M9.9 9.9a3 3 0 0 0 4.2 4.2M4 4l16 16',
)
export const IconZoomIn = createStrokeIcon('m20 20-4.2-4.2M11 8.5v5M8.5 11h5', circle(11, 11, 6.5))
export const IconZoomOut = createStrokeIcon('m20 20-4.2-4.2M8.5 11h5', circle(11, 11, 6.5))
export const IconFull = createStrokeIcon('M9 4H4v5M15 4h5v5M9 20H4v-5M15 20h5v-5')
/** A private album, an address kept back. */
export const IconLock = createStrokeIcon('M8 11V8a4 4 0 0 1 8 0v3', rect(5, 11, 14, 9, 2.5))
export const IconStar = createStrokeIcon(
  'm12 4 2.5 5.1 5.6.800-4.1 4 1 5.6L12 16.9l-5 2.6 1-5.6-4.1-4 5.6-.8L12 4Z',
)
