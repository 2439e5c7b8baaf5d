import { Logo, type LogoSize } from '../ui/display/logo'
import type { IconProps } from '../ui/icons/icon'
import * as actions from '../ui/icons/actions'
import * as chat from '../ui/icons/chat'
import * as media from '../ui/icons/media'
import * as nav from '../ui/icons/nav'
import * as people from '../ui/icons/people'
import * as settings from '../ui/icons/settings'
import * as status from '../ui/icons/status'
import { Flow, Group } from './parts'
import styles from './kit.module.css'

const COLOURS = [
  'bg',
  'surface-1',
  'surface-2',
  'surface-3',
  'accent',
  'accent-strong',
  'brass',
  'ok',
  'warn',
  'bad',
  'info',
  'bubble-own',
]
const BANDS = ['band-none', 'band-1', 'band-2', 'band-3', 'band-4', 'band-5']
const SIZES: readonly LogoSize[] = ['xs', 'sm', 'md', 'lg', 'xl', '2xl', '3xl', '4xl']
const ICONS = Object.entries({
  ...nav,
  ...actions,
  ...chat,
  ...media,
  ...people,
  ...settings,
  ...status,
}) as [string, (props: IconProps) => React.ReactNode][]

/** Colours, type, logo, icons. */
export function Foundations() {
  return (
    <>
      <Group title="Logo">
        <Flow>
          {SIZES.map((size) => (
            <Logo key={size} size={size} label={`Logo ${size}`} />
          ))}
        </Flow>
        <Flow>
          <Logo size="md" wordmark="Connivence" />
          <Logo size="2xl" wordmark="Connivence" />
        </Flow>
      </Group>
      <Group title="Couleurs">
        <Flow>
          {[...COLOURS, ...BANDS].map((name) => (
            <span
              key={name}
              className={styles.swatch}
              style={{ background: `var(--${name})` }}
              aria-hidden="true"
              title={name}
            />
          ))}
        </Flow>
        <p>
          Texte principal. <span style={{ color: 'var(--text-2)' }}>Texte second.</span>{' '}
          <span style={{ color: 'var(--text-3)' }}>Texte discret.</span>
        </p>
      </Group>
      <Group title="Icônes">
        <div className={styles.icons}>
          {ICONS.map(([name, Icon]) => (
            <span key={name} title={name}>
              <Icon />
            </span>
          ))}
        </div>
      </Group>
    </>
  )
}
