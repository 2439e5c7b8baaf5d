import { circle, createStrokeIcon } from './icon'

/** What the first page needs of them: a module of icons is fetched whole with the first that is drawn. */
export const IconInfo = createStrokeIcon('M12 11v5M12 8h.01', circle(12, 12, 8.5))
export const IconSuccess = createStrokeIcon('m8.5 12.3 2.5 2.5 4.5-5', circle(12, 12, 8.5))
export const IconFailure = createStrokeIcon('M12 7.5V13M12 16h.01', circle(12, 12, 8.5))
export const IconClose = createStrokeIcon('M6 6l12 12M18 6 6 18')
export const IconPinned = createStrokeIcon('M9 4h6l-1 6 3 3H7l3-3-1-6ZM12 13v7')
export const IconMuted = createStrokeIcon(
  'M9 17h10M6.5 17c1.2-1 1.5-2.600 1.500-5 0-.7.1-1.300.3-1.900M10.500 6.700A4 4 0 0 1 16 10.500c0 1.500.1 2.600.4 3.500M4 4l16 16',
)
export const IconCheck = createStrokeIcon('m5 12.5 4.5 4.5L19 7.5')
