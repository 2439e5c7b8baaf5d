import { circle, rect, createStrokeIcon } from './icon'

/** Account, settings, session. */
export const IconSettings = createStrokeIcon(
  'M19.4 14.5a1.6 1.6 0 0 0 .3 1.8 2 2 0 1 1-2.8 2.8 1.6 1.6 0 0 0-2.7 1.1 2 2 0 1 1-4 0A1.6 1.6 0 0 0 7.5 19a2 2 0 1 1-2.8-2.8 1.6 1.6 0 0 0-1.1-2.7 2 2 0 1 1 0-4A1.6 1.6 0 0 0 5 6.8 2 2 0 1 1 7.8 4a1.6 1.6 0 0 0 2.4-1.1 2 2 0 1 1 4 0A1.6 1.6 0 0 0 16.9 4a2 2 0 1 1 2.8 2.8 1.6 1.6 0 0 0 1.1 2.7 2 2 0 1 1 0 4 1.6 1.6 0 0 0-1.4 1Z',
  circle(12, 12, 3.2),
)
export const IconLogout = createStrokeIcon(
  'M14 4h4.5A1.5 1.5 0 0 1 20 5.5v13a1.5 1.5 0 0 1-1.5 1.5H14M10 16l-4-4 4-4M6 12h9',
)
export const IconBell = createStrokeIcon(
  'M6 10a6 6 0 0 1 12 0c0 4.5 2 5.5 2 6.5H4c0-1 2-2 2-6.5ZM10 19.5a2.3 2.3 0 0 0 4 0',
)
export const IconMail = createStrokeIcon('m4.5 8 7.5 5.5L19.5 8', rect(3.5, 5, 17, 14, 3))
export const IconKey = createStrokeIcon('M11 12.5 20 3.5M16.5 7l3 3', circle(8, 15.5, 4))
export const IconShield = createStrokeIcon(
  'M12 3.5 5 6v5.5c0 4.5 3 7.5 7 9 4-1.5 7-4.5 7-9V6l-7-2.5ZM9 12l2.2 2.2L15.2 10',
)
export const IconMoon = createStrokeIcon('M20 14A8.5 8.5 0 1 1 10 4a7 7 0 0 0 10 10Z')
export const IconComputer = createStrokeIcon('M9 20h6M12 16v4', rect(3, 4, 18, 12, 2))
export const IconDevice = createStrokeIcon('M11 18h2', rect(7, 3, 10, 18, 2.5))
