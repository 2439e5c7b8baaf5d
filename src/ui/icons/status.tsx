import { Icon, circle, rect, createStrokeIcon, type IconProps } from './icon'

/** Facts and states: time, place, money, connection, success and trouble. */
export const IconClock = createStrokeIcon('M12 7.5V12l3 2', circle(12, 12, 8.5))
export const IconEuro = createStrokeIcon('M17.5 6.5a7 7 0 1 0 0 11M4 10.5h8M4 13.5h7')
export const IconHelp = createStrokeIcon(
  'M9.7 9.5a2.4 2.4 0 1 1 3.3 2.3c-.7.3-1 .7-1 1.7M12 16.5h.01',
  circle(12, 12, 8.5),
)
export const IconWarning = createStrokeIcon('M12 4 3 19.5h18L12 4ZM12 10v4.5M12 17h.01')
export const IconOffline = createStrokeIcon(
  'M4 4l16 16M8.5 15.5a5 5 0 0 1 6 -.8M5.5 12.2a9.5 9.5 0 0 1 4.3-2.4M13.5 9.5a9.5 9.5 0 0 1 5 2.7M2.5 8.8A14 14 0 0 1 6.7 6.3M10.5 5.2a14 14 0 0 1 11 3.6M12 19h.01',
)
export function IconLocate(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="12" cy="12" r="6.5" />
      <circle cx="12" cy="12" r="2" data-fill="" />
      <path d="M12 2.5v3M12 18.5v3M2.5 12h3M18.5 12h3" />
    </Icon>
  )
}
export const IconTicket = createStrokeIcon(
  'M4 7h16v3.5a1.7 1.7 0 0 0 0 3.4V17H4v-3.1a1.7 1.7 0 0 0 0-3.4V7ZM14 7v2M14 11.5v1.5M14 15.5V17',
)
export const IconQr = createStrokeIcon(
  'M14 14h2.5v2.5M20 14v2M14 20h2.5M20 19.5v.5h-.5',
  rect(4, 4, 6, 6, 1.5),
  rect(14, 4, 6, 6, 1.5),
  rect(4, 14, 6, 6, 1.5),
)
export const IconGlobe = createStrokeIcon(
  'M3.5 12h17M12 3.5c5 5 5 12 0 17M12 3.5c-5 5-5 12 0 17',
  circle(12, 12, 8.5),
)
