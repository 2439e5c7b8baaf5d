import { circle, createStrokeIcon } from './icon'

/** Conversations: composer, states of a message, reactions. */
export const IconSend = createStrokeIcon('M5 12 19.5 5 15 19.5l-3.2-6.2L5 12Zm6.8 1.3L19.5 5')
export const IconSmile = createStrokeIcon(
  'M8.5 14a4.2 4.2 0 0 0 7 0M9 9.5h.01M15 9.5h.01',
  circle(12, 12, 8.5),
)
/** A face and a plus: adds a reaction. */
export const IconReact = createStrokeIcon(
  'M14 3.8A8.5 8.5 0 1 0 20.2 10M18.5 2.5v5M16 5h5M8.5 14a4.2 4.2 0 0 0 7 0M9 9.5h.01M15 9.5h.01',
)
export const IconReply = createStrokeIcon('M9.5 6 4 11.5 9.5 17M4 11.5h9a7 7 0 0 1 7 7')
/** One tick: sent. */
export const IconSent = createStrokeIcon('m6 12.5 4 4L18 8')
/** Two ticks: read. */
export const IconRead = createStrokeIcon('m2.5 12.5 4 4 8-8.5M11.5 15.5l1 1 8-8.5')
export const IconPending = createStrokeIcon('M12 8.5V12l2 1.5', circle(12, 12, 7))
export const IconThumbUp = createStrokeIcon(
  'M7.5 11 11 3.5a2.3 2.3 0 0 1 2.3 2.7L12.8 9h5.1a2 2 0 0 1 2 2.3l-1.1 6.9a2 2 0 0 1-2 1.8H7.5V11ZM7.5 11H4v9h3.5',
)
export const IconThumbDown = createStrokeIcon(
  'M16.5 13 13 20.5a2.3 2.3 0 0 1-2.3-2.7l.5-2.8H6.1a2 2 0 0 1-2-2.3l1.1-6.9a2 2 0 0 1 2-1.8h9.3v9ZM16.5 13H20V4h-3.5',
)
export const IconComment = createStrokeIcon(
  'M4 6.5A2.5 2.5 0 0 1 6.5 4h11A2.5 2.5 0 0 1 20 6.5v7a2.5 2.5 0 0 1-2.5 2.5H11l-4.5 4v-4A2.5 2.5 0 0 1 4 13.5v-7ZM8 8.5h8M8 11.5h5',
)
export const IconMute = createStrokeIcon(
  'M10 19.5a2.3 2.3 0 0 0 4 0M8.5 5.2A6 6 0 0 1 18 10c0 2 .4 3.5 1 4.7M6.3 8.5 6 10c0 4-1.5 5.5-2 6.5h12.5M4 4l16 16',
)
