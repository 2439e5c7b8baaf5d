import { lazy, Suspense } from 'react'
import { useSnapshot } from 'valtio'
import { appearance, setAllowZoom, setTextSize, setTheme } from '../../data/device/appearance'
import { Card } from '../../ui/layout/card'
import { Drawer } from '../../ui/overlay/drawer'
import { Segmented } from '../../ui/forms/segmented'
import { SelectField } from '../../ui/forms/select-field'
import { Switch } from '../../ui/forms/switch'
import { Notifications } from './notifications'
import styles from './settings.module.css'

const PrivacySection = lazy(async () => ({
  default: (await import('./privacy-section')).PrivacySection,
}))
const SecuritySection = lazy(async () => ({
  default: (await import('./security-section')).SecuritySection,
}))
const InstallSection = lazy(async () => ({ default: (await import('./install')).InstallSection }))
const DataSection = lazy(async () => ({ default: (await import('./data-section')).DataSection }))

const SIZES = [100, 110, 125, 150, 175, 200]

/** «Paramètres»: the appearance of this device, and what the account shows of itself. */
export const SettingsPanel = ({
  open,
  level,
  onClose,
}: {
  open: boolean
  level: number
  onClose: () => void
}) => {
  const { theme, textSize, allowZoom } = useSnapshot(appearance)
  return (
    <Drawer open={open} level={level} onClose={onClose} title="Paramètres">
      <div className={styles.stack}>
        <Card as="section" title="Apparence">
          <div className={styles.stack}>
            <Segmented
              label="Thème"
              block
              options={[
                { value: 'system', label: 'Système' },
                { value: 'dark', label: 'Sombre' },
                { value: 'light', label: 'Clair' },
              ]}
              value={theme}
              onChange={setTheme}
            />
            <SelectField
              label="Taille du texte"
              value={String(textSize)}
              onChange={(v) => setTextSize(Number(v))}
              options={SIZES.map((s) => ({ value: String(s), label: `${s} %` }))}
            />
            <Switch
              label="Autoriser le zoom"
              hint="Pincer ou toucher deux fois agrandit la page."
              checked={allowZoom}
              onChange={setAllowZoom}
            />
          </div>
        </Card>
        <Notifications />
        <Suspense fallback={null}>
          <PrivacySection />
        </Suspense>
        <Suspense fallback={null}>
          <SecuritySection />
        </Suspense>
        <Suspense fallback={null}>
          <InstallSection />
        </Suspense>
        <Suspense fallback={null}>
          <DataSection />
        </Suspense>
      </div>
    </Drawer>
  )
}
