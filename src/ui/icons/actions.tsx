import { Icon, circle, rect, createStrokeIcon, type IconProps } from './icon'

/** What one does to things. */
export const IconSearch = createStrokeIcon('m20 20-4.2-4.2', circle(11, 11, 6.5))
export const IconPlus = createStrokeIcon('M12 5v14M5 12h14')
export const IconMinus = createStrokeIcon('M5 12h14')
export function IconMore(props: IconProps) {
  return (
    <Icon {...props}>
      <g data-fill="">
        <circle cx="12" cy="5.5" r="1.6" />
        <circle cx="12" cy="12" r="1.6" />
        <circle cx="12" cy="18.5" r="1.6" />
      </g>
    </Icon>
  )
}
export const IconEdit = createStrokeIcon(
  'm14.5 6 3.5 3.5M5 15.5 15.8 4.7a2 2 0 0 1 2.8 0l.7.7a2 2 0 0 1 0 2.8L8.5 19 4 20l1-4.5Z',
)
export const IconTrash = createStrokeIcon(
  'M4 7h16M9.5 7V4.5h5V7M6 7l.9 11.6A1.5 1.5 0 0 0 8.4 20h7.2a1.5 1.5 0 0 0 1.5-1.4L18 7M10 11v5M14 11v5',
)
export const IconCopy = createStrokeIcon(
  'M15.5 5.5A1.5 1.5 0 0 0 14 4H5.5A1.5 1.5 0 0 0 4 5.5V14a1.5 1.5 0 0 0 1.5 1.5',
  rect(8.5, 8.5, 11.5, 11.5, 2.5),
)
export const IconLink = createStrokeIcon(
  'M10 14a4 4 0 0 0 5.7 0l3.1-3.1a4 4 0 0 0-5.7-5.7L12 6.3M14 10a4 4 0 0 0-5.7 0l-3.1 3.1a4 4 0 0 0 5.7 5.7l1.1-1.1',
)
export const IconShare = createStrokeIcon(
  'M12 15V4M8 7.5 12 3.5l4 4M6 12H5.5A1.5 1.5 0 0 0 4 13.5V19a1.5 1.5 0 0 0 1.5 1.5h13A1.5 1.5 0 0 0 20 19v-5.5a1.5 1.5 0 0 0-1.5-1.5H18',
)
export const IconDownload = createStrokeIcon('M12 4v11M8 11.5l4 4 4-4M4 20h16')
export const IconUpload = createStrokeIcon('M12 20V9M8 12.5l4-4 4 4M4 4h16')
export const IconRefresh = createStrokeIcon(
  'M20 5v5h-5M4 19v-5h5M19.4 10A7.8 7.8 0 0 0 5.6 8M4.6 14a7.8 7.8 0 0 0 13.8 2',
)
export const IconUndo = createStrokeIcon('M8.5 5 4 9.5 8.5 14M4 9.5h10a5.5 5.5 0 0 1 0 11h-3')
export const IconFilter = createStrokeIcon('M4 6h16M7 12h10M10.5 18h3')
export const IconList = createStrokeIcon('M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01')
export const IconGrid = createStrokeIcon(
  rect(4, 4, 6.5, 6.5, 1.5),
  rect(13.5, 4, 6.5, 6.5, 1.5),
  rect(4, 13.5, 6.5, 6.5, 1.5),
  rect(13.5, 13.5, 6.5, 6.5, 1.5),
)
export function IconDrag(props: IconProps) {
  return (
    <Icon {...props}>
      <g data-fill="">
        {[6, 12, 18].map((y) =>
          [9, 15].map((x) => <circle key={`${x}${y}`} cx={x} cy={y} r="1.4" />),
        )}
      </g>
    </Icon>
  )
}
export const IconPin = createStrokeIcon('M9 4h6l-.7 6 3.2 3.5h-11L9.7 10 9 4ZM12 13.5V20')
export const IconArchive = createStrokeIcon('M4 5h16v4H4zM5.5 9v10h13V9M10 13h4')
