import { circle, rect, createStrokeIcon } from './icon'

/** The five entries of the navigation, and ways through the app. */
export const IconUser = createStrokeIcon('M20 21a8 8 0 0 0-16 0', circle(12, 8, 4.2))
export const IconChat = createStrokeIcon(
  'M21 11.5a8.4 8.4 0 0 1-12 7.6L3 21l1.9-5.6A8.4 8.4 0 1 1 21 11.5Z',
)
export const IconNews = createStrokeIcon(
  'M4 5h13v14H6a2 2 0 0 1-2-2V5Zm13 4h3v8a2 2 0 0 1-2 2h-1M7.5 9h6M7.5 12.5h6M7.5 16h3.5',
)
export const IconEvents = createStrokeIcon('M3.5 10h17M8 3v4M16 3v4', rect(3.5, 5, 17, 15.5, 3))
export const IconMap = createStrokeIcon(
  'M12 21s7-6.2 7-11.4A7 7 0 0 0 5 9.6C5 14.8 12 21 12 21Z',
  circle(12, 9.7, 2.6),
)
export const IconBack = createStrokeIcon('m14.5 5-7 7 7 7')
export const IconForward = createStrokeIcon('m9.5 5 7 7-7 7')
export const IconDown = createStrokeIcon('m5 9 7 7 7-7')
export const IconUp = createStrokeIcon('m5 15 7-7 7 7')
export const IconHome = createStrokeIcon(
  'm4 11 8-7 8 7v7.5A1.5 1.5 0 0 1 18.5 20H15v-5.5H9V20H5.5A1.5 1.5 0 0 1 4 18.5V11Z',
)
export const IconExternal = createStrokeIcon(
  'M14 4h6v6M20 4l-8.5 8.5M18 14v4.5a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 4 18.5v-11A1.5 1.5 0 0 1 5.5 6H10',
)
