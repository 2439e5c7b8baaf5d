import { gradientIndex, PALETTE, type Gradient } from '../../../lib/colours'

// plum, amber, iris, wine: the evening colours of the palette
const GROUNDS = [PALETTE[0], PALETTE[2], PALETTE[3], PALETTE[4]] as const

/** The ground of an event without a banner: the same wherever the event is shown. */
export const eventGradientOf = (title: string): Gradient =>
  GROUNDS[gradientIndex(title) % GROUNDS.length] ?? GROUNDS[0]
