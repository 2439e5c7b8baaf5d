import { Suspense, type ComponentType, type LazyExoticComponent } from 'react'
import { useSnapshot } from 'valtio'
import { appearance } from '../../data/device/appearance'
import { openPanel, type SettingsPage } from '../../data/state/panels'
import { lazyPart } from '../../data/start/lazy-part'
import { IconDownload } from '../../ui/icons/actions'
import { IconForward, IconMap } from '../../ui/icons/nav'
import { IconLock } from '../../ui/icons/media'
import { IconBell, IconDevice, IconMoon, IconShield } from '../../ui/icons/settings'
import { ListRow } from '../../ui/layout/list-row'
import { Drawer } from '../../ui/overlay/drawer'
import styles from './settings.module.css'

interface Page {
  readonly title: string
  readonly about: string
  readonly Icon: ComponentType<{ size?: number }>
  readonly Section: LazyExoticComponent<ComponentType>
}
const PAGES: Readonly<Record<SettingsPage, Page>> = {
  appearance: {
    title: 'Apparence',
    about: 'Thème, taille du texte, zoom',
    Icon: IconMoon,
    Section: lazyPart(() => import('./appearance-section').then((m) => m.AppearanceSection)),
  },
  notifications: {
    title: 'Notifications',
    about: 'Cet appareil, ce qui vous prévient, heures calmes',
    Icon: IconBell,
    Section: lazyPart(() => import('./notifications').then((m) => m.Notifications)),
  },
  privacy: {
    title: 'Confidentialité',
    about: 'Qui peut vous écrire, votre présence',
    Icon: IconShield,
    Section: lazyPart(() => import('./privacy-section').then((m) => m.PrivacySection)),
  },
  security: {
    title: 'Sécurité',
    about: 'E-mail, mot de passe, clés d’accès, sessions',
    Icon: IconLock,
    Section: lazyPart(() => import('./security-section').then((m) => m.SecuritySection)),
  },
  app: {
    title: 'Application',
    about: 'Installation, mode discret, cacher l’écran',
    Icon: IconDevice,
    Section: lazyPart(() => import('./install').then((m) => m.InstallSection)),
  },
  data: {
    title: 'Données',
    about: 'Votre archive, supprimer votre compte',
    Icon: IconDownload,
    Section: lazyPart(() => import('./data-section').then((m) => m.DataSection)),
  },
  zones: {
    title: 'Zones discrètes',
    about: 'Où personne ne vous voit',
    Icon: IconMap,
    Section: lazyPart(() => import('./zones/zones-section').then((m) => m.ZonesSection)),
  },
  code: {
    title: 'Code des accords',
    about: 'Avec quoi chacun accepte une photo',
    Icon: IconLock,
    Section: lazyPart(() => import('./code-part').then((m) => m.CodeSection)),
  },
}
/** The others are opened from «Confidentialité» and from «Accords». */
const LISTED = (Object.keys(PAGES) as SettingsPage[]).filter(
  (page) => page !== 'zones' && page !== 'code',
)
const THEMES = { system: 'Thème du système', dark: 'Thème sombre', light: 'Thème clair' } as const

interface Props {
  readonly open: boolean
  readonly level: number
  readonly onClose: () => void
}

/** «Paramètres»: six rows, each opens its page as a panel above this one. */
export const SettingsPanel = ({ page, ...props }: Props & { page: SettingsPage | undefined }) =>
  page === undefined ? <List {...props} /> : <PagePanel page={page} {...props} />

const List = ({ open, level, onClose }: Props) => {
  const { theme, textSize } = useSnapshot(appearance)
  return (
    <Drawer open={open} level={level} onClose={onClose} title="Paramètres" flush>
      <ul className={styles.pages}>
        {LISTED.map((page) => {
          const { title, about, Icon } = PAGES[page]
          return (
            <li key={page}>
              <ListRow
                leading={<Icon size={22} />}
                title={title}
                subtitle={page === 'appearance' ? `${THEMES[theme]}, texte à ${textSize} %` : about}
                whole
                aside={<IconForward size={18} />}
                onClick={() => openPanel({ kind: 'settings', page })}
              />
            </li>
          )
        })}
      </ul>
    </Drawer>
  )
}

const PagePanel = ({ page, open, level, onClose }: Props & { page: SettingsPage }) => {
  const { title, Section } = PAGES[page]
  return (
    <Drawer open={open} level={level} onClose={onClose} title={title}>
      <Suspense fallback={null}>
        <Section />
      </Suspense>
    </Drawer>
  )
}
