import { circle, createStrokeIcon } from './icon'

/** Identities and people. */
export const IconFemale = createStrokeIcon('M12 14v7M8.5 18h7', circle(12, 9, 5))
export const IconMale = createStrokeIcon('m13.6 10.4 6-6M15 4h5v5', circle(10, 14, 5))
/** Neither or both: a circle with both signs. */
export const IconOther = createStrokeIcon(
  'M12 16.5V22M9.5 19.5h5M15.2 8.8 20 4M16.5 4H20v3.5M8.8 8.8 4 4M4 7.5V4h3.5',
  circle(12, 12, 4.5),
)
/** Two people: a couple. */
export const IconCouple = createStrokeIcon(
  'M2.5 20a6 6 0 0 1 12 0M16.5 15a5 5 0 0 1 5 5',
  circle(8.5, 8.5, 3.5),
  circle(16.5, 9.5, 2.8),
)
export const IconGroup = createStrokeIcon(
  'M6.5 20a5.5 5.5 0 0 1 11 0M5.5 5.5a2.7 2.7 0 0 0 0 5.2M2 17.5a4.5 4.5 0 0 1 3-4.2M18.5 5.5a2.7 2.7 0 0 1 0 5.2M22 17.5a4.5 4.5 0 0 0-3-4.2',
  circle(12, 8, 3.3),
)
export const IconUserPlus = createStrokeIcon(
  'M3 20.5a7 7 0 0 1 14 0M19 8v6M16 11h6',
  circle(10, 8, 4),
)
export const IconUserMinus = createStrokeIcon('M3 20.5a7 7 0 0 1 14 0M16 11h6', circle(10, 8, 4))
/** A Venetian mask: a hidden participant. */
export const IconMask = createStrokeIcon(
  'M3 8.5c3-1.3 5.8-1.3 9 .5 3.2-1.8 6-1.8 9-.5 0 5-2 8-5 8-2 0-2.8-1.5-4-1.5s-2 1.5-4 1.5c-3 0-5-3-5-8ZM7 11.5c1-.7 2.3-.7 3.2.300M17 11.5c-1-.7-2.3-.7-3.2.300',
)
export const IconBlock = createStrokeIcon('m6 6 12 12', circle(12, 12, 8.5))
export const IconVerified = createStrokeIcon(
  'm12 3 2.4 1.8 3-.1.8 2.9 2.4 1.8-1 2.8 1 2.8-2.4 1.8-.8 2.9-3-.1L12 21l-2.4-1.6-3 .1-.8-2.9-2.4-1.8 1-2.8-1-2.8 2.4-1.8.8-2.9 3 .1L12 3ZM8.8 12.2l2.2 2.2 4.2-4.4',
)
export const IconFlag = createStrokeIcon('M5.5 21V4M5.5 5c4-2.5 8 2.5 13 0v9c-5 2.5-9-2.5-13 0')
