import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { appearance, setAllowZoom, setTextSize, setTheme } from '../../data/device/appearance'
import { storage } from '../../data/device/storage'
import { setNamedTitles } from '../../data/state/page-title'
import { Segmented } from '../../ui/forms/segmented'
import { SelectField } from '../../ui/forms/select-field'
import { Switch } from '../../ui/forms/switch'
import { Card } from '../../ui/layout/card'

const SIZES = [100, 110, 125, 150, 175, 200]

/** «Apparence»: of this device. */
export const AppearanceSection = () => {
  const { theme, textSize, allowZoom } = useSnapshot(appearance)
  const [named, setNamed] = useState(() => storage.get('named_titles') !== undefined)
  return (
    <Card as="section" label="Apparence">
      <div className="stack">
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
        <Switch
          label="Nommer la page dans son titre"
          hint="L’onglet dit quelle discussion ou quelle sortie est ouverte, utile avec un lecteur d’écran. L’historique du navigateur garde ces titres."
          checked={named}
          onChange={(on) => {
            setNamed(on)
            setNamedTitles(on)
          }}
        />
      </div>
    </Card>
  )
}
