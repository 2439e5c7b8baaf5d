import type { AlbumMarks } from '#contract/albums/albums'
import { Switch } from '../../../ui/forms/switch'
import styles from '../albums.module.css'

/** What others get the photos of an album with. */
export const MarksField = ({
  value,
  onChange,
}: {
  value: AlbumMarks
  onChange: (value: AlbumMarks) => void
}) => (
  <div className={styles.marks}>
    <Switch
      label="Écrire le pseudo de qui regarde"
      hint="En filigrane pâle, en travers de chaque photo."
      checked={value.pseudonym}
      onChange={(pseudonym) => onChange({ ...value, pseudonym })}
    />
    <Switch
      label="Marque invisible"
      hint="Si une photo circule, l’équipe peut retrouver à qui elle a été montrée. Cela n’empêche pas de photographier un écran."
      checked={value.pattern}
      onChange={(pattern) => onChange({ ...value, pattern })}
    />
  </div>
)
