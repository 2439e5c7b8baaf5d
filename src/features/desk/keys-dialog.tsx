import { useSnapshot } from 'valtio'
import { Dialog } from '../../ui/overlay/dialog'
import { Switch } from '../../ui/forms/switch'
import { desk } from './state/desk'
import styles from './desk.module.css'

const KEYS: readonly (readonly [keys: readonly string[], does: string])[] = [
  [['j', '↓'], 'Dossier suivant de la liste'],
  [['k', '↑'], 'Dossier précédent'],
  [['Entrée'], 'Ouvrir le dossier'],
  [['c'], 'M’en occuper'],
  [['r'], 'Rendre le dossier'],
  [['1', '…', '9'], 'Choisir une mesure'],
  [['Ctrl', 'Entrée'], 'Décider'],
  [['Échap'], 'Revenir en arrière'],
  [['?'], 'Afficher cette aide'],
]

export const KeysDialog = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const { keys } = useSnapshot(desk)
  return (
    <Dialog open={open} onClose={onClose} title="Raccourcis clavier" size="sm">
      <dl className={styles.keys}>
        {KEYS.map(([names, does]) => (
          <div key={does}>
            <dt>
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <Switch
        label="Raccourcis d’une seule touche"
        hint="Échap et Ctrl + Entrée restent toujours actifs."
        checked={keys}
        onChange={(on) => {
          desk.keys = on
        }}
      />
    </Dialog>
  )
}
