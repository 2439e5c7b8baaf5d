import { useSnapshot } from 'valtio'
import { appearance, setAllowZoom, setTextSize, setTheme } from '../../data/appearance'
import { Card } from '../../ui/card'
import { Drawer } from '../../ui/drawer'
import { Segmented } from '../../ui/segmented'
import { SelectField } from '../../ui/select-field'
import { Switch } from '../../ui/switch'
import styles from './settings.module.css'

const SIZES = [100, 110, 125, 150, 175, 200]

/** «Paramètres»: the appearance of this device. */
export const SettingsPanel = ({ open, level, onClose }: { open: boolean; level: number; onClose: () => void }) => {
  const { theme, textSize, allowZoom } = useSnapshot(appearance)
  return (
    <Drawer open={open} level={level} onClose={onClose} title="Paramètres" subtitle="Réglages de cet appareil">
      <div className={styles.stack}>
        <Card as="section" title="Apparence">
          <div className={styles.stack}>
            <Segmented label="Thème" block options={[{ value: 'system', label: 'Système' }, { value: 'dark', label: 'Sombre' }, { value: 'light', label: 'Clair' }]} value={theme} onChange={setTheme} />
            <SelectField label="Taille du texte" value={String(textSize)} onChange={(v) => setTextSize(Number(v))} options={SIZES.map((s) => ({ value: String(s), label: `${s} %` }))} />
            <Switch label="Autoriser le zoom" hint="Pincer ou toucher deux fois agrandit la page." checked={allowZoom} onChange={setAllowZoom} />
          </div>
        </Card>
      </div>
    </Drawer>
  )
}
